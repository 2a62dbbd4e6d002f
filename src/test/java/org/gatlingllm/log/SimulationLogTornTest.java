package org.gatlingllm.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A real log in which Gatling left four records unfinished; see its EXPECTED.md. */
class SimulationLogTornTest {
  /** Where the length of the first string that is not there stands: found in a hex dump. */
  private static final int TORN_AT = 142;

  private final byte[] log = SimulationLogGolden.bytes("simulation-3.15.1-torn/simulation.log");
  private final List<LogRecord> read = new ArrayList<>();

  @BeforeEach
  void theLogIsTheOneThatIsMeant() {
    assertThat(Arrays.copyOfRange(log, TORN_AT, TORN_AT + 5)).containsExactly(0, 0, 0x23, 0x28, 1);
  }

  @Test
  void recordsAfterATornOneAreRead() {
    SimulationLogSummary summary = SimulationLogGolden.read(log, read::add);
    assertThat(summary.lostRecords()).isEqualTo(4);
    assertThat(summary.isBroken()).isTrue();
    assertThat(summary.usersStillRunning()).isZero();
    assertThat(summary.wholeBytes()).isEqualTo(log.length);
    assertThat(summary.ending()).isEqualTo(new SimulationLogEnding.Complete());
    assertThat(read).hasSize(1 + 6 + 2 + 2);
  }

  @Test
  void theNextNameGetsTheIndexOfTheLostOne() {
    SimulationLogGolden.read(log, read::add);
    assertThat(read)
        .filteredOn(LogRecord.Request.class::isInstance)
        .extracting(r -> ((LogRecord.Request) r).name())
        .containsExactly("before", "before", "named", "named", "after", "after");
  }

  @Test
  void aFailureMessageIsCutByGatlingAndNotTorn() {
    SimulationLogGolden.read(log, read::add);
    assertThat(read)
        .filteredOn(r -> r instanceof LogRecord.Request request && !request.ok())
        .hasSize(2)
        .allMatch(r -> ((LogRecord.Request) r).message().equals("z".repeat(200)));
  }

  @Test
  void aLogCutInsideTheTornRecordIsACutLog() {
    int cutAt = TORN_AT + Integer.BYTES;
    SimulationLogSummary summary = SimulationLogGolden.read(Arrays.copyOf(log, cutAt), read::add);
    assertThat(summary.ending()).isEqualTo(new SimulationLogEnding.Cut(cutAt));
    assertThat(summary.lostRecords()).isZero();
  }

  @Test
  void aLongStringThatIsThereIsRead() {
    // what 3.13 writes with a configured buffer: the torn name, completed, and the rest of its
    // request: encoding, start, end, ok, and the index of the empty message
    byte[] name = new byte[9_000];
    Arrays.fill(name, (byte) 'y');
    int afterLength = TORN_AT + Integer.BYTES;
    byte[] rest = new byte[] {0, 0, 0, 0, 1, 0, 0, 0, 2, 1, -1, -1, -1, -2};
    byte[] whole = Arrays.copyOf(log, afterLength + name.length + rest.length);
    System.arraycopy(name, 0, whole, afterLength, name.length);
    System.arraycopy(rest, 0, whole, afterLength + name.length, rest.length);
    SimulationLogSummary summary = SimulationLogGolden.read(whole, read::add);
    assertThat(summary.isBroken()).isFalse();
    assertThat(read.get(read.size() - 1))
        .isInstanceOfSatisfying(
            LogRecord.Request.class, r -> assertThat(r.name()).isEqualTo("y".repeat(9_000)));
  }

  @Test
  void aLengthThatNoLogHasIsCorrupt() {
    byte[] huge = log.clone();
    huge[TORN_AT] = 0x7f;
    huge[TORN_AT + Integer.BYTES] = 'y';
    assertThat(SimulationLogGolden.read(huge, read::add).ending())
        .isEqualTo(
            new SimulationLogEnding.Corrupt(
                TORN_AT, "expected a string of at most 1048576 bytes, found 2130715432"));
  }
}
