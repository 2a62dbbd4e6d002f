package org.gatlingllm.gate;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Metric.Better;
import org.jspecify.annotations.Nullable;

/** Reads an SLO file: the keys of its top level. */
final class SloFile {
  private static final String KEYS =
      "preset, goodput, limits, capacity, offline, costPerHour, regression or allowInconclusive";

  /** The presets, each a file of the same form. */
  static final List<String> PRESETS =
      List.of("chat", "code-completion", "voice", "long-generation", "batch", "offline");

  private final Map<String, SloNode> fields;
  private final String file;
  private final boolean allowInconclusive;
  private final List<Limit> limits = new ArrayList<>();
  private RequestSlo request = RequestSlo.none();

  private SloFile(SloNode root) {
    this.file = root.file();
    this.fields = root.fields();
    SloNode allow = fields.get("allowInconclusive");
    this.allowInconclusive = allow != null && allow.flag();
  }

  static Slo read(Path path) {
    if (!Files.isRegularFile(path)) {
      throw new SloFormatException(
          path.toString(), -1, "", "expected a file, found none", "check llm.slo");
    }
    return load(path.toString(), () -> ConfigFactory.parseFile(path.toFile()));
  }

  static Slo resource(String name) {
    return load(
        name,
        () ->
            ConfigFactory.parseResources(
                name, ConfigParseOptions.defaults().setAllowMissing(false)));
  }

  static Slo parse(String text, String name) {
    return load(name, () -> ConfigFactory.parseString(text));
  }

  private interface Source {
    Config read();
  }

  private static Slo load(String name, Source source) {
    try {
      return new SloFile(new SloNode(name, "", source.read().resolve().root())).slo();
    } catch (ConfigException e) {
      int line = e.origin() == null ? -1 : e.origin().lineNumber();
      String said = String.valueOf(e.getMessage()).replaceFirst("^.*?: \\d+: ", "");
      throw new SloFormatException(
          name,
          line,
          "",
          "expected HOCON, found: " + said,
          "mend the syntax; texts with <, = or : need quotes");
    }
  }

  private Slo slo() {
    fields.forEach(SloFile::known);
    SloNode preset = fields.get("preset");
    if (preset != null) {
      Slo from = preset(preset);
      request = from.request();
      limits.addAll(from.limits());
    }
    SloNode goodput = fields.get("goodput");
    request = goodput == null ? request : request(goodput);
    each("limits", new LimitReader(allowInconclusive)::limits);
    each("capacity", new LimitReader(allowInconclusive)::capacity);
    each("offline", new LimitReader(allowInconclusive)::offline);
    checkGoodput();
    return new Slo(
        request, limits, cost(fields.get("costPerHour")), regression(fields.get("regression")));
  }

  private interface Read {
    List<Limit> from(SloNode entry);
  }

  private void each(String key, Read read) {
    SloNode list = fields.get(key);
    if (list != null) {
      list.items().forEach(entry -> limits.addAll(read.from(entry)));
    }
  }

  private static void known(String key, SloNode node) {
    if (!List.of(KEYS.split(", | or ")).contains(key)) {
      throw node.problem(
          "expected " + KEYS + ", found '" + key + "'", "mend the key or take it out");
    }
  }

  private static Slo preset(SloNode node) {
    String name = node.text();
    if (!PRESETS.contains(name)) {
      throw node.wrong("one of " + String.join(", ", PRESETS));
    }
    return resource("org/gatlingllm/gate/preset-" + name + ".conf");
  }

  private static RequestSlo request(SloNode goodput) {
    Map<Metric, Double> limits = new EnumMap<>(Metric.class);
    goodput
        .fields()
        .forEach(
            (key, node) -> {
              Metric metric =
                  Metric.named(key)
                      .filter(m -> m.better() != Better.NEITHER)
                      .orElseThrow(
                          () ->
                              node.problem(
                                  "expected ttft, tpot, e2el or another metric with a better side,"
                                      + " found '"
                                      + key
                                      + "'",
                                  "mend the key or take it out"));
              Bound bound =
                  node.boundOnly(Dimension.of(metric.unit()), metric.better() == Better.LOWER);
              if (!(bound.value() > 0)) {
                throw node.wrong("more than 0");
              }
              limits.put(metric, bound.value());
            });
    return new RequestSlo(limits);
  }

  private static Optional<Money> cost(@Nullable SloNode node) {
    if (node == null) {
      return Optional.empty();
    }
    Bound bound = node.bound(Dimension.MONEY, true);
    return Optional.of(new Money(bound.value(), bound.unit()));
  }

  private RegressionRule regression(@Nullable SloNode node) {
    return RegressionRuleReader.read(node, allowInconclusive);
  }

  private void checkGoodput() {
    boolean needed =
        limits.stream()
            .anyMatch(
                l ->
                    (l instanceof ShareLimit s && s.share() == ShareLimit.Share.GOOD)
                        || (l instanceof RateLimit r && r.rate() == Rate.GOODPUT));
    if (needed && !request.asked()) {
      throw new SloFormatException(
          file,
          -1,
          "",
          "expected goodput { … } beside a limit on good requests, found none",
          "say what a good request keeps, as in goodput { ttft = \"<= 200 ms\" }");
    }
  }
}
