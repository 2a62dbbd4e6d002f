package org.gatlingllm.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class CompilerRestTest {
  private long nowMillis = 1_000;
  private long compiledMillis;
  private final CompilerRest rest =
      new CompilerRest(
          () -> TimeUnit.MILLISECONDS.toNanos(nowMillis),
          () -> TimeUnit.MILLISECONDS.toNanos(compiledMillis));

  /** A second passes in which the compilers work for so long. */
  private boolean window(long compiling) {
    nowMillis += 1000;
    compiledMillis += compiling;
    return rest.getAsBoolean();
  }

  @Test
  void restsAfterThreeQuietWindows() {
    assertThat(window(400)).isFalse();
    assertThat(window(10)).isFalse();
    assertThat(window(10)).isFalse();
    assertThat(window(10)).isTrue();
  }

  @Test
  void quietWindowsBetweenBusyOnesAreNoRest() {
    assertThat(window(10)).isFalse();
    assertThat(window(10)).isFalse();
    assertThat(window(100)).isFalse();
    assertThat(window(10)).isFalse();
    assertThat(window(900)).isFalse();
  }

  @Test
  void restLasts() {
    window(0);
    window(0);
    assertThat(window(0)).isTrue();
    assertThat(window(500)).isTrue();
  }

  @Test
  void nothingIsSaidWithinAWindow() {
    nowMillis += 999;
    assertThat(rest.getAsBoolean()).isFalse();
  }
}
