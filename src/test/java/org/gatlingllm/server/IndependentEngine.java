package org.gatlingllm.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Requests that do not touch one another: the first token a prefill after the arrival, each further
 * one a step of a batch of one after the last. For measuring a client's error at any load.
 */
final class IndependentEngine implements Engine {

  /** The next token of a sequence; {@code order} keeps those that are due together in order. */
  private record Due(Sequence sequence, long startNanos, long workNanos, long nanos, long order) {}

  private final ServiceModel model;
  private final SplittableRandom random;
  private final Stalls stalls = new Stalls();
  private final PriorityQueue<Due> queue =
      new PriorityQueue<>(Comparator.comparingLong(Due::nanos).thenComparingLong(Due::order));
  private long order;

  IndependentEngine(ServiceModel model, long seed) {
    this.model = model;
    this.random = new SplittableRandom(seed);
  }

  @Override
  public void arrive(Sequence sequence) {
    sequence.listener.admitted(sequence.arrivalNanos, 0);
    schedule(sequence, sequence.arrivalNanos, model.prefillNanos(sequence.prompt.tokens()));
  }

  @Override
  public void cancel(Sequence sequence) {
    sequence.cancelled = true;
    if (queue.removeIf(due -> due.sequence == sequence)) {
      sequence.listener.left();
    }
  }

  @Override
  public void stall(long fromNanos, long durationNanos) {
    stalls.add(fromNanos, durationNanos);
    List<Due> dues = new ArrayList<>(queue);
    queue.clear();
    for (Due due : dues) {
      push(due.sequence, due.startNanos, due.workNanos, due.order);
    }
  }

  @Override
  public int running() {
    return queue.size(); // each has its next token in there
  }

  @Override
  public int waiting() {
    return 0;
  }

  @Override
  public long nextNanos() {
    Due due = queue.peek();
    return due == null ? IDLE : due.nanos;
  }

  @Override
  public void fire() {
    Due due = queue.remove();
    due.sequence.produce(due.nanos);
    if (due.sequence.done()) {
      due.sequence.listener.left();
    } else {
      schedule(due.sequence, due.nanos, model.stepNanos(1));
    }
  }

  private void schedule(Sequence sequence, long startNanos, long workNanos) {
    push(sequence, startNanos, model.noise().on(workNanos, random), order++);
  }

  private void push(Sequence sequence, long startNanos, long workNanos, long order) {
    long nanos = stalls.finishNanos(stalls.resumeNanos(startNanos), workNanos);
    queue.add(new Due(sequence, startNanos, workNanos, nanos, order));
  }
}
