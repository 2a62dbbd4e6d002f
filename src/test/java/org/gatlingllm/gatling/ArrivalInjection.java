package org.gatlingllm.gatling;

import io.gatling.core.controller.inject.open.OpenInjectionStep;
import java.util.Arrays;
import java.util.Iterator;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import scala.concurrent.duration.FiniteDuration;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Injects the users of a level at the instants of its schedule.
 *
 * <p>Gatling asks for the schedule only when the level starts, so that it may depend on what an
 * earlier level measured. It starts users by the whole millisecond, and takes a while to start
 * those of the first two seconds, in one go.
 */
final class ArrivalInjection implements OpenInjectionStep {
  private static final int AT_ONCE = 32;
  private static final long APART_NANOS = 500_000;
  private static final long serialVersionUID = 1;

  private final transient Supplier<long[]> schedule;
  private final transient BooleanSupplier over;
  private transient long @Nullable [] drawn;

  /**
   * Makes an injection.
   *
   * @param schedule draws the instants, in nanoseconds since the start; asked once, then
   * @param over whether nobody is wanted any more, before the schedule's end
   */
  ArrivalInjection(Supplier<long[]> schedule, BooleanSupplier over) {
    this.schedule = schedule;
    this.over = over;
  }

  /**
   * The users of a closed level: {@value #AT_ONCE} at once, the others half a millisecond apart. A
   * connection takes the client a fifth of one to open, and of hundreds that are opened in one go
   * the last request would be measured with the time that all of them took.
   */
  static ArrivalInjection ofUsers(int users) {
    long[] starts =
        IntStream.range(0, users)
            .mapToLong(i -> Math.max(0, i + 1 - AT_ONCE) * APART_NANOS)
            .toArray();
    return new ArrivalInjection(() -> starts, () -> false);
  }

  @Override
  public scala.collection.Iterator<FiniteDuration> chain(
      scala.collection.Iterator<FiniteDuration> following) {
    drawn = schedule.get();
    Iterator<FiniteDuration> starts =
        Arrays.stream(drawn)
            .takeWhile(n -> !over.getAsBoolean())
            .mapToObj(FiniteDuration::fromNanos)
            .iterator();
    return CollectionConverters.asScala(starts).concat(() -> following);
  }

  /** How many users; 1 before the schedule is drawn, so that Gatling does not take it for empty. */
  @Override
  public long users() {
    return drawn == null ? 1 : drawn.length;
  }

  @Override
  public FiniteDuration duration() {
    return FiniteDuration.fromNanos(
        drawn == null || drawn.length == 0 ? 0 : drawn[drawn.length - 1]);
  }

  // of scala.Product, which the Scala trait extends

  @Override
  public int productArity() {
    return 0;
  }

  @Override
  public Object productElement(int n) {
    throw new IndexOutOfBoundsException(n);
  }

  @Override
  public boolean canEqual(Object that) {
    return that == this;
  }
}
