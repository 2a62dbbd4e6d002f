package org.gatlingllm;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import java.util.stream.Stream;
import org.gatlingllm.gate.Change;
import org.gatlingllm.report.Measured;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The newest run, or {@code -Dllm.run=<folder>}, against the baseline of its label, or against the
 * second server of the same run: one test a level and metric.
 */
final class RegressionIT {
  @TestFactory
  Stream<DynamicTest> change() {
    Measured run = JudgedRun.measured();
    List<Change> changes = run.gate().changes();
    if (changes.isEmpty()) {
      String label = run.run().header().label();
      return Stream.of(
          DynamicTest.dynamicTest(
              label + " has a baseline",
              () ->
                  Assumptions.abort(
                      "nothing to compare with: make a baseline with mvn test-compile"
                          + " exec:java@report -Dexec.args=\"--make-baseline <run folder>\"")));
    }
    return changes.stream()
        .map(change -> DynamicTest.dynamicTest(change.name(), () -> judge(change)));
  }

  private static void judge(Change change) {
    if (change.fails()) {
      fail(change.sentence());
    }
    Assumptions.assumeFalse(change.tolerated(), () -> "allowed to be open: " + change.sentence());
  }
}
