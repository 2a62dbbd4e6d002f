package org.gatlingllm.gatling;

import io.gatling.core.controller.inject.open.OpenInjectionStep;
import java.util.Arrays;
import java.util.Iterator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import scala.concurrent.duration.FiniteDuration;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Injects the users of an open level at the instants of its schedule.
 *
 * <p>Gatling asks for the schedule only when the level starts, so that it may depend on what an
 * earlier level measured.
 */
final class ArrivalInjection implements OpenInjectionStep {
  private static final long serialVersionUID = 1;

  private final transient Supplier<long[]> schedule;
  private transient long @Nullable [] drawn;

  /**
   * Makes an injection.
   *
   * @param schedule draws the instants, in nanoseconds since the start; asked once, then
   */
  ArrivalInjection(Supplier<long[]> schedule) {
    this.schedule = schedule;
  }

  @Override
  public scala.collection.Iterator<FiniteDuration> chain(
      scala.collection.Iterator<FiniteDuration> following) {
    drawn = schedule.get();
    Iterator<FiniteDuration> starts =
        Arrays.stream(drawn).mapToObj(FiniteDuration::fromNanos).iterator();
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
