package org.gatlingllm.gate;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.gatlingllm.gate.LoadSample.Repeat;

/**
 * Which repeats of a load are judged: those that are not suspect, where these are more than half.
 *
 * <p>A repeat is left out for what the client did, never for what was measured, so that leaving it
 * out favours no answer. Of two servers that took turns the whole pair is left out; and where the
 * pairs ran in both orders, those left must too, since pairs of one order do not cancel a drift of
 * the machine.
 *
 * @param kept numbers of the repeats that are judged, or only shown where nothing can be
 * @param leftOut how many of them, and why not all: {@code 2 of 3 repeats (#2 is suspect: …)};
 *     empty where all are
 * @param refused why nothing can be judged; empty where something can
 */
record Trust(Set<Integer> kept, String leftOut, String refused) {
  /** All that there is. */
  static final Trust WHOLE = new Trust(Set.of(), "", "");

  Trust {
    kept = Set.copyOf(kept);
  }

  /** The repeats of a load on one server. */
  static Trust of(LoadSample sample) {
    Map<Integer, String> faults = new TreeMap<>();
    Map<Integer, Repeat> repeats = byNumber(sample);
    repeats.forEach((n, repeat) -> repeat.suspicion().ifPresent(why -> faults.put(n, why)));
    return of(repeats.keySet(), faults, "repeat");
  }

  /** The pairs of repeats of a load on two servers that took turns. */
  static Trust ofPairs(LoadSample before, LoadSample after) {
    Map<Integer, Repeat> b = byNumber(before);
    Map<Integer, Repeat> a = byNumber(after);
    Map<Integer, String> faults = new TreeMap<>();
    Map<Integer, Boolean> orders = new TreeMap<>();
    Set<Integer> all = new TreeSet<>(b.keySet());
    all.addAll(a.keySet());
    for (int n : all) {
      Optional<Repeat> was = Optional.ofNullable(b.get(n));
      Optional<Repeat> is = Optional.ofNullable(a.get(n));
      if (was.isEmpty() || is.isEmpty()) {
        faults.put(n, "ran on one server only");
      } else {
        orders.put(n, was.get().startNanos() < is.get().startNanos());
        is.get().suspicion().or(was.get()::suspicion).ifPresent(why -> faults.put(n, why));
      }
    }
    return of(all, faults, "pair").inBothOrdersOf(orders);
  }

  /** Whether all repeats are judged. */
  boolean whole() {
    return leftOut.isEmpty() && refused.isEmpty();
  }

  private static Trust of(Set<Integer> all, Map<Integer, String> faults, String noun) {
    Set<Integer> kept = new TreeSet<>(all);
    kept.removeAll(faults.keySet());
    String reasons =
        faults.entrySet().stream()
            .map(e -> "#" + e.getKey() + " " + e.getValue())
            .collect(Collectors.joining(", "));
    if (faults.isEmpty()) {
      return new Trust(kept, "", "");
    }
    if (2 * kept.size() > all.size()) {
      String of = kept.size() + " of " + Shown.count(all.size(), noun);
      return new Trust(kept, of + " (" + reasons + ")", "");
    }
    return new Trust(
        all,
        "",
        all.size() == 1
            ? "the level " + faults.values().iterator().next()
            : "too few " + noun + "s can be trusted: " + reasons);
  }

  /**
   * This, unless it keeps pairs of one order only.
   *
   * @param orders of each whole pair, whether the server to compare with went first
   */
  private Trust inBothOrdersOf(Map<Integer, Boolean> orders) {
    Set<Boolean> left =
        orders.entrySet().stream()
            .filter(e -> kept.contains(e.getKey()))
            .map(Map.Entry::getValue)
            .collect(Collectors.toSet());
    if (refused.isEmpty() && left.containsAll(orders.values())) {
      return this;
    }
    return new Trust(
        orders.keySet(),
        "",
        refused.isEmpty()
            ? "the pairs left ran in one order, so that a drift of the machine would look like a"
                + " change: "
                + leftOut
            : refused);
  }

  private static Map<Integer, Repeat> byNumber(LoadSample sample) {
    Map<Integer, Repeat> repeats = new TreeMap<>();
    sample.repeats().forEach(r -> repeats.put(r.summary().level().repeat(), r));
    return repeats;
  }
}
