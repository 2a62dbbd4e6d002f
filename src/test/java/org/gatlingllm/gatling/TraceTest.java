package org.gatlingllm.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.gatlingllm.gatling.Trace.Row;
import org.gatlingllm.metric.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TraceTest {
  private static final String MOONCAKE =
      """
      {"timestamp": 27482, "input_length": 6955, "output_length": 52, "hash_ids": [46, 47]}
      {"timestamp": 30535, "input_length": 6472, "output_length": 26, "hash_ids": []}
      """;
  private static final String AZURE =
      """
      TIMESTAMP,ContextTokens,GeneratedTokens
      2023-11-16 18:17:03.9799600,4808,10
      2023-11-16 18:17:04.0319600,3180,8
      """;
  private static final String BURST_GPT =
      """
      Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type
      5,ChatGPT,472,18,490,Conversation log
      45.5,GPT-4,1087,0,1087,API log
      """;

  @TempDir private Path folder;

  private static Trace trace(String text) throws IOException {
    return Trace.of(new BufferedReader(new StringReader(text)), "t");
  }

  @Test
  void mooncakeIsRead() throws IOException {
    assertThat(trace(MOONCAKE).rows())
        .containsExactly(new Row(0, 6955, 52), new Row(3_053_000_000L, 6472, 26));
  }

  @Test
  void markOfWindowsIsNoPartOfATrace() throws IOException {
    assertThat(trace("\uFEFF" + MOONCAKE)).isEqualTo(trace(MOONCAKE));
    assertThat(trace("\uFEFF" + AZURE)).isEqualTo(trace(AZURE));
  }

  @Test
  void otherEncodingIsTold() throws IOException {
    Path file = Files.writeString(folder.resolve("t.csv"), AZURE, StandardCharsets.UTF_16);
    assertThatThrownBy(() -> Trace.read(file)).hasMessageContaining("a text in UTF-8");
  }

  @Test
  void azureIsRead() throws IOException {
    assertThat(trace(AZURE).rows())
        .containsExactly(new Row(0, 4808, 10), new Row(52_000_000, 3180, 8));
  }

  @Test
  void azureOfTheNextYearHasZones() throws IOException {
    String text =
        """
        TIMESTAMP,ContextTokens,GeneratedTokens
        2024-05-10 00:00:00.009930+00:00,2162,5
        2024-05-10 00:00:01+00:00,2399,6
        """;
    assertThat(trace(text).rows())
        .containsExactly(new Row(0, 2162, 5), new Row(990_070_000, 2399, 6));
  }

  @Test
  void burstGptIsReadAndAFailureAsksForOneToken() throws IOException {
    assertThat(trace(BURST_GPT).rows())
        .containsExactly(new Row(0, 472, 18), new Row(40_500_000_000L, 1087, 1));
  }

  @Test
  void rowsAreReplayedInTheOrderOfTheirTimes() throws IOException {
    String text =
        """
        {"timestamp": 9, "input_length": 1, "output_length": 1}
        {"timestamp": 4, "input_length": 2, "output_length": 2}
        """;
    assertThat(trace(text).rows()).containsExactly(new Row(0, 2, 2), new Row(5_000_000, 1, 1));
  }

  @Test
  void timeScaleStretchesInstantsAndNotLengths() throws IOException {
    Trace trace = trace(BURST_GPT);
    assertThat(trace.arrivalNanos(0.5)).containsExactly(0, 20_250_000_000L);
    assertThat(trace.requestsPerSecond(0.5)).isCloseTo(1 / 20.25, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a,b,c\n1,2,3\n",
        "TIMESTAMP,ContextTokens,GeneratedTokens\n",
        "TIMESTAMP,ContextTokens,GeneratedTokens\nyesterday,1,2\n",
        "{\"timestamp\": 1, \"input_length\": 2}\n",
        "{\"timestamp\": 1, \"input_length\"",
        "Timestamp,Model,Request tokens,Response tokens\n1,m\n",
        "Timestamp,Request tokens,Response tokens\nNaN,1,2\n",
        "Timestamp,Request tokens,Response tokens\n1e300,1,2\n",
        "Timestamp,Request tokens,Response tokens\n1,-1,2\n",
        "Timestamp,Request tokens,Response tokens\n1,1,1e18\n",
        "TIMESTAMP,ContextTokens,GeneratedTokens\n9999-01-01 00:00:00,1,2\n",
        "{\"timestamp\": 1e300, \"input_length\": 2, \"output_length\": 2}\n",
        "{\"timestamp\": 1, \"input_length\": 2147483648, \"output_length\": 2}\n"
      })
  void whatIsNoTraceIsRefusedWithItsLine(String text) {
    assertThatThrownBy(() -> trace(text))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("cannot replay trace \"t\": expected ")
        .hasMessageMatching("(?s).* in line [12]");
  }

  @Test
  void missingFileIsRefused() {
    assertThatThrownBy(() -> Trace.read(folder.resolve("none.csv")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("expected a readable file");
  }

  @Test
  void traceIsOneLevelOfAllItsRequests() throws IOException {
    LevelPlan plan = OpenProfile.of(journey()).rates(1, 2).trace(file(), 1).plans().get(0);
    assertThat(plan.name()).isEqualTo("trace");
    assertThat(plan.budget().requests()).isEqualTo(2);
    assertThat(((Level.Open) plan.level().load()).arrivals()).isEqualTo("trace");
    Schedule schedule = plan.schedule();
    assertThat(schedule.drawn().apply(9)).containsExactly(0, 52_000_000);
    assertThat(schedule.row(1)).isEqualTo(new Row(52_000_000, 3180, 8));
    assertThat(schedule.row(2)).isNull();
  }

  @Test
  void durationCutsATrace() throws IOException {
    List<LevelPlan> plans =
        OpenProfile.of(journey()).trace(file(), 1).lasting(Duration.ofMillis(50)).plans();
    assertThat(plans).hasSize(1);
    Schedule schedule = plans.get(0).schedule();
    assertThat(schedule.drawn().apply(9)).containsExactly(0);
  }

  private Path file() throws IOException {
    return Files.writeString(folder.resolve("azure.csv"), AZURE, StandardCharsets.UTF_8);
  }

  private static Journey journey() {
    return new Journey(io.gatling.javaapi.core.CoreDsl.exec(s -> s), 64, true, false);
  }
}
