package org.gatlingllm.gatling;

import io.gatling.core.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.RequestRecord;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * One level while it runs: its budget, its arrivals and its counts. Safe to share between event
 * loops.
 */
final class LevelRun {
  /** Where a session keeps its level; the prefix survives {@code Session.reset}. */
  static final String ATTRIBUTE = "gatling.llm.level";

  private final LevelPlan plan;
  private final AtomicInteger taken = new AtomicInteger();
  private final AtomicInteger entered = new AtomicInteger();
  private final AtomicInteger prompts = new AtomicInteger();
  private final AtomicInteger answers = new AtomicInteger();

  /** Of each user that has an arrival of the schedule, its number. */
  private final Map<Long, Integer> places = new ConcurrentHashMap<>();

  private final AtomicInteger ended = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final List<RequestRecord> records = new ArrayList<>();

  private volatile boolean remembered;
  private volatile Level level;
  private volatile long startNanos = Long.MIN_VALUE;
  private volatile long[] arrivalNanos = {};
  private volatile boolean begun;

  LevelRun(LevelPlan plan) {
    this.plan = plan;
    this.level = plan.level();
  }

  /** The level that a session is in; empty where another injection than ours drives it. */
  static Optional<LevelRun> of(Session session) {
    Option<Object> level = session.attributes().get(ATTRIBUTE);
    return level.isEmpty() ? Optional.empty() : Optional.of((LevelRun) level.get());
  }

  LevelPlan plan() {
    return plan;
  }

  /** What was asked for, with the resolved rate once it is known. */
  Level level() {
    return level;
  }

  /** Users of a closed level. */
  int users() {
    return ((Level.Closed) level.load()).concurrency();
  }

  void resolve(Level resolved) {
    level = resolved;
  }

  /**
   * Marks the level as begun; only the first call counts.
   *
   * @return whether this call began it
   */
  synchronized boolean begin(long nowNanos) {
    if (begun) {
      return false;
    }
    if (startNanos == Long.MIN_VALUE) {
      startNanos = nowNanos;
    }
    begun = true;
    return true;
  }

  /** Sets the schedule of an open level: instants in nanoseconds since {@code baseNanos}. */
  synchronized void schedule(long baseNanos, long[] arrivals) {
    startNanos = baseNanos;
    arrivalNanos = arrivals;
  }

  /**
   * Gives a user its place: the k-th to enter an open level has the k-th arrival, whichever event
   * loop it is on. Ids do not tell: users of other scenarios may start in between.
   */
  void enter(long user) {
    int place = entered.getAndIncrement();
    if (place < arrivalNanos.length) {
      places.put(user, place);
    }
  }

  /** When the load model wanted this user's first request; now where no schedule tells. */
  long scheduledNanos(long user, long nowNanos) {
    Integer place = places.get(user);
    return place == null ? nowNanos : startNanos + arrivalNanos[place];
  }

  /**
   * What the trace says of this user's request: the k-th user of the level has the k-th row.
   *
   * @return the row, or null where no trace is replayed or it has no such row
   */
  Trace.@Nullable Row row(long user) {
    Integer place = places.get(user);
    return plan.schedule() == null || place == null ? null : plan.schedule().row(place);
  }

  /** The number of the next prompt of the level, from 0. */
  int nextPrompt() {
    return prompts.getAndIncrement();
  }

  /** The number of the next answer that is asked for, from 0. */
  int nextAnswer() {
    return answers.getAndIncrement();
  }

  /** Takes one iteration from the budget; false when it is used up. */
  boolean take(long nowNanos) {
    Budget budget = plan.budget();
    if (budget.lasting().isPresent()) {
      return !over() && nowNanos - startNanos < budget.lasting().get().toNanos();
    }
    return taken.getAndUpdate(n -> Math.min(n + 1, budget.requests())) < budget.requests();
  }

  /** Whether it ends before its time: it has what it wanted, or warms a client that is failing. */
  boolean over() {
    return plan.budget().enough().getAsBoolean() || (plan.ofClient() && failed.get() > 0);
  }

  void ended(RequestRecord request) {
    ended.incrementAndGet();
    if (!request.outcome().whole()) {
      failed.incrementAndGet();
    }
    if (remembered) {
      synchronized (records) {
        records.add(request);
      }
    }
  }

  /** Keeps the requests from now on: a later level derives its rate from them. */
  void remember() {
    remembered = true;
  }

  /** The requests that ended so far, where they are kept. */
  List<RequestRecord> records() {
    synchronized (records) {
      return List.copyOf(records);
    }
  }

  boolean begun() {
    return begun;
  }

  /** Seconds until the level's end at its pace so far; NaN while there is no pace. */
  double secondsLeft(long nowNanos) {
    double passed = nowNanos - startNanos;
    Budget budget = plan.budget();
    if (budget.lasting().isPresent()) {
      return Math.max(0, (budget.lasting().get().toNanos() - passed) / 1e9);
    }
    return ended.get() == 0
        ? Double.NaN
        : passed / ended.get() * Math.max(0, budget.requests() - ended.get()) / 1e9;
  }

  int endedCount() {
    return ended.get();
  }

  int failedCount() {
    return failed.get();
  }
}
