package org.gatlingllm.gatling;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * When the requests of an open level are due, in nanoseconds since its start.
 *
 * @param drawn the instants for a mean rate, in requests per second
 * @param trace what is replayed, whatever the rate, or null
 */
record Schedule(DoubleFunction<long[]> drawn, @Nullable Trace trace) {
  /** Of users who do not wait for an arrival. */
  static final Schedule NONE = new Schedule(rate -> new long[0], null);

  /** Draws the arrivals of a level; its name makes them others than those of the next one. */
  static Schedule of(Rate rate, ArrivalShape shape, Budget budget, String level) {
    return new Schedule(
        perSecond -> {
          Arrivals arrivals =
              shape
                  .process()
                  .at(
                      rate.ramp(perSecond, budget),
                      shape.burstiness(),
                      new SplittableRandom(shape.seed() ^ level.hashCode()));
          return within(budget, LongStream.generate(arrivals::nextNanos));
        },
        null);
  }

  /** One arrival each time that this has passed, whatever the rate. */
  static Schedule each(Duration between, Budget budget) {
    return new Schedule(
        perSecond -> within(budget, LongStream.iterate(0, n -> n + between.toNanos())), null);
  }

  /** Replays a trace. */
  static Schedule of(Trace trace, ArrivalShape shape, Budget budget) {
    return new Schedule(
        perSecond -> within(budget, LongStream.of(trace.arrivalNanos(shape.traceScale()))), trace);
  }

  private static long[] within(Budget budget, LongStream instants) {
    return budget.lasting().isPresent()
        ? instants.takeWhile(n -> n < budget.lasting().get().toNanos()).toArray()
        : instants.limit(budget.requests()).toArray();
  }

  /** The request of that number, from 0, or null where a trace does not tell. */
  Trace.@Nullable Row row(long number) {
    return trace != null && number >= 0 && number < trace.rows().size()
        ? trace.rows().get((int) number)
        : null;
  }
}
