package org.gatlingllm.gatling;

import io.gatling.commons.stats.KO$;
import io.gatling.commons.stats.OK$;
import io.gatling.commons.stats.Status;
import io.gatling.core.check.Check$;
import io.gatling.core.session.Session;
import io.gatling.http.client.Request;
import io.gatling.http.engine.response.RootSessionProcessor;
import io.gatling.http.request.HttpRequest;
import io.gatling.http.response.Response;
import io.gatling.http.response.ResponseBody;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Optional;
import java.util.Set;
import org.gatlingllm.gatling.RequestFailures.Failure;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.RequestRecord.Connection;
import org.gatlingllm.metric.RequestRecord.Ending;
import org.gatlingllm.metric.RequestRecord.Id;
import org.gatlingllm.metric.TokenTimings;
import org.gatlingllm.stream.StreamReader;
import org.gatlingllm.stream.StreamResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.List$;
import scala.collection.immutable.Map$;

/**
 * A request that has ended: its checks, its record, its lines in Gatling's log, and what is next.
 */
final class Ended {
  private static final Logger LOGGER = LoggerFactory.getLogger(Ended.class);

  /**
   * Looking for credentials takes as long as a token does: not in what nearly every answer says.
   */
  private static final Set<String> USUAL_REASONS =
      Set.of(
          "stop", "length", "eos_token", "end_turn", "max_tokens", "STOP", "MAX_TOKENS", "limit");

  private final StreamingAction action;
  private final Session session;
  private final HttpRequest request;
  private final LevelRun level;
  private final Seen seen;

  /**
   * What was seen of the request.
   *
   * @param failure what ended it from outside of the stream, or null when the stream says how it
   *     ended
   */
  record Seen(
      long ordinal,
      TokenTimings.Request marks,
      Connection connection,
      StreamReader reader,
      @Nullable Failure failure,
      Request finalRequest,
      @Nullable HttpResponseStatus status,
      @Nullable HttpHeaders headers,
      boolean http2) {}

  Ended(StreamingAction action, Session session, HttpRequest request, LevelRun level, Seen seen) {
    this.action = action;
    this.session = session;
    this.request = request;
    this.level = level;
    this.seen = seen;
  }

  /** Runs the checks, writes all logs and calls the next action: once, whatever breaks before. */
  void conclude(Exchange exchange) {
    Runnable next = this::goOnFailed;
    try {
      next = written(exchange);
    } catch (Throwable e) {
      action.run().endedSilently(exchange); // does nothing where it was recorded already
      LOGGER.error(
          "Failed to record the end of request {}: {}",
          request.requestName(),
          redaction().redact(e));
    } finally {
      next.run();
    }
  }

  /** Runs the checks and writes all logs; what is left to do is to go on. */
  private Runnable written(Exchange exchange) {
    seen.reader().brokenOff(); // does nothing after the end of the body
    StreamResult result = seen.reader().result();
    RequestRecord record = record(result, redacted(ending(result)));
    Checked checked = check(record, result);
    if (checked.error() != null && record.outcome() == Outcome.OK) {
      record = withFailedCheck(record, checked.error());
    }
    if (request.isSilent(true)) {
      action.run().endedSilently(exchange);
    } else {
      action.run().ended(exchange, level, record);
    }
    if (record.outcome() == Outcome.CANCELLED) {
      return () -> {};
    }
    Session next = checked.session().set(StreamingAction.ENDED, seen.marks().closedNanos());
    return goesOn(record, logged(record, next));
  }

  private Runnable goesOn(RequestRecord record, Session logged) {
    Optional<ComeBack> again = ComeBack.of(action, session, record);
    if (again.isPresent()) {
      Session waiting = session.isFailed() ? logged : logged.markAsSucceeded();
      return () -> again.get().send(waiting, request, level);
    }
    return () -> action.next().$bang(logged.remove(ComeBack.UNTIL));
  }

  private void goOnFailed() {
    if (seen.failure() == null || seen.failure().outcome() != Outcome.CANCELLED) {
      action.next().$bang(session.markAsFailed().remove(ComeBack.UNTIL));
    }
  }

  private Ending ending(StreamResult result) {
    Failure failure = seen.failure();
    Ending told = result.ending();
    // what the stream told stands: its end, or the error that was the cause of what broke then
    if (failure == null || told.outcome() != Outcome.TRUNCATED) {
      return told;
    }
    return new Ending(
        failure.outcome(),
        told.status(),
        failure.message(),
        told.sample(),
        told.finishReason(),
        told.retryAfterSeconds());
  }

  /** What the server told, without the credentials that it may have repeated. */
  private Ending redacted(Ending ending) {
    String reason = ending.finishReason();
    boolean usual = reason == null || USUAL_REASONS.contains(reason);
    if (ending.message() == null && ending.sample() == null && usual) {
      return ending;
    }
    Redaction redaction = redaction();
    return new Ending(
        ending.outcome(),
        ending.status(),
        redaction.redact(ending.message()),
        redaction.redact(ending.sample()),
        redaction.redact(reason),
        ending.retryAfterSeconds());
  }

