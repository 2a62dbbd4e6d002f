package org.gatlingllm.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.LongStream;
import org.gatlingllm.log.SimulationLogGolden.Stats;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real logs, read and compared with what Gatling reported of the same runs. */
class SimulationLogReaderTest {
  private static final String RECEIPT = "receipt größe 東京";

  @ParameterizedTest
  @MethodSource("org.gatlingllm.log.SimulationLogGolden#all")
  void headerNamesTheRun(SimulationLogGolden golden) {
    assertThat(golden.records().get(0))
        .isInstanceOfSatisfying(
            LogRecord.RunHeader.class,
            header -> {
              assertThat(header.gatlingVersion()).isEqualTo(golden.version());
              assertThat(header.simulationClassName()).isEqualTo("golden.GoldenSimulation");
              assertThat(Instant.ofEpochMilli(header.startMillis())).isEqualTo(golden.startedAt());
              assertThat(header.description()).isEqualTo("golden log of " + golden.version());
              assertThat(header.scenarios()).containsExactly("shopper", "lost visitor");
            });
  }

  @ParameterizedTest
  @MethodSource("org.gatlingllm.log.SimulationLogGolden#all")
  void requestsAreThoseOfTheGatlingReport(SimulationLogGolden golden) {
    List<LogRecord.Request> all = golden.records(LogRecord.Request.class);
    expect(golden.requests(), responseTimes(all));
    expect(golden.failed(), responseTimes(all.stream().filter(r -> !r.ok()).toList()));
    expect(
        golden.card(),
        responseTimes(all.stream().filter(r -> path(r).equals("order/pay/card")).toList()));
  }

  @ParameterizedTest
  @MethodSource("org.gatlingllm.log.SimulationLogGolden#all")
  void requestsCarryTheirGroupsAndNames(SimulationLogGolden golden) {
    assertThat(golden.records(LogRecord.Request.class))
        .extracting(SimulationLogReaderTest::path)
        .containsOnly(
            "home",
            "order/list",
            "order/pay/card",
            "order/pay/" + RECEIPT,
            "wrong/missing",
            "wrong/refused");
  }

  @ParameterizedTest
  @MethodSource("org.gatlingllm.log.SimulationLogGolden#all")
  void failedRequestsSayWhy(SimulationLogGolden golden) {
    List<LogRecord.Request> all = golden.records(LogRecord.Request.class);
    assertThat(all).filteredOn(LogRecord.Request::ok).allMatch(r -> r.message().isEmpty());
    assertThat(all)
        .filteredOn(r -> r.name().equals("missing"))
        .hasSize(5)
        .allMatch(r -> r.message().equals("status.find.is(200), " + golden.foundWords() + "404"));
    assertThat(all)
        .filteredOn(r -> r.name().equals("refused"))
        .hasSize(5)
        .allMatch(
            r ->
                r.message()
                    .equals("jsonPath($.answer).find.is(no), " + golden.foundWords() + "yes"));
  }

  @ParameterizedTest
  @MethodSource("org.gatlingllm.log.SimulationLogGolden#all")
  void groupsAreThoseOfTheGatlingReport(SimulationLogGolden golden) {
    expect(golden.order(), cumulatedResponseTimes(golden, List.of("order")));
    expect(golden.pay(), cumulatedResponseTimes(golden, List.of("order", "pay")));
    assertThat(golden.records(LogRecord.Group.class))
        .hasSize(24 + 24 + 5)
        .allMatch(g -> g.ok() == !g.groups().equals(List.of("wrong")));
  }

  @ParameterizedTest
  @MethodSource("org.gatlingllm.log.SimulationLogGolden#all")
  void aGroupLastsItsResponseTimesAndItsPause(SimulationLogGolden golden) {
    // each "order" ends with a pause of 40 ms, which is no response time
    assertThat(golden.records(LogRecord.Group.class))
        .filteredOn(g -> g.groups().equals(List.of("order")))
        .allMatch(g -> g.endMillis() - g.startMillis() >= g.cumulatedResponseTimeMillis() + 40);
  }

  @ParameterizedTest
  @MethodSource("org.gatlingllm.log.SimulationLogGolden#all")
  void aRequestThatCouldNotBeBuiltIsAnError(SimulationLogGolden golden) {
    assertThat(golden.records(LogRecord.Error.class))
        .hasSize(5)
        .allMatch(
            e ->
                e.message().strip().equals("unbuildable: No attribute named 'nowhere' is defined"));
  }

  @ParameterizedTest
  @MethodSource("org.gatlingllm.log.SimulationLogGolden#all")
  void everyUserThatStartsEnds(SimulationLogGolden golden) {
    assertThat(golden.records(LogRecord.UserStart.class))
        .hasSize(13)
        .filteredOn(u -> u.scenario().equals("shopper"))
        .hasSize(8);
    assertThat(golden.records(LogRecord.UserEnd.class))
        .hasSize(13)
        .filteredOn(u -> u.scenario().equals("lost visitor"))
        .hasSize(5);
  }

  @ParameterizedTest
  @MethodSource("org.gatlingllm.log.SimulationLogGolden#all")
  void timesAreOrderedAndInsideTheRun(SimulationLogGolden golden) {
    long runStart = golden.records(LogRecord.RunHeader.class).get(0).startMillis();
    long lastEnd =
        golden.records(LogRecord.UserEnd.class).stream()
            .mapToLong(LogRecord.UserEnd::timestampMillis)
            .max()
            .orElseThrow();
    // Gatling's console gave each run less than two seconds
    assertThat(lastEnd - runStart).isBetween(1_000L, 2_500L);
    assertThat(golden.records(LogRecord.Request.class))
        .allMatch(r -> runStart <= r.startMillis() && r.startMillis() <= r.endMillis())
        .allMatch(r -> r.endMillis() <= lastEnd);
  }

  @ParameterizedTest
  @MethodSource("org.gatlingllm.log.SimulationLogGolden#all")
  void summaryOfAWholeLogSaysSo(SimulationLogGolden golden) {
    SimulationLogSummary summary = SimulationLogGolden.read(golden.bytes(), r -> {});
    assertThat(summary)
        .isEqualTo(
            new SimulationLogSummary(
                golden.records(LogRecord.RunHeader.class).get(0),
                1 + 87 + 53 + 5 + 26,
                golden.bytes().length,
                0,
                13,
                13,
                new SimulationLogEnding.Complete()));
    assertThat(summary.isBroken()).isFalse();
    assertThat(summary.usersStillRunning()).isZero();
  }

  private static String path(LogRecord.Request request) {
    return request.groups().isEmpty()
        ? request.name()
        : String.join("/", request.groups()) + "/" + request.name();
  }

  private static LongStream responseTimes(List<LogRecord.Request> requests) {
    return requests.stream().mapToLong(r -> r.endMillis() - r.startMillis());
  }

  private static LongStream cumulatedResponseTimes(SimulationLogGolden golden, List<String> path) {
    return golden.records(LogRecord.Group.class).stream()
        .filter(g -> g.groups().equals(path))
        .mapToLong(LogRecord.Group::cumulatedResponseTimeMillis);
  }

  private static void expect(Stats reported, LongStream readMillis) {
    LongSummaryStatistics read = readMillis.summaryStatistics();
    assertThat(read.getCount()).isEqualTo(reported.count());
    assertThat(read.getMin()).isEqualTo(reported.minMillis());
    assertThat(read.getMax()).isEqualTo(reported.maxMillis());
    // reported to a whole millisecond
    assertThat(read.getAverage()).isCloseTo(reported.meanMillis(), within(1.0));
  }
}
