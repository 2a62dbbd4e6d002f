package org.gatlingllm.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which requests get which {@link Fault}, and when the whole server stands still. Deterministic: by
 * the ordinal of the request, from 1, counted over the POSTs to generation routes since the server
 * took the script. Immutable; every method returns a new script.
 */
public final class FaultScript {

  /**
   * The whole server stands still.
   *
   * @param after counted from the moment when the first request was read
   * @param duration for how long
   */
  record ServerStall(Duration after, Duration duration) {}

  private record Period(long every, Fault fault) {}

  private static final FaultScript NONE = new FaultScript(Map.of(), List.of(), List.of());

  private final Map<Long, Fault> byOrdinal;
  private final List<Period> periods;
  private final List<ServerStall> serverStalls;

  private FaultScript(
      Map<Long, Fault> byOrdinal, List<Period> periods, List<ServerStall> serverStalls) {
    this.byOrdinal = byOrdinal;
    this.periods = periods;
    this.serverStalls = serverStalls;
  }

  /** A script without faults. */
  public static FaultScript none() {
    return NONE;
  }

  /**
   * Adds a fault for one request; it takes the place of an earlier one for it.
   *
   * @throws IllegalArgumentException when the ordinal is less than 1
   */
  public FaultScript on(long ordinal, Fault fault) {
    requirePositive(ordinal);
    Map<Long, Fault> faults = new HashMap<>(byOrdinal);
    faults.put(ordinal, fault);
    return new FaultScript(Collections.unmodifiableMap(faults), periods, serverStalls);
  }

  /**
   * Adds a fault for each request whose ordinal is a multiple; single ordinals and earlier periods
   * go first.
   *
   * @throws IllegalArgumentException when the period is less than 1
   */
  public FaultScript onEvery(long period, Fault fault) {
    requirePositive(period);
    return new FaultScript(byOrdinal, plus(periods, new Period(period, fault)), serverStalls);
  }

  /** Adds a fault for all requests that have no other. */
  public FaultScript always(Fault fault) {
    return onEvery(1, fault);
  }

  /**
   * Makes the whole engine stand still: counted from the moment when the first request was read.
   */
  public FaultScript stallServer(Duration after, Duration duration) {
    return new FaultScript(
        byOrdinal, periods, plus(serverStalls, new ServerStall(after, duration)));
  }

  @Nullable Fault of(long ordinal) {
    Fault fault = byOrdinal.get(ordinal);
    if (fault != null) {
      return fault;
    }
    for (Period period : periods) {
      if (ordinal % period.every == 0) {
        return period.fault;
      }
    }
    return null;
  }

  /** Whether recorded responses are played: then any path may be asked, as dialects have theirs. */
  boolean replays() {
    return Stream.concat(byOrdinal.values().stream(), periods.stream().map(Period::fault))
        .anyMatch(Fault.Replayed.class::isInstance);
  }

  List<ServerStall> serverStalls() {
    return serverStalls;
  }

  private static <T> List<T> plus(List<T> list, T last) {
    List<T> all = new ArrayList<>(list);
    all.add(last);
    return List.copyOf(all);
  }

  private static void requirePositive(long ordinal) {
    if (ordinal < 1) {
      throw new IllegalArgumentException(
          "fault script: requests are counted from 1, found " + ordinal);
    }
  }
}
