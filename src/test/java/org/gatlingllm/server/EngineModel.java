package org.gatlingllm.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Runs the engine in virtual time: which token times a {@link ServiceModel} gives for which
 * arrivals. Pure: no clock, no thread; the same arguments give the same times. What the real-time
 * server does for the same arrivals, without the lateness of timers and sockets.
 */
public final class EngineModel {

  private EngineModel() {}

  /** Returns the timelines of an open load, in the order of the list. */
  public static List<Timeline> simulate(ServiceModel model, List<Arrival> arrivals, long seed) {
    Engine engine = Engine.of(model, seed);
    List<Timeline> timelines = arrivals.stream().map(Timeline::new).toList();
    List<Integer> inTime = new ArrayList<>();
    for (int i = 0; i < arrivals.size(); i++) {
      inTime.add(i);
    }
    inTime.sort(Comparator.comparingLong(i -> arrivals.get(i).atNanos()));
    for (int i : inTime) {
      Arrival arrival = arrivals.get(i);
      fireUntil(engine, arrival.atNanos());
      engine.arrive(sequence(arrival, timelines.get(i), () -> {}));
    }
    fireUntil(engine, Engine.IDLE - 1);
    return timelines;
  }

  /**
   * Returns the timelines of a closed load, in the order in which requests were sent: so many users
   * send at time 0, and each sends its next request at the instant its last one ended, until that
   * many requests were sent.
   *
   * @throws IllegalArgumentException when a number is less than 1
   */
  public static List<Timeline> simulateClosed(
      ServiceModel model,
      int concurrency,
      int requests,
      int promptTokens,
      int outputTokens,
      long seed) {
    if (concurrency < 1 || requests < 1) {
      throw new IllegalArgumentException(
          "closed load: expected at least 1 user and 1 request, found "
              + concurrency
              + " and "
              + requests);
    }
    Engine engine = Engine.of(model, seed);
    ClosedLoad load = new ClosedLoad(engine, requests, promptTokens, outputTokens);
    for (int user = 0; user < concurrency; user++) {
      load.send(0);
    }
    fireUntil(engine, Engine.IDLE - 1);
    return load.timelines;
  }

  private static void fireUntil(Engine engine, long nanos) {
    while (engine.nextNanos() <= nanos) {
      engine.fire();
    }
  }

  private static Sequence sequence(Arrival arrival, Timeline timeline, Runnable whenDone) {
    Sequence.Listener listener =
        new Sequence.Listener() {
          @Override
          public void admitted(long atNanos, int cachedTokens) {
            timeline.admitted(atNanos, cachedTokens);
          }

          @Override
          public void token(int index, long dueNanos) {
            timeline.token(index, dueNanos);
            if (index == arrival.outputTokens() - 1) {
              whenDone.run();
            }
          }
        };
    return new Sequence(arrival.prompt(), arrival.outputTokens(), arrival.atNanos(), listener);
  }

  private static final class ClosedLoad {

    private final Engine engine;
    private final int requests;
    private final int promptTokens;
    private final int outputTokens;
    private final List<Timeline> timelines = new ArrayList<>();

    ClosedLoad(Engine engine, int requests, int promptTokens, int outputTokens) {
      this.engine = engine;
      this.requests = requests;
      this.promptTokens = promptTokens;
      this.outputTokens = outputTokens;
    }

    void send(long atNanos) {
      if (timelines.size() < requests) {
        Arrival arrival = new Arrival(atNanos, Prompt.unique(promptTokens), outputTokens);
        Timeline timeline = new Timeline(arrival);
        timelines.add(timeline);
        engine.arrive(sequence(arrival, timeline, () -> send(timeline.endNanos())));
      }
    }
  }
}
