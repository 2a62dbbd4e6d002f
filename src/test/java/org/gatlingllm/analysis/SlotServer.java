package org.gatlingllm.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.gatlingllm.metric.RequestRecord;

/**
 * A server that is nothing but arithmetic, for tests: requests queue for a slot, first come first
 * served; a step gives every running request one token and costs {@code base + each × running}.
 *
 * @param slots requests that run together
 * @param prefill milliseconds before the first token
 * @param stalling whether that time stops the others
 * @param base milliseconds of a step
 * @param each milliseconds more for each running request
 * @param tokens of each answer
 */
record SlotServer(
    int slots, double prefill, boolean stalling, double base, double each, int tokens) {
  /** What passes between the end of a user's stream and its next request. */
  static final double TURN = 0.1;

  /** One slot: 145 ms of prefill, 18.5 ms a token. */
  static SlotServer one() {
    return new SlotServer(1, 145, true, 18.5, 0, 64);
  }

  /** Four slots: 19 ms a step alone, 51 ms with four. */
  static SlotServer four() {
    return new SlotServer(4, 20, true, 8.3, 10.7, 64);
  }

  /** More slots than anyone fills, and a step that hardly feels its neighbours. */
  static SlotServer wide() {
    return new SlotServer(1000, 30, false, 10, 0.01, 64);
  }

  /** Serves users that each send again when answered, until {@code requests} were sent. */
  List<RequestRecord> closed(String level, double start, int users, int requests) {
    Session session = new Session(level, requests, start);
    for (int user = 1; user <= Math.min(users, requests); user++) {
      session.send(user, start + user * TURN);
    }
    return session.serve();
  }

  /** Serves requests that come at the given times after the start. */
  List<RequestRecord> open(String level, double start, double... arrivals) {
    Session session = new Session(level, arrivals.length, start);
    for (int user = 1; user <= arrivals.length; user++) {
      session.send(user, start + arrivals[user - 1]);
    }
    return session.serve();
  }

  private static final class Job {
    final long user;
    final double sent;
    final List<Double> arrivals = new ArrayList<>();
    double ready;

    Job(long user, double sent) {
      this.user = user;
      this.sent = sent;
    }
  }

  private final class Session {
    private final String level;
    private final int budget;
    private final PriorityQueue<Job> coming =
        new PriorityQueue<>(Comparator.comparingDouble((Job j) -> j.sent));
    private final ArrayDeque<Job> queue = new ArrayDeque<>();
    private final List<Job> running = new ArrayList<>();
    private final List<RequestRecord> served = new ArrayList<>();
    private final Random noise = new Random(42);
    private double now;
    private int sent;

    Session(String level, int budget, double start) {
      this.level = level;
      this.budget = budget;
      this.now = start;
    }

    void send(long user, double at) {
      if (sent < budget) {
        sent++;
        coming.add(new Job(user, at));
      }
    }

    List<RequestRecord> serve() {
      while (!coming.isEmpty() || !queue.isEmpty() || !running.isEmpty()) {
        arrive();
        admit();
        step();
      }
      return served;
    }

    private void arrive() {
      while (!coming.isEmpty() && coming.element().sent <= now) {
        queue.add(coming.remove());
      }
    }

    private void admit() {
      while (running.size() < slots && !queue.isEmpty()) {
        Job job = queue.remove();
        running.add(job);
        job.ready = now + prefill * jitter();
        if (stalling) {
          now = job.ready;
          arrive();
        }
      }
    }

    private void step() {
      List<Job> ready = running.stream().filter(j -> j.ready <= now).toList();
      if (ready.isEmpty()) {
        double first = running.stream().mapToDouble(j -> j.ready).min().orElse(Double.MAX_VALUE);
        now = Math.min(first, coming.isEmpty() ? first : coming.element().sent);
        return;
      }
      now += (base + each * ready.size()) * jitter();
      ready.forEach(this::token);
    }

    private void token(Job job) {
      if (job.arrivals.isEmpty()) {
        job.arrivals.add(job.ready);
      }
      job.arrivals.add(now);
      if (job.arrivals.size() >= tokens) {
        running.remove(job);
        end(job);
      }
    }

    private void end(Job job) {
      double[] at = job.arrivals.stream().mapToDouble(d -> d).toArray();
      served.add(
          Sample.stream(job.user, job.sent, at)
              .in(level)
              .told(tokens)
              .closedAt(now + TURN)
              .record());
      send(job.user, now + 2 * TURN);
    }

    private double jitter() {
      return 1 + 0.02 * (noise.nextDouble() - 0.5);
    }
  }
}
