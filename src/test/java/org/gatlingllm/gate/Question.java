package org.gatlingllm.gate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A limit on certain loads of a run.
 *
 * @param name for people; the verdict's name
 * @param loads empty where the run has no load that the limit is about
 * @param absent what to say then
 */
record Question(String name, Limit limit, List<Load> loads, String absent) {
  Question {
    loads = List.copyOf(loads);
  }

  /** One question a load; one without a load for a name that no load has. */
  static List<Question> eachLoad(Limit limit, List<Load> loads) {
    Map<String, Question> found = new LinkedHashMap<>();
    for (String name : limit.scope().levels()) {
      List<Load> covered = loads.stream().filter(l -> limit.scope().covers(name, l)).toList();
      List<Question> questions = new ArrayList<>();
      covered.forEach(load -> questions.add(of(limit, load.name(), List.of(load), loads)));
      if (covered.isEmpty()) {
        questions.add(of(limit, name, List.of(), loads));
      }
      questions.forEach(q -> found.putIfAbsent(q.name(), q));
    }
    return List.copyOf(found.values());
  }

  static Question of(Limit limit, String where, List<Load> loads, List<Load> all) {
    return new Question(
        limit.scope().words(where) + ": " + limit.words(), limit, loads, absent(where, all));
  }

  private static String absent(String where, List<Load> all) {
    String levels = all.stream().map(Load::name).collect(Collectors.joining(", "));
    return "the run has no level '"
        + where
        + "', only: "
        + (levels.isEmpty() ? "none" : levels)
        + "; add it to the load or take the limit out";
  }
}
