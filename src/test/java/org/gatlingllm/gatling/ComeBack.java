package org.gatlingllm.gatling;

import io.gatling.core.session.Session;
import io.gatling.http.request.HttpRequest;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.gatlingllm.metric.RequestRecord;
import scala.Option;

/**
 * A request that was refused for load and is sent again when the server says, where {@code
 * llm.honourRetryAfter} is on: as a request of its own with a record of its own. It is tried until
 * {@code llm.timeout} has passed since the first one was sent, so that it ends.
 *
 * @param waitNanos what the server asked for
 * @param untilNanos when it is given up
 */
record ComeBack(StreamingAction action, long waitNanos, long untilNanos) {
  /** Where a session keeps when a request is given up that was refused before. */
  static final String UNTIL = "gatling.llm.comeBackUntil";

  /** Empty when the request is not to be sent again. */
  static Optional<ComeBack> of(StreamingAction action, Session session, RequestRecord refused) {
    int seconds = refused.ending().retryAfterSeconds();
    if (!action.limits().honourRetryAfter() || !refused.rateLimited() || seconds < 0) {
      return Optional.empty();
    }
    Option<Object> told = session.attributes().get(UNTIL);
    long untilNanos =
        told.isDefined()
            ? (Long) told.get()
            : refused.timings().sentNanos() + action.limits().total().toNanos();
    long waitNanos = TimeUnit.SECONDS.toNanos(seconds);
    boolean late = action.run().clock().nanos() + waitNanos - untilNanos > 0;
    return late ? Optional.empty() : Optional.of(new ComeBack(action, waitNanos, untilNanos));
  }

  /** Waits and sends. */
  void send(Session session, HttpRequest request, LevelRun level) {
    long dueNanos = action.run().clock().nanos() + waitNanos;
    Session waiting = session.set(UNTIL, untilNanos);
    var unused =
        session
            .eventLoop()
            .schedule(
                () -> new Exchange(action, waiting, request, level, dueNanos).send(),
                waitNanos,
                TimeUnit.NANOSECONDS);
  }
}
