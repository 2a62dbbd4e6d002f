package org.gatlingllm.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.RunHeader;

/**
 * What two runs must have in common to be compared: workload and target, by name. Not the address,
 * since a server under test may listen anywhere, and not the number of repeats.
 *
 * @param entries sorted by name
 */
record Fingerprint(Map<String, String> entries) {
  private static final List<String> SETTINGS =
      List.of(
          "llm.prompt.tokens",
          "llm.prompt.system",
          "llm.prompt.file",
          "llm.maxTokens",
          "llm.ignoreEos",
          "llm.rangeRatio",
          "llm.temperature",
          "llm.cacheBust",
          "llm.closed.requests",
          "llm.closed.duration",
          "llm.closed.pause",
          "llm.open.requests",
          "llm.open.duration",
          "llm.open.arrivals",
          "llm.open.burstiness",
          "llm.open.trace",
          "llm.open.traceScale",
          "llm.seed",
          "llm.shareConnections");

  /** Only where the simulated server is the target. */
  private static final List<String> SIMULATED =
      List.of("llm.server.preset", "llm.server.timeScale");

  private static final String ABSENT = "nothing";

  Fingerprint {
    entries = new TreeMap<>(entries);
  }

  static Fingerprint of(RunHeader run, List<Level> levels) {
    Map<String, String> entries = new TreeMap<>();
    Map<String, String> settings = run.settings();
    entries.put("simulation", run.simulation());
    entries.put("dialect", run.target().dialect());
    entries.put("model", run.target().model());
    entries.put(
        "levels",
        Load.of(levels).stream().map(Load::name).sorted().collect(Collectors.joining(", ")));
    copy(SETTINGS, settings, entries);
    copy(
        settings.keySet().stream().filter(k -> k.startsWith("llm.extraBody.")).toList(),
        settings,
        entries);
    if (unquoted(settings.getOrDefault("llm.baseUrl", "")).isEmpty()) {
      copy(SIMULATED, settings, entries);
    } else {
      entries.put("llm.server.preset", "none: a server of its own");
    }
    return new Fingerprint(entries);
  }

  /** Each difference in words; empty where both are the same. */
  List<String> differences(Fingerprint now) {
    Set<String> names = new TreeSet<>(entries.keySet());
    names.addAll(now.entries.keySet());
    List<String> differences = new ArrayList<>();
    for (String name : names) {
      String then = entries.getOrDefault(name, ABSENT);
      String current = now.entries.getOrDefault(name, ABSENT);
      if (!then.equals(current)) {
        differences.add(name + " was " + quoted(then) + " and is " + quoted(current));
      }
    }
    return differences;
  }

  private static void copy(
      List<String> keys, Map<String, String> settings, Map<String, String> entries) {
    for (String key : keys) {
      String value = settings.get(key);
      if (value != null) {
        entries.put(key, unquoted(value));
      }
    }
  }

  private static String quoted(String value) {
    return value.equals(ABSENT) ? value : '"' + value + '"';
  }

  /** Settings are HOCON texts. */
  private static String unquoted(String value) {
    boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1) : value;
  }
}
