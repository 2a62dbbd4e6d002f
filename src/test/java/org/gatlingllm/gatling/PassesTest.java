package org.gatlingllm.gatling;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.gatling.javaapi.core.ChainBuilder;
import java.time.Duration;
import java.util.List;
import org.gatlingllm.metric.Level;
import org.junit.jupiter.api.Test;

final class PassesTest {
  private static final ChainBuilder STEPS = exec(session -> session);
  private static final LoadProfile CLIENT = LlmDsl.clientWarmUp(STEPS, Duration.ofSeconds(1));
  private static final LoadProfile WARM_UP = LlmDsl.warmUp(STEPS).requests(2);
  private static final LoadProfile CLOSED = LlmDsl.closed(STEPS).concurrency(1, 8).requests(4);
  private static final LoadProfile OPEN = LlmDsl.open(STEPS).rates(List.of("90%")).requests(4);

  private static List<String> names(Passes passes, LoadProfile... profiles) {
    return passes.turns(List.of(profiles)).stream().map(turn -> turn.plan().name()).toList();
  }

  @Test
  void oneServerOnceHasPlainNames() {
    assertThat(names(Passes.ONCE, CLIENT, WARM_UP, CLOSED, OPEN))
        .containsExactly("client warm-up", "warm-up", "c=1", "c=8", "rate=90%");
  }

  @Test
  void allLevelsRunOnceBeforeTheFirstRunsAgain() {
    assertThat(names(new Passes(2, false), WARM_UP, CLOSED, OPEN))
        .containsExactly(
            "warm-up", "c=1 #1", "c=8 #1", "rate=90% #1", "c=1 #2", "c=8 #2", "rate=90% #2");
  }

  @Test
  void twoServersTakeTurnsAndTheFirstChangesWithEachPass() {
    assertThat(names(new Passes(3, true), CLOSED))
        .containsExactly(
            "c=1 #1 @a",
            "c=1 #1 @b",
            "c=8 #1 @a",
            "c=8 #1 @b", //
            "c=1 #2 @b",
            "c=1 #2 @a",
            "c=8 #2 @b",
            "c=8 #2 @a", //
            "c=1 #3 @a",
            "c=1 #3 @b",
            "c=8 #3 @a",
            "c=8 #3 @b");
  }

  @Test
  void moreLevelsThanGatlingCanHoldAreRefused() {
    assertThatThrownBy(() -> Load.of(new Passes(251, false), CLOSED))
        .hasMessageContaining("expected at most 500, found 502 or more; lower llm.repeats");
    assertThatThrownBy(() -> Load.of(new Passes(Integer.MAX_VALUE, true), CLOSED))
        .hasMessageContaining("expected at most 500, found 2147483647 or more");
  }

  @Test
  void moreArrivalsThanFitIntoMemoryAreRefusedBeforeTheLoad() {
    OpenProfile open = LlmDsl.open(STEPS).rates(List.of("1e9"));
    for (OpenProfile tooMany :
        List.of(open.lasting(Duration.ofSeconds(60)), open.requests(Integer.MAX_VALUE))) {
      assertThatThrownBy(() -> Load.of(tooMany))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("cannot run rate '1e9': expected at most 10000000 requests");
    }
    assertThat(names(Passes.ONCE, open.requests(3))).containsExactly("rate=1e9");
  }

  @Test
  void warmUpComesOnceForEachServerAndOnceForTheClient() {
    assertThat(names(new Passes(2, true), CLIENT, WARM_UP, LlmDsl.closed(STEPS).concurrency(1)))
        .containsExactly(
            "client warm-up",
            "warm-up @a",
            "warm-up @b",
            "c=1 #1 @a",
            "c=1 #1 @b",
            "c=1 #2 @b",
            "c=1 #2 @a");
  }

  @Test
  void levelTellsItsRepeatAndItsServer() {
    assertThat(Load.of(new Passes(2, true), WARM_UP, LlmDsl.closed(STEPS)).measured())
        .extracting(Level::name, Level::repeat, Level::target)
        .containsExactly(
            tuple("c=1 #1 @a", 1, "a"),
            tuple("c=1 #1 @b", 1, "b"),
            tuple("c=1 #2 @b", 2, "b"),
            tuple("c=1 #2 @a", 2, "a"));
  }

  @Test
  void repeatsOfOneServerNameNone() {
    assertThat(Load.of(new Passes(2, false), LlmDsl.closed(STEPS)).measured())
        .extracting(Level::target)
        .containsOnlyNulls();
  }

  @Test
  void allRepeatsOfAnOpenLevelOnBothServersHaveTheSameArrivals() {
    List<long[]> arrivals =
        new Passes(2, true)
            .turns(List.of(OPEN)).stream()
                .map(turn -> turn.plan().schedule().drawn().apply(3))
                .toList();
    assertThat(arrivals).hasSize(4).allSatisfy(a -> assertThat(a).isEqualTo(arrivals.get(0)));
  }

  @Test
  void shareWithoutClosedLevelsIsRefused() {
    assertThatThrownBy(() -> Load.of(new Passes(2, true), OPEN, CLOSED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot run level 'rate=90% #1 @a'")
        .hasMessageContaining("no closed level comes before it");
  }

  @Test
  void shareOfClosedLevelsThatEndBeforeTheirUsersHaveAllBegunIsRefused() {
    ClosedProfile few = LlmDsl.closed(STEPS).concurrency(4, 8);
    assertThatThrownBy(() -> Load.of(few.requests(4), OPEN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "cannot run level 'rate=90%': its rate is a share of the closed peak; expected"
                + " closed.requests above the concurrency of at least one closed level before it,"
                + " found 4 at c=4, 4 at c=8");
    assertThat(Load.of(few.requests(5), OPEN).measured()).hasSize(3);
    assertThat(Load.of(few.lasting(Duration.ofSeconds(1)), OPEN).measured()).hasSize(3);
  }

  @Test
  void shareOfClosedLevelsOfAnotherPromptLengthIsRefused() {
    ClosedProfile shorter = LlmDsl.closed(STEPS).requests(4).promptTokens(List.of(16));
    assertThatThrownBy(() -> Load.of(shorter, OPEN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no closed level comes before it that has its prompt length");
  }

  @Test
  void runHasAtLeastOnePass() {
    assertThatThrownBy(() -> new Passes(0, false))
        .hasMessage("a run must have at least 1 pass, found 0");
  }
}
