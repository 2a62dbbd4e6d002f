package org.gatlingllm.gate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.gatlingllm.metric.Metric;

/** A baseline as a file: schema version 1. */
final class BaselineJson {
  static final String KIND = "gatling-llm-baseline";
  static final int VERSION = 1;

  private static final JsonMapper MAPPER = new JsonMapper();
  private static final MathContext DIGITS = new MathContext(6);
  private static final String AGAIN = "make it again, or take it from version control";

  private final String file;

  private BaselineJson(String file) {
    this.file = file;
  }

  static String text(Baseline baseline) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("kind", KIND).put("schema_version", VERSION);
    root.put("name", baseline.name()).put("recorded_at", baseline.recordedAt());
    ObjectNode fingerprint = root.putObject("fingerprint");
    baseline.fingerprint().entries().forEach(fingerprint::put);
    ArrayNode levels = root.putArray("levels");
    baseline.levels().forEach(level -> write(level, levels.addObject()));
    return root.toPrettyString() + "\n";
  }

  /**
   * Reads a text.
   *
   * @throws BaselineException when it is damaged, foreign or of a newer version
   */
  static Baseline parse(String text, String file) {
    return new BaselineJson(file).baseline(text);
  }

  private Baseline baseline(String text) {
    JsonNode root = root(text);
    if (!root.path("kind").asText().equals(KIND)) {
      throw problem(
          "expected \"kind\": \"" + KIND + "\", found " + root.path("kind"),
          "name a baseline of gatling-llm");
    }
    int version = root.path("schema_version").asInt();
    if (version != VERSION) {
      throw problem(
          "expected schema version " + VERSION + ", found " + root.path("schema_version"),
          version > VERSION ? "use the newer gatling-llm that wrote it" : AGAIN);
    }
    Map<String, String> fingerprint = new TreeMap<>();
    object(root, "fingerprint")
        .properties()
        .forEach(e -> fingerprint.put(e.getKey(), e.getValue().asText()));
    List<LoadState> levels = new ArrayList<>();
    for (JsonNode level : list(root, "levels")) {
      levels.add(level(level));
    }
    return new Baseline(
        text(root, "name"), text(root, "recorded_at"), new Fingerprint(fingerprint), levels);
  }

  private JsonNode root(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw problem(
          "expected JSON, found a fault at line "
              + e.getLocation().getLineNr()
              + ", column "
              + e.getLocation().getColumnNr(),
          AGAIN);
    }
  }

  private static void write(LoadState level, ObjectNode node) {
    node.put("name", level.name());
    node.put("requests", level.requests());
    node.put("failed", level.failed());
    node.put("blocks_each", level.blocksEach());
    if (Double.isFinite(level.requestsPerSecond())) {
      node.put("requests_per_second", level.requestsPerSecond());
    }
    ObjectNode metrics = node.putObject("metrics");
    level.metrics().forEach((metric, state) -> write(state, metrics.putObject(metric.tag())));
  }

  private static void write(MetricState state, ObjectNode node) {
    node.put("count", state.count());
    node.put("histogram", encoded(state.histogram()));
    ArrayNode repeats = node.putArray("block_nanos");
    for (double[] blocks : state.blocks()) {
      ArrayNode repeat = repeats.addArray();
      for (double block : blocks) {
        if (Double.isFinite(block)) {
          repeat.add(new BigDecimal(block).round(DIGITS));
        } else {
          repeat.addNull();
        }
      }
    }
  }

  private LoadState level(JsonNode node) {
    String name = text(node, "name");
    int blocksEach = Math.max(1, count(node, "blocks_each"));
    Map<Metric, MetricState> metrics = new EnumMap<>(Metric.class);
    object(node, "metrics")
        .properties()
        .forEach(
            e ->
                Metric.named(e.getKey())
                    .ifPresent(
                        m ->
                            metrics.put(
                                m, metric(name + " " + e.getKey(), e.getValue(), blocksEach))));
    int requests = count(node, "requests");
    int failed = count(node, "failed");
    if (failed > requests) {
      throw damaged(name, "no more failed than " + requests + " requests, found " + failed);
    }
    return new LoadState(
        name, requests, failed, blocksEach, rate(name, node.path("requests_per_second")), metrics);
  }

  private double rate(String where, JsonNode node) {
    if (node.isMissingNode()) {
      return Double.NaN;
    }
    if (!(node.isNumber() && node.asDouble() > 0)) {
      throw damaged(where, "requests_per_second above 0, found " + node);
    }
    return node.asDouble();
  }

  private MetricState metric(String where, JsonNode node, int blocksEach) {
    Histogram histogram = decoded(where, text(node, "histogram"));
    if (histogram.getTotalCount() != count(node, "count")) {
      throw damaged(
          where,
          "a histogram of " + node.path("count") + " samples, found " + histogram.getTotalCount());
    }
    List<double[]> repeats = new ArrayList<>();
    for (JsonNode repeat : list(node, "block_nanos")) {
      double[] blocks = new double[repeat.size()];
      for (int i = 0; i < blocks.length; i++) {
        JsonNode block = repeat.get(i);
        if (!block.isNull() && !(block.isNumber() && block.asDouble() > 0)) {
          throw damaged(where, "positive numbers in block_nanos, found " + block);
        }
        blocks[i] = block.isNull() ? Double.NaN : block.asDouble();
      }
      if (blocks.length != blocksEach) {
        throw damaged(where, blocksEach + " blocks a repeat, found " + blocks.length);
      }
      repeats.add(blocks);
    }
    return new MetricState(histogram, repeats);
  }

  private static String encoded(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    byte[] bytes = new byte[length];
    buffer.rewind().get(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  private Histogram decoded(String where, String text) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
    } catch (DataFormatException | RuntimeException e) {
      throw damaged(where, "an HdrHistogram, found " + e.getMessage());
    }
  }

  private int count(JsonNode node, String key) {
    JsonNode value = node.path(key);
    if (!value.isInt() || value.asInt() < 0) {
      throw damaged(key, "a count, found " + value);
    }
    return value.asInt();
  }

  private String text(JsonNode node, String key) {
    if (!node.path(key).isTextual()) {
      throw damaged(key, "a text, found " + node.path(key));
    }
    return node.path(key).asText();
  }

  private JsonNode object(JsonNode node, String key) {
    if (!node.path(key).isObject()) {
      throw damaged(key, "an object, found " + node.path(key));
    }
    return node.path(key);
  }

  private JsonNode list(JsonNode node, String key) {
    if (!node.path(key).isArray()) {
      throw damaged(key, "a list, found " + node.path(key));
    }
    return node.path(key);
  }

  private BaselineException damaged(String where, String problem) {
    return problem("expected at " + where + " " + problem, AGAIN);
  }

  private BaselineException problem(String problem, String remedy) {
    return BaselineException.unreadable(file, problem.replace("found  ", "found nothing "), remedy);
  }
}
