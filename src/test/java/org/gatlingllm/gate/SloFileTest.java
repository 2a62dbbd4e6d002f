package org.gatlingllm.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import org.gatlingllm.metric.Metric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SloFileTest {
  private static final double MS = 1e6;

  private static List<String> words(String slo) {
    return Slo.parse(slo, "my.conf").limits().stream().map(Limit::words).toList();
  }

  /** It is a user's to change: what stands in it is nothing to test. */
  @Test
  void slosOfTheProjectCanBeRead() {
    assertThatCode(Slo::standard).doesNotThrowAnyException();
  }

  @Test
  void limitsAreWrittenAsTheyAreSaid() {
    assertThat(
            words(
                "limits = [{ ttft { p50 = \"<= 100 ms\", p999 = \"≤ 2 s\" }, itl.mean = 50 ms,"
                    + " \"tok/s/user\".min = \">= 10 tok/s\", error_fraction = 1 % }]"))
        .containsExactlyInAnyOrder(
            "p50 ttft ≤ 100 ms",
            "p99.9 ttft ≤ 2 s",
            "mean itl ≤ 50 ms",
            "min tok/s/user ≥ 10 tok/s",
            "error_fraction ≤ 1 %");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"chat", "code-completion", "voice", "long-generation", "batch", "offline"})
  void everyPresetCanBeReadAndBeginsTheLimits(String preset) {
    Slo slo = Slo.parse("preset = " + preset + "\nlimits = [{ ttft.p50 = 1 s }]", "my.conf");
    assertThat(slo.limits()).hasSizeGreaterThan(1);
    assertThat(slo.limits().get(slo.limits().size() - 1).words()).isEqualTo("p50 ttft ≤ 1 s");
  }

  @Test
  void goodputOfTheFileReplacesThatOfThePreset() {
    Slo slo = Slo.parse("preset = chat\ngoodput { ttft = 7 s }", "my.conf");
    assertThat(slo.request().limits()).containsOnlyKeys(Metric.TIME_TO_FIRST_TOKEN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "limits = [{ ttft.p95 = 200 }] | limits[0].ttft.p95 | expected a time with its unit, as in"
            + " \"<= 200 ms\", found 200",
        "limits = [{ ttft.p95 = \"<= 200\" }] | limits[0].ttft.p95 | expected a time with its unit,"
            + " as in \"<= 200 ms\", found \"<= 200\"",
        "limits = [{ ttft.p95 = \"<= 200 parsec\" }] | limits[0].ttft.p95 | expected a time with"
            + " its unit",
        "limits = [{ ttft.p95 = \"soon\" }] | limits[0].ttft.p95 | expected a time with its unit",
        "limits = [{ ttft.p95 = \">= 200 ms\" }] | limits[0].ttft.p95 | expected <=, since less of"
            + " it is better",
        "limits = [{ ttft.p95 = [1] }] | limits[0].ttft.p95 | expected a time with its unit",
        "limits = [{ ttft = 200 ms }] | limits[0].ttft | expected an object { … }, found \"200"
            + " ms\"",
        "limits = [{ ttft.p99.9 = 200 ms }] | limits[0].ttft.p99 | write p99.9 as p999",
        "limits = [{ ttft.q95 = 200 ms }] | limits[0].ttft.q95 | expected p50, p95, p99, p999,"
            + " mean, min or max, found 'q95'",
        "limits = [{ ttft.p0 = 200 ms }] | limits[0].ttft.p0 | expected a quantile above p0",
        "limits = [{ tftt.p95 = 200 ms }] | limits[0].tftt | expected a metric (ttft, itl, tpot,"
            + " e2el, …)",
        "limits = [{ level = \"c=1\" }] | limits[0] | expected at least one limit",
        "limits = [7] | limits[0] | expected an object { … }, found 7",
        "limits = [{ error_fraction = 5 }] | limits[0].error_fraction | expected a share, as in"
            + " \"<= 1 %\" or \"<= 0.01\", found 5",
        "limits = [{ good_request_fraction = \"<= 95 %\" }] | limits[0].good_request_fraction |"
            + " expected >=, since more of it is better",
        "limits = [{ output_token_throughput = 100 }] | limits[0].output_token_throughput |"
            + " expected a rate with its unit",
        "limits = [{ request_throughput = \"<= 9 /s\" }] | limits[0].request_throughput | expected"
            + " >=",
        "limits = [{ allowInconclusive = maybe, ttft.p50 = 1 s }] | limits[0].allowInconclusive |"
            + " expected true or false, found \"maybe\"",
        "limits = [{ level = 8, ttft.p50 = 1 s }] | limits[0].level | expected a text, found 8",
        "limits = [{ level = [], ttft.p50 = 1 s }] | limits[0].level | expected at least one level,"
            + " as in \"c=8\", closed, open or \"*\", found []",
        "limits = [{ request = 8, ttft.p50 = 1 s }] | limits[0].request | expected a text, found 8",
        "limits = [{ ttft.p95 = -5 ms }] | limits[0].ttft.p95 | expected a time with its unit",
        "limits = [{ ttft.p95 = null }] | limits[0].ttft.p95 | expected a time with its unit, as in"
            + " \"<= 200 ms\", found null",
        "limits = null | limits | expected an object { … }, found null",
        "limits = [{ error_fraction = 150 % }] | limits[0].error_fraction | expected a share",
        "limits = [{ output_tokens.p50 = 60 }] | limits[0].output_tokens.p50 | expected a count with"
            + " its unit, as in \">= 60 tokens\", found 60",
        "limit = [] | limit | expected preset, goodput, limits, capacity, offline",
        "preset = poetry | preset | expected one of chat, code-completion, voice",
        "preset = 7 | preset | expected a text, found 7",
        "allowInconclusive = 1 | allowInconclusive | expected true or false, found 1",
        "goodput = 7 | goodput | expected an object { … }, found 7",
        "goodput { ttft = \">= 200 ms\" } | goodput.ttft | expected <=, since less of it is better",
        "goodput { ttft = 200 } | goodput.ttft | expected a time with its unit",
        "goodput { output_tokens = 5 tokens } | goodput.output_tokens | expected ttft, tpot, e2el"
            + " or another metric",
        "goodput { ttft = 0 ms } | goodput.ttft | expected more than 0",
        "capacity = [{ ttft.p95 = 1 s }] | capacity[0] | expected at_least",
        "capacity = [{ at_least = 4 users }] | capacity[0] | expected limits on metrics that a"
            + " level must keep",
        "capacity = [{ ttft.p95 = 1 s, at_least = 4 }] | capacity[0].at_least | expected a number"
            + " of users, as in \"4 users\", found 4",
        "capacity = [{ ttft.p95 = 1 s, at_least = \"<= 4 users\" }] | capacity[0].at_least |"
            + " expected >=, since more of it is better",
        "capacity = [{ error_fraction = 1 %, at_least = 4 users }] | capacity[0] | expected limits"
            + " on metrics that a level must keep",
        "capacity = [{ goodness.p95 = 1 s, at_least = 4 users }] | capacity[0].goodness | expected a"
            + " metric",
        "offline = [{ jobs = 0 jobs, deadline = 2 h }] | offline[0].jobs | expected at least 1 job,"
            + " found \"0 jobs\"",
        "offline = [{ jobs = 5 jobs, deadline = \">= 2 h\" }] | offline[0].deadline | expected <=",
        "offline = [{ jobs = 10 jobs }] | offline[0].jobs | expected a deadline beside jobs",
        "offline = [{ deadline = 2 h }] | offline[0].deadline | expected jobs beside a deadline",
        "offline = [{ jobs = 10, deadline = 2 h }] | offline[0].jobs | expected a number of jobs,"
            + " as in \"1000 jobs\", found 10",
        "offline = [{ cost_per_million_tokens = 2 }] | offline[0].cost_per_million_tokens |"
            + " expected an amount with its currency",
        "offline = [{ dead_line = 2 h }] | offline[0].dead_line | expected jobs, deadline",
        "offline = [{ level = \"c=1\" }] | offline[0] | expected jobs with a deadline",
        "costPerHour = 2.5 | costPerHour | expected an amount with its currency",
        "regression { threshold = 0 % } | regression.threshold | expected a share above 0 and below"
            + " 1",
        "regression { threshold = 10 } | regression.threshold | expected a share, as in",
        "regression { metrics = [output_tokens] } | regression.metrics[0] | expected one of"
            + " ttft, ttfot, itl, tpot, e2el",
        "regression { threshold = \">= 10 %\" } | regression.threshold | expected a share above 0"
            + " and below 1",
        "regression { metrics = [] } | regression.metrics | expected at least one of ttft, ttfot,"
            + " itl, tpot, e2el, found []",
        "regression { inconclusive = 20 } | regression.inconclusive | expected a share, as in",
        "regression { inconclusive = \">= 20 %\" } | regression.inconclusive | expected <=",
        "regression = 7 | regression | expected an object { … }, found 7",
        "regression { noise = 10 % } | regression.noise | expected threshold, metrics or"
            + " inconclusive, found 'noise'",
      })
  void badFileIsRefusedWithPlaceExpectedAndFound(String slo, String path, String problem) {
    SloFormatException refused =
        catchThrowableOfType(SloFormatException.class, () -> Slo.parse("\n\n" + slo, "my.conf"));
    assertThat(refused.getMessage())
        .startsWith("cannot use my.conf, line 3, " + path + ": ")
        .contains(problem.strip())
        .contains("; ");
    assertThat(refused.line()).isEqualTo(3);
    assertThat(refused.file()).isEqualTo("my.conf");
  }

  @Test
  void brokenSyntaxIsRefusedWithItsLine() {
    assertThatThrownBy(() -> Slo.parse("limits = [\n{ ttft.p95 = <= 200 ms }\n]", "my.conf"))
        .isInstanceOf(SloFormatException.class)
        .hasMessageStartingWith("cannot use my.conf, line 2: expected HOCON, found: ")
        .hasMessageContaining("need quotes");
    assertThatThrownBy(() -> Slo.parse("limits = [{ ttft.p95 = ${target} }]", "my.conf"))
        .isInstanceOf(SloFormatException.class)
        .hasMessageStartingWith("cannot use my.conf, line 1: expected HOCON, found: ")
        .hasMessageContaining("target");
  }

  @Test
  void missingFileIsRefused() {
    assertThatThrownBy(() -> Slo.read(Path.of("no-such.conf")))
        .isInstanceOf(SloFormatException.class)
        .hasMessage("cannot use no-such.conf: expected a file, found none; check llm.slo");
  }

  @Test
  void limitOnGoodRequestsNeedsToKnowWhatGoodIs() {
    assertThatThrownBy(() -> Slo.parse("limits = [{ good_request_fraction = 95 % }]", "my.conf"))
        .isInstanceOf(SloFormatException.class)
        .hasMessageContaining("expected goodput { … } beside a limit on good requests, found none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ttft=200 | expected pairs of a metric and milliseconds, found \"ttft=200\"",
        "ttft:fast | expected pairs of a metric and milliseconds",
        "tfft:200 | expected ttft, tpot, e2el or another time, found \"tfft\"",
        "output_tokens:200 | expected ttft, tpot, e2el or another time",
        "ttft:0 | expected more than 0 ms",
        "ttft:1 ttft:2 | expected each metric once",
      })
  void badShortFormIsRefused(String text, String problem) {
    assertThatThrownBy(() -> Slo.parse("", "x").withGoodput(text, 0.95))
        .isInstanceOf(SloFormatException.class)
        .hasMessageStartingWith("cannot use llm.goodput: " + problem)
        .hasMessageContaining("write it as in \"ttft:200 tpot:50 e2el:5000\"");
  }

  @Test
  void shortFormIsInMilliseconds() {
    assertThat(Slo.parse("", "x").withGoodput("ttft:200 tpot:50.5", 1).request().limits())
        .containsEntry(Metric.TIME_TO_FIRST_TOKEN, 200 * MS)
        .containsEntry(Metric.TIME_PER_OUTPUT_TOKEN, 50.5 * MS)
        .hasSize(2);
  }

  @Test
  void goodFractionAndCostAreRefusedOutsideOfTheirRange() {
    assertThatThrownBy(() -> Slo.parse("", "x").withGoodput("ttft:200", 95))
        .hasMessageContaining("llm.goodputFraction: expected a share above 0, at most 1, found 95");
    assertThatThrownBy(() -> Slo.parse("", "x").withCostPerHour("2.5"))
        .hasMessageContaining("llm.costPerHour: expected an amount with its currency");
    assertThat(Slo.parse("", "x").withCostPerHour("2.5 USD").costPerHour())
        .contains(new Money(2.5, "USD"));
  }
}
