package org.gatlingllm.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gatlingllm.analysis.Finding;
import org.gatlingllm.analysis.FindingKind;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.metric.RunHeader;

/** The way back of {@link JsonReport}: from the text of a {@code report.json} to its numbers. */
final class ReportReader {
  /** Numbers keep the digits that stand in the file. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private ReportReader() {}

  /**
   * Reads a report.
   *
   * @throws JsonPart.Unexpected when the text is not a report of this version
   */
  static Reported read(String text) {
    ObjectNode tree = tree(text);
    JsonPart root = JsonPart.root(tree);
    check(root);
    RunAnalysis analysis =
        new RunAnalysis(
            header(root),
            root.parts("levels").stream().map(LevelReader::read).toList(),
            reading(root.parts("reading")),
            root.texts("remarks"));
    return new Reported(text, tree, analysis, GateReader.read(root.part("gate")));
  }

  private static ObjectNode tree(String text) {
    try {
      JsonNode tree = MAPPER.readTree(text);
      if (tree instanceof ObjectNode object) {
        return object;
      }
      throw new JsonPart.Unexpected("a JSON object", "another kind of JSON");
    } catch (JsonProcessingException e) {
      throw new JsonPart.Unexpected(
          "whole JSON",
          e.getLocation() == null
              ? "an end"
              : "what is none at line " + e.getLocation().getLineNr());
    }
  }

  private static void check(JsonPart root) {
    if (!root.has("schema_version") || !root.has("levels")) {
      throw new JsonPart.Unexpected(
          "a report of gatling-llm", "JSON without schema_version and levels");
    }
    if (root.whole("schema_version") != JsonReport.SCHEMA_VERSION) {
      throw root.unexpected("schema_version", "" + JsonReport.SCHEMA_VERSION);
    }
  }

  private static RunHeader header(JsonPart root) {
    JsonPart target = root.part("target");
    return new RunHeader(
        root.text("label"),
        root.text("simulation"),
        root.text("gatling_version", ""),
        root.text("java_version", ""),
        startedAtMicros(root),
        0,
        root.whole("seed"),
        new RunHeader.Target(
            target.text("base_url"), target.text("dialect"), target.text("model", "")),
        settings(root.part("settings")));
  }

  private static long startedAtMicros(JsonPart root) {
    try {
      return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(root.text("started_at")));
    } catch (DateTimeException | ArithmeticException e) {
      throw root.unexpected("started_at", "an instant");
    }
  }

  private static Map<String, String> settings(JsonPart part) {
    Map<String, String> settings = new LinkedHashMap<>();
    part.keys().forEach(key -> settings.put(key, part.text(key)));
    return settings;
  }

  private static List<Finding> reading(List<JsonPart> parts) {
    return parts.stream()
        .map(p -> new Finding(FindingKind.ofTag(p.text("kind")), severity(p), p.text("sentence")))
        .toList();
  }

  private static Finding.Severity severity(JsonPart part) {
    return switch (part.text("severity")) {
      case "note" -> Finding.Severity.NOTE;
      case "warning" -> Finding.Severity.WARNING;
      default -> throw part.unexpected("severity", "\"note\" or \"warning\"");
    };
  }
}
