package org.gatlingllm.server;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Iteration-level scheduling with continuous batching.
 *
 * <p>Requests wait first come, first served for one of the slots. The engine works in iterations,
 * each starting at the very instant the last one ended, so that token times are sums of work and
 * never drift. An iteration computes the oldest prompt that is not yet computed, or, when there is
 * none (or prompts are chunked), gives one token to each sequence. A sequence's first token comes
 * at the end of its prefill. One that has its last token frees its slot for the iteration that
 * starts right then.
 */
final class BatchEngine implements Engine {

  /** A million tokens: about what a data-centre card keeps. */
  private static final int CACHE_BLOCKS = 65_536;

  private final ServiceModel model;
  private final SplittableRandom random;
  private final PrefixCache cache = new PrefixCache(CACHE_BLOCKS);
  private final Stalls stalls = new Stalls();
  private final Deque<Sequence> waiting = new ArrayDeque<>();
  private final List<Sequence> running = new ArrayList<>();
  private final List<Sequence> receiving = new ArrayList<>();

  private long startNanos = Long.MIN_VALUE;
  private long workNanos;
  private long dueNanos = IDLE;

  BatchEngine(ServiceModel model, long seed) {
    this.model = model;
    this.random = new SplittableRandom(seed);
  }

  @Override
  public void arrive(Sequence sequence) {
    waiting.add(sequence);
    if (dueNanos == IDLE) {
      // The engine may have become idle after this request was stamped, if that waited for its
      // turn.
      begin(Math.max(sequence.arrivalNanos, startNanos));
    }
  }

  @Override
  public void cancel(Sequence sequence) {
    sequence.cancelled = true;
    if (waiting.remove(sequence)) {
      sequence.listener.left();
    }
  }

  @Override
  public void stall(long fromNanos, long durationNanos) {
    stalls.add(fromNanos, durationNanos);
    if (dueNanos != IDLE) {
      dueNanos = stalls.finishNanos(startNanos, workNanos);
    }
  }

  @Override
  public int running() {
    return running.size();
  }

  @Override
  public int waiting() {
    return waiting.size();
  }

  @Override
  public long nextNanos() {
    return dueNanos;
  }

  @Override
  public void fire() {
    long atNanos = dueNanos;
    for (Sequence sequence : receiving) {
      if (!sequence.cancelled) {
        sequence.produce(atNanos);
      }
    }
    running.removeIf(BatchEngine::leave);
    begin(atNanos);
  }

  private static boolean leave(Sequence sequence) {
    boolean done = sequence.done();
    if (done) {
      sequence.listener.left();
    }
    return done;
  }

  private void begin(long atNanos) {
    startNanos = atNanos;
    receiving.clear();
    if (stalls.resumeNanos(atNanos) > atNanos) {
      workNanos = 0;
      dueNanos = stalls.resumeNanos(atNanos);
      return;
    }
    admit(atNanos);
    if (running.isEmpty()) {
      dueNanos = IDLE;
      return;
    }
    workNanos = model.noise().on(model.prefill().chunked() ? mixedStep() : prefillOrStep(), random);
    dueNanos = stalls.finishNanos(startNanos, workNanos);
  }

  private void admit(long atNanos) {
    while (running.size() < model.slots() && !waiting.isEmpty()) {
      Sequence sequence = waiting.remove();
      int cached = model.prefill().cached() ? cache.cachedTokens(sequence.prompt) : 0;
      sequence.prefillLeft = sequence.prompt.tokens() - cached;
      running.add(sequence);
      sequence.listener.admitted(atNanos, cached);
    }
  }

  private long prefillOrStep() {
    for (Sequence sequence : running) {
      if (sequence.prefillLeft > 0) {
        long work = model.prefillNanos(sequence.prefillLeft);
        computed(sequence);
        return work;
      }
    }
    receiving.addAll(running);
    return model.stepNanos(running.size());
  }

  private long mixedStep() {
    int budget = model.prefill().chunkTokens();
    int decoding = 0;
    int begun = 0;
    for (Sequence sequence : running) {
      if (sequence.prefillLeft == 0) {
        decoding++;
        receiving.add(sequence);
      } else if (budget > 0) {
        begun += sequence.prefillBegun ? 0 : 1;
        budget -= computeChunk(sequence, budget);
      }
    }
    return model.mixedStepNanos(decoding, model.prefill().chunkTokens() - budget, begun);
  }

  private int computeChunk(Sequence sequence, int budget) {
    int tokens = Math.min(budget, sequence.prefillLeft);
    sequence.prefillBegun = true;
    if (tokens == sequence.prefillLeft) {
      computed(sequence);
    } else {
      sequence.prefillLeft -= tokens;
    }
    return tokens;
  }

  // Kept when the iteration begins, although it is computed when that ends: nothing looks in
  // between.
  private void computed(Sequence sequence) {
    sequence.prefillLeft = 0;
    receiving.add(sequence);
    if (model.prefill().cached()) {
      cache.keep(sequence.prompt);
    }
  }
}