  private Redaction redaction() {
    return action.run().redaction(seen.finalRequest());
  }

  private RequestRecord record(StreamResult result, Ending ending) {
    return new RequestRecord(
        new Id(
            seen.ordinal(),
            level.plan().name(),
            session.scenario(),
            request.requestName(),
            session.userId(),
            level.plan().warmUp()),
        result.timings(seen.marks()),
        result.tokens(),
        ending,
        seen.connection(),
        result.server());
  }

  private record Checked(Session session, @Nullable String error) {}

  /** A check that throws, whatever it is, has failed: what it was made of is the user's. */
  private Checked check(RequestRecord record, StreamResult result) {
    try {
      return checked(record, result);
    } catch (Throwable e) {
      LOGGER.error("A check of request {} broke: {}", request.requestName(), redaction().redact(e));
      return new Checked(session.markAsFailed(), e.getClass().getSimpleName());
    }
  }

  /** The decorated request's own checks and cookies, then the checks on the stream. */
  private Checked checked(RequestRecord record, StreamResult result) {
    HttpResponseStatus status = seen.status();
    HttpHeaders headers = seen.headers();
    if (status == null || headers == null || record.outcome() == Outcome.CANCELLED) {
      return new Checked(session, null);
    }
    Tuple2<Session, Option<String>> http =
        new RootSessionProcessor(
                true, // silent: the session's status and timings are ours to set
                request.clientRequest(),
                request.requestConfig().checks(),
                action.http().httpCaches(),
                action.http().httpProtocol())
            .updatedSession(session, response(status, headers));
    if (record.outcome() != Outcome.OK || http._2().isDefined()) {
      return new Checked(http._1(), http._2().isDefined() ? http._2().get() : null);
    }
    var stream =
        Check$.MODULE$.check(
            new CheckedStream(record, result.text()), http._1(), action.spec().checks());
    return new Checked(stream._1(), stream._2().isDefined() ? stream._2().get().message() : null);
  }

  private Response response(HttpResponseStatus status, HttpHeaders headers) {
    return new Response(
        seen.finalRequest(),
        epochMillis(seen.marks().sentNanos()),
        epochMillis(seen.marks().closedNanos()),
        status,
        headers,
        ResponseBody.apply(0, List$.MODULE$.empty(), request.requestConfig().defaultCharset()),
        Map$.MODULE$.empty(),
        seen.http2());
  }

  private RequestRecord withFailedCheck(RequestRecord record, String error) {
    Ending was = record.ending();
    return new RequestRecord(
        record.id(),
        record.timings(),
        record.tokens(),
        redacted(
            new Ending(
                Outcome.CHECK,
                was.status(),
                error,
                was.sample(),
                was.finishReason(),
                was.retryAfterSeconds())),
        record.connection(),
        record.server());
  }

  /**
   * Writes the stream into Gatling's log as two requests, one after the other, so that its own
   * report and assertions work: {@code <request> ttft} from sent to the first token, {@code
   * <request> decode} from there to the last. A failure is KO in the phase in which it came. An
   * answer without any token is {@code <request> empty}: it has no time to first token.
   */
  private Session logged(RequestRecord record, Session next) {
    boolean failed = record.outcome() != Outcome.OK;
    Session marked = failed ? next.markAsFailed() : next;
    if (request.isSilent(true)) {
      return next;
    }
    TokenTimings t = record.timings();
    if (t.arrivals() == 0) {
      String phase = record.empty() ? " empty" : " ttft";
      return phase(marked, record, phase, t.sentNanos(), t.closedNanos(), failed);
    }
    boolean broken = failed && !record.outcome().whole();
    boolean decodes = broken || t.arrivals() > 1;
    Session first =
        phase(marked, record, " ttft", t.sentNanos(), t.firstTokenNanos(), failed && !decodes);
    long end = broken ? t.closedNanos() : t.lastTokenNanos();
    return decodes ? phase(first, record, " decode", t.firstTokenNanos(), end, failed) : first;
  }

  private Session phase(
      Session next, RequestRecord record, String phase, long from, long to, boolean failed) {
    long startMillis = epochMillis(from);
    long endMillis = epochMillis(to);
    Status status = failed ? KO$.MODULE$ : OK$.MODULE$;
    level
        .log()
        .stats()
        .logResponse(
            session.scenario(),
            session.groups(),
            request.requestName() + phase,
            startMillis,
            endMillis,
            status,
            record.ending().status() == 0
                ? Option.empty()
                : Option.apply(Integer.toString(record.ending().status())),
            failed ? Option.apply(RequestFailures.grouped(record.ending())) : Option.empty());
    return next.logGroupRequestTimings(startMillis, endMillis);
  }

  private long epochMillis(long nanos) {
    return action.run().clock().epochMillis(nanos);
  }
}
