package org.gatlingllm;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.stream.Stream;
import org.gatlingllm.gate.Verdict;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The objectives of {@code slo.conf} on the newest run, or on {@code -Dllm.run=<folder>}: one test
 * a limit.
 */
@ExtendWith(JudgedRunResolver.class)
final class SloIT {
  @TestFactory
  Stream<DynamicTest> objective(JudgedRun run) {
    return run.measured().gate().verdicts().stream()
        .map(verdict -> DynamicTest.dynamicTest(verdict.name(), () -> judge(verdict)));
  }

  private static void judge(Verdict verdict) {
    if (verdict.fails()) {
      fail(verdict.sentence());
    }
    Assumptions.assumeTrue(
        verdict.kind() == Verdict.Kind.MET, () -> "allowed to be open: " + verdict.sentence());
  }
}
