package org.gatlingllm.gatling;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.RequestRecord;
import org.jspecify.annotations.Nullable;

/**
 * One level while it runs: its budget, its arrivals and its counts. Safe to share between event
 * loops.
 */
final class LevelRun {
  private final LevelPlan plan;
  private final long promptSalt;
  private final AtomicInteger taken = new AtomicInteger();
  private final AtomicInteger entered = new AtomicInteger();
  private final AtomicInteger prompts = new AtomicInteger();
  private final AtomicInteger answers = new AtomicInteger();

  private final AtomicInteger ended = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final List<RequestRecord> records = new ArrayList<>();

  private volatile boolean remembered;
  private volatile Level level;
  private volatile @Nullable LevelLog log;
  private volatile long startNanos = Long.MIN_VALUE;
  private volatile long[] arrivalNanos = {};
  private volatile boolean over;

  LevelRun(LevelPlan plan) {
    this.plan = plan;
    this.promptSalt = plan.warmUp() ? Long.MIN_VALUE : 0;
    this.level = plan.level();
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
   * Begins the level. For one caller.
   *
   * @param kept where what happens in it is kept
   */
  void begin(long nowNanos, LevelLog kept) {
    if (startNanos == Long.MIN_VALUE) {
      startNanos = nowNanos;
    }
    log = kept;
  }

  boolean begun() {
    return log != null;
  }

  /** Where what happens in the level is kept, once it has begun. */
  LevelLog log() {
    return Objects.requireNonNull(log, "the level has not begun");
  }

  /** Sets the schedule of an open level: instants in nanoseconds since {@code baseNanos}. */
  void schedule(long baseNanos, long[] arrivals) {
    startNanos = baseNanos;
    arrivalNanos = arrivals;
  }

  /**
   * Lets a user in: the k-th to enter an open level has the k-th arrival, whichever event loop it
   * is on. Ids do not tell: users of other scenarios may start in between. Where no arrival is left
   * the user is due now.
   */
  Visit enter(long nowNanos) {
    int number = entered.getAndIncrement();
    long[] arrivals = arrivalNanos;
    boolean scheduled = number < arrivals.length;
    return new Visit(this, number, scheduled ? startNanos + arrivals[number] : nowNanos);
  }

  /** Makes the prompts of a warm-up others than those of the load, without another branch there. */
  long promptSalt() {
    return promptSalt;
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
      return !over && nowNanos - startNanos < budget.lasting().get().toNanos();
    }
    return taken.getAndUpdate(n -> Math.min(n + 1, budget.requests())) < budget.requests();
  }

  /** Ends a level that lasts before its time: it has what it wanted. */
  void end() {
    over = true;
  }

  /** Whether it was ended. */
  boolean over() {
    return over;
  }

  void ended(RequestRecord request) {
    ended.incrementAndGet();
    if (!request.outcome().whole()) {
      failed.incrementAndGet();
      if (plan.ofClient()) {
        end(); // there is nothing to warm oneself with
      }
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
