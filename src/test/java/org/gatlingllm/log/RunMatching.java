package org.gatlingllm.log;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.gatlingllm.metric.Run.GatlingRequest;

/**
 * Finds for as many phases as possible a record of Gatling's each: a maximum matching by augmenting
 * paths. Taking the nearest record would not do: many streams start in one millisecond, and one
 * wrong pair would leave two that look like a loss.
 */
final class RunMatching {
  static final int NONE = -1;

  /** Records looked at for one phase: bounds the time that a phase without its record costs. */
  private static final int MOST_LOOKS = 100_000;

  private static final int MOST_SWAPS = 500;
  private static final Comparator<RunPhase> PHASE_ORDER =
      Comparator.comparingLong(RunPhase::startMillis).thenComparingLong(RunPhase::endMillis);
  private static final Comparator<GatlingRequest> REQUEST_ORDER =
      Comparator.comparingLong(GatlingRequest::startMillis)
          .thenComparingLong(GatlingRequest::endMillis);

  private final List<RunPhase> phases;
  private final List<GatlingRequest> requests;
  private final int[] requestOf;
  private final int[] phaseOf;
  private final int[] seenBy;
  private int looks;

  private RunMatching(List<RunPhase> phases, List<GatlingRequest> requests) {
    this.phases = phases;
    this.requests = requests;
    requestOf = filled(phases.size());
    phaseOf = filled(requests.size());
    seenBy = filled(requests.size());
  }

  private static int[] filled(int length) {
    int[] none = new int[length];
    Arrays.fill(none, NONE);
    return none;
  }

  /**
   * Sorts both lists and returns for each phase the index of its record, or {@link #NONE}.
   *
   * @param phases the phases of one name and level; the required ones are served first
   * @param requests the records of that name and level
   */
  static int[] match(List<RunPhase> phases, List<GatlingRequest> requests) {
    phases.sort(PHASE_ORDER); // the early ones take the early records, which leaves few swaps
    requests.sort(REQUEST_ORDER);
    RunMatching matching = new RunMatching(phases, requests);
    matching.serve(true);
    matching.serve(false);
    return matching.requestOf;
  }

  private void serve(boolean required) {
    for (int phase = 0; phase < phases.size(); phase++) {
      if (phases.get(phase).required() == required) {
        looks = 0;
        find(phase, phase, 0);
      }
    }
  }

  /** Gives a phase a free record, or one whose owner finds another. */
  private boolean find(int phase, int onBehalfOf, int swaps) {
    for (int r = next(phase, NONE); r != NONE; r = next(phase, r)) {
      if (phaseOf[r] == NONE) {
        return take(phase, r);
      }
    }
    if (swaps == MOST_SWAPS) {
      return false;
    }
    for (int r = next(phase, NONE); r != NONE; r = next(phase, r)) {
      if (seenBy[r] != onBehalfOf) {
        seenBy[r] = onBehalfOf;
        if (find(phaseOf[r], onBehalfOf, swaps + 1)) {
          return take(phase, r);
        }
      }
    }
    return false;
  }

  private boolean take(int phase, int request) {
    phaseOf[request] = phase;
    requestOf[phase] = request;
    return true;
  }

  /** The record after {@code before} that fits a phase, or {@link #NONE}. */
  private int next(int phase, int before) {
    if (looks++ > MOST_LOOKS) {
      return NONE;
    }
    RunPhase wanted = phases.get(phase);
    long lastStart = wanted.startMillis() + RunPhase.SLACK_MILLIS;
    long start = wanted.startMillis() - RunPhase.SLACK_MILLIS;
    int request = before == NONE ? firstAt(start, wanted) : before + 1;
    while (request < requests.size() && requests.get(request).startMillis() <= lastStart) {
      if (wanted.fits(requests.get(request))) {
        return request;
      }
      // past the ends that fit, or before them: on to the first of this start or of the next one
      start = requests.get(request).startMillis();
      boolean early = requests.get(request).endMillis() < wanted.endMillis();
      request = firstAt(early ? start : start + 1, wanted);
    }
    return NONE;
  }

  /** The first record in order that starts then, or later, and ends as the phase does, or later. */
  private int firstAt(long startMillis, RunPhase wanted) {
    long endMillis = wanted.endMillis() - RunPhase.SLACK_MILLIS;
    int low = 0;
    int high = requests.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      GatlingRequest request = requests.get(middle);
      boolean before =
          request.startMillis() < startMillis
              || (request.startMillis() == startMillis && request.endMillis() < endMillis);
      low = before ? middle + 1 : low;
      high = before ? high : middle;
    }
    return low;
  }
}
