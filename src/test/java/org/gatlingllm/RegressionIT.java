package org.gatlingllm;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.stream.Stream;
import org.gatlingllm.gate.Change;
import org.gatlingllm.gate.GateReport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The newest run, or {@code -Dllm.run=<folder>}, against the baseline of its label, or against the
 * second server of the same run: one test a level and metric. Without a baseline it is skipped.
 */
@ExtendWith(JudgedRunResolver.class)
final class RegressionIT {
  @TestFactory
  Stream<DynamicTest> change(JudgedRun run) {
    GateReport gate = run.measured().gate();
    if (!gate.refused().isEmpty()) {
      return only("compares with " + run.baseline(), () -> fail(gate.refused()));
    }
    if (gate.changes().isEmpty()) {
      return only("has a baseline", () -> Assumptions.abort(run.howToMakeABaseline()));
    }
    return gate.changes().stream()
        .map(change -> DynamicTest.dynamicTest(change.name(), () -> judge(change)));
  }

  private static Stream<DynamicTest> only(String name, Runnable test) {
    return Stream.of(DynamicTest.dynamicTest(name, test::run));
  }

  private static void judge(Change change) {
    if (change.fails()) {
      fail(change.sentence());
    }
    Assumptions.assumeFalse(change.tolerated(), () -> "allowed to be open: " + change.sentence());
  }
}
