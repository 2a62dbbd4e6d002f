package org.gatlingllm.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.gatlingllm.metric.Metric;

/**
 * What each number of the page means: that of a request as {@link Metric} defines it, that of a
 * level from {@code glossary.json}.
 */
final class PageGlossary {
  private PageGlossary() {}

  /** By key of {@code report.json}: {@code {name, short?, formula, unit}}. */
  static JsonNode tree() {
    ObjectNode glossary = ((ObjectNode) PageParts.tree("glossary.json")).objectNode();
    for (Metric metric : Metric.values()) {
      glossary
          .putObject(metric.tag())
          .put("name", name(metric))
          .put("short", shortName(metric))
          .put("formula", metric.formula())
          .put("unit", metric.unit().symbol());
    }
    return glossary.setAll((ObjectNode) PageParts.tree("glossary.json"));
  }

  private static String name(Metric metric) {
    String words = metric.tag().replace('_', ' ');
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  private static String shortName(Metric metric) {
    return switch (metric) {
      case REQUEST_LATENCY -> "E2E";
      case REQUEST_LATENCY_FROM_SCHEDULE -> "E2E from schedule";
      case TIME_TO_FIRST_TOKEN_FROM_SCHEDULE -> "TTFT from schedule";
      default -> metric.shortName().toUpperCase(Locale.ROOT);
    };
  }
}
