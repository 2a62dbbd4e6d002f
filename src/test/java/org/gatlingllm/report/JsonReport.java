package org.gatlingllm.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.gatlingllm.analysis.Finding;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.metric.RunHeader;

/**
 * A run as {@code report.json}, schema version 1: what gates, comparisons and pages are made from.
 *
 * <p>Times are milliseconds, spans seconds, rates per second. A number that was not measured has no
 * key; an interval that the sample is too small to close has no entry in {@code ci95}.
 */
public final class JsonReport {
  /** The version of the file's structure. */
  public static final int SCHEMA_VERSION = 1;

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN).build();

  private static final Separators SEPARATORS =
      Separators.createDefaultInstance()
          .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
          .withObjectEmptySeparator("")
          .withArrayEmptySeparator("");

  private JsonReport() {}

  /** Returns the file's text without what charts need; ends with a line break. */
  public static String of(RunAnalysis run) {
    return write(tree(run));
  }

  /** Returns the file's text; ends with a line break. */
  public static String of(Measured run) {
    return write(tree(run));
  }

  /** Returns the file's content as a tree, from which pages are made. */
  static ObjectNode tree(Measured run) {
    ObjectNode root = tree(run.analysis());
    int i = 0;
    for (LevelSummary level : run.analysis().levels()) {
      ChartSeries.put((ObjectNode) root.path("levels").path(i++), level, run.run());
    }
    JsonGate.put(root, run);
    return root;
  }

  private static ObjectNode tree(RunAnalysis run) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("schema_version", SCHEMA_VERSION);
    header(root, run.header());
    levels(root.putArray("levels"), run);
    reading(root.putArray("reading"), run.reading());
    JsonClient.worst(run.levels())
        .ifPresent(worst -> JsonClient.put(root.putObject("client"), worst));
    strings(root.putArray("remarks"), run.remarks());
    return root;
  }

  private static void header(ObjectNode root, RunHeader header) {
    root.put("label", header.label());
    root.put("simulation", header.simulation());
    root.put("gatling_version", header.gatlingVersion());
    root.put("java_version", header.javaVersion());
    root.put(
        "started_at", Instant.EPOCH.plus(header.startedAtMicros(), ChronoUnit.MICROS).toString());
    root.put("seed", header.seed());
    ObjectNode target = root.putObject("target");
    target.put("base_url", header.target().baseUrl());
    target.put("dialect", header.target().dialect());
    if (!header.target().model().isEmpty()) {
      target.put("model", header.target().model());
    }
    ObjectNode settings = root.putObject("settings");
    header.settings().forEach(settings::put);
  }

  private static void levels(ArrayNode array, RunAnalysis run) {
    for (LevelSummary level : run.levels()) {
      JsonLevel.put(array.addObject(), level, run.header().baseNanos());
    }
  }

  private static void reading(ArrayNode array, List<Finding> reading) {
    for (Finding finding : reading) {
      array
          .addObject()
          .put("kind", finding.kind().tag())
          .put("severity", finding.severity().name().toLowerCase(Locale.ROOT))
          .put("sentence", finding.sentence());
    }
  }

  /** Puts a number, or nothing where there is none. */
  static void number(ObjectNode node, String key, double shown) {
    if (Double.isFinite(shown)) {
      node.put(key, Quantity.exact(shown));
    }
  }

  static void strings(ArrayNode array, List<String> texts) {
    texts.forEach(array::add);
  }

  private static String write(ObjectNode root) {
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultIndenter("  ", "\n"))
            .withSeparators(SEPARATORS);
    try {
      return MAPPER.writer(printer).writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      // a tree of plain nodes always has a text
      throw new IllegalStateException("cannot write report.json: the tree has no text", e);
    }
  }
}
