package org.gatlingllm.analysis;

import java.util.List;
import org.gatlingllm.metric.RequestRecord;

/**
 * Answers that came in one piece: N &gt; 1 tokens in at most max(1, 5 % of N) arrivals, in most
 * requests. (That TTFT is nearly all of the latency is no sign of it: so it is in a long queue.)
 */
final class NotStreamingReading implements Reading {
  private static final double FEW = 0.05;

  @Override
  public List<Finding> read(Evidence evidence) {
    List<RequestRecord> many =
        evidence.records().stream()
            .flatMap(r -> r.ended().stream())
            .filter(r -> r.outcome().whole() && !r.empty() && r.tokens().streamed() > 1)
            .toList();
    long inOne = many.stream().filter(NotStreamingReading::inOnePiece).count();
    return 2 * inOne <= many.size()
        ? List.of()
        : List.of(
            Reading.warning(
                FindingKind.NOT_STREAMING,
                "{} of {} answers came in one piece, not token by token: a proxy buffers them, or"
                    + " the server does not stream; TTFT and ITL say nothing here.",
                inOne,
                many.size()));
  }

  private static boolean inOnePiece(RequestRecord r) {
    return r.timings().arrivals() <= Math.max(1, FEW * r.tokens().streamed());
  }
}
