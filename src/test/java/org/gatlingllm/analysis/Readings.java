package org.gatlingllm.analysis;

import java.util.Comparator;
import java.util.List;
import org.gatlingllm.analysis.Finding.Severity;

/** All that can be read from a run. */
final class Readings {
  /** In the order in which their sentences stand, after those that warn. */
  static final List<Reading> ALL =
      List.of(
          new SuspectReading(),
          new LittlesLawReading(),
          new FailureReading(),
          new NotStreamingReading(),
          new TokensPerEventReading(),
          new ScheduleReading(),
          new OutputLengthReading(),
          new SaturationReading(),
          new ShapeReading(),
          new ServerWaitReading(),
          new CapacityReading(),
          new ScalabilityReading(),
          new SloCrossingReading(),
          new ClosedLoopReading(),
          new PrefillGapReading(),
          new PromptLengthReading(),
          new PrefixCacheReading(),
          new NewConnectionReading(),
          new ChainReading(),
          new SmallSampleReading());

  private Readings() {}

  /** Everything that a run shows, what warns first. */
  static List<Finding> of(Evidence evidence) {
    return ALL.stream()
        .flatMap(reading -> reading.read(evidence).stream())
        .sorted(Comparator.comparing((Finding f) -> f.severity() != Severity.WARNING))
        .toList();
  }
}
