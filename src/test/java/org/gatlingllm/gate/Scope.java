package org.gatlingllm.gate;

import java.util.List;
import org.gatlingllm.metric.Level;

/**
 * What a limit is about.
 *
 * @param levels names of loads ({@code c=8}), {@code closed}, {@code open} or {@code *}
 * @param request name of a request, or empty for all
 * @param allowInconclusive whether a limit that cannot be judged is no failure
 */
record Scope(List<String> levels, String request, boolean allowInconclusive) {
  static final String ALL = "*";
  static final String CLOSED = "closed";
  static final String OPEN = "open";

  Scope {
    levels = List.copyOf(levels);
  }

  /** Those of its names that are about this load; repeats and prompt lengths are included. */
  boolean covers(String name, Load load) {
    return switch (name) {
      case ALL -> true;
      case CLOSED -> load.closed();
      case OPEN -> !load.closed();
      default ->
          load.name().equals(name) || load.name().startsWith(name + " ") || named(name, load);
    };
  }

  private static boolean named(String name, Load load) {
    return load.levels().stream().map(Level::name).anyMatch(name::equals);
  }

  /** How a verdict's name begins: {@code c=8 chat}. */
  String words(String level) {
    String where = level.equals(ALL) ? "all levels" : level;
    return request.isEmpty() ? where : where + " " + request;
  }
}
