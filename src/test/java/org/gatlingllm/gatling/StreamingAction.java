package org.gatlingllm.gatling;

import io.gatling.commons.validation.Failure;
import io.gatling.commons.validation.Success;
import io.gatling.commons.validation.Validation;
import io.gatling.core.CoreComponents;
import io.gatling.core.action.Action;
import io.gatling.core.action.BlockExit;
import io.gatling.core.session.Session;
import io.gatling.core.stats.StatsEngine;
import io.gatling.http.client.realm.DigestRealm;
import io.gatling.http.protocol.HttpComponents;
import io.gatling.http.request.HttpRequest;
import io.gatling.http.request.HttpRequestDef;
import org.gatlingllm.gatling.LlmRun.Limits;
import org.gatlingllm.metric.Secrets;
import scala.Option;

/**
 * Sends one request and reads its stream. Exactly one outcome and one call of {@code next} for
 * every session that comes in, whatever happens.
 *
 * <p>What a function of the user's throws (in a header or the body, the signature, a check) ends
 * that one request, an {@code Error} no less than an exception: it is told in the log, and the user
 * goes on. Scala's {@code NonFatal} would let a {@code StackOverflowError} or a {@code
 * NoClassDefFoundError} pass, and Netty's event loop only logs it: the user would never go on and
 * its level never end. None of the request's own is thrown again: an {@code OutOfMemoryError} that
 * is more than one request's will come again.
 *
 * <p>Runs on the event loop of the session.
 */
final class StreamingAction extends LlmAction {
  /** When the session's last stream ended, nanoseconds: where a closed loop's next one is due. */
  static final String ENDED = "gatling.llm.ended";

  private final StreamSpec spec;
  private final HttpRequestDef definition;
  private final HttpComponents http;
  private final CoreComponents core;
  private final LlmRun run;
  private final Action next;

  /** Where the action stands in its run. */
  record Place(HttpComponents http, CoreComponents core, LlmRun run, Action next) {}

  StreamingAction(StreamSpec spec, HttpRequestDef definition, Place place) {
    super(spec.name());
    this.spec = spec;
    this.definition = definition;
    this.http = place.http();
    this.core = place.core();
    this.run = place.run();
    this.next = place.next();
  }

  /** Leaves a loop that is over or a {@code tryMax} that failed, as Gatling's own requests do. */
  @Override
  public void $bang(Session session) {
    Option<BlockExit> exit = BlockExit.mustExit(session);
    if (exit.isDefined()) {
      exit.get().exitBlock(statsEngine(), core.clock().nowMillis());
    } else {
      super.$bang(session);
    }
  }

  @Override
  public void execute(Session session) {
    Exchange exchange;
    try {
      HttpRequest request = request(session);
      LevelRun level = level(session);
      exchange = new Exchange(this, session, request, level, scheduledNanos(session, level));
    } catch (IllegalArgumentException e) {
      notBuilt(session, String.valueOf(e.getMessage()));
      return;
    } catch (Throwable e) {
      notBuilt(session, e.toString());
      return;
    }
    exchange.send(); // from here on the exchange alone calls what is next
  }

  /** Throws IllegalArgumentException when there is no request to send. */
  private HttpRequest request(Session session) {
    Validation<HttpRequest> built = definition.build(session);
    if ((Object) built instanceof Failure failure) {
      throw new IllegalArgumentException(failure.message());
    }
    HttpRequest request = ((Success<HttpRequest>) built).value();
    if (request.clientRequest().getRealm() instanceof DigestRealm) {
      throw new IllegalArgumentException(
          "digest authentication needs a second request and is not supported on a stream; use basic"
              + " authentication or a header");
    }
    return request;
  }

  private LevelRun level(Session session) {
    Visit visit = Visit.of(session);
    return visit == null ? ofScenario(session) : visit.level();
  }

  private LevelRun ofScenario(Session session) {
    LevelRun level = run.levelOf(session.scenario());
    run.begins(level);
    return level;
  }

  /**
   * When the load model wanted this request: after the user's first one, when the last stream ended
   * and the level's pause was over. A pause in the steps themselves is known only where the profile
   * is {@link ClosedProfile#paced()}: the request is due when it comes then.
   */
  private long scheduledNanos(Session session, LevelRun level) {
    long now = run.clock().nanos();
    Option<Object> ended = session.attributes().get(ENDED);
    if (ended.isEmpty()) {
      Visit visit = Visit.of(session);
      return visit == null ? now : visit.dueNanos();
    }
    long pauseNanos = level.plan().pause().toNanos();
    boolean pausesElsewhere = level.level().paced() && pauseNanos == 0;
    return pausesElsewhere ? now : Math.min(now, (Long) ended.get() + pauseNanos);
  }

  /**
   * As Gatling does: an error in the log, no response, a failed session. In Gatling's real log in a
   * warm-up, too: that of a simulation which cannot be built must be seen.
   */
  private void notBuilt(Session session, String error) {
    String told = Secrets.withoutCredentials(error); // of an address that is none, perhaps
    logger().underlying().error("Failed to build request {}: {}", name(), told);
    statsEngine().logRequestCrash(session.scenario(), session.groups(), name(), told);
    next.$bang(session.markAsFailed());
  }

  StreamSpec spec() {
    return spec;
  }

  LlmRun run() {
    return run;
  }

  Limits limits() {
    return run.limits();
  }

  HttpComponents http() {
    return http;
  }

  private StatsEngine statsEngine() {
    return core.statsEngine();
  }

  Action next() {
    return next;
  }
}
