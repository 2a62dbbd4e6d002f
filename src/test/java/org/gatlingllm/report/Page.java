package org.gatlingllm.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The page that a person opens first: one HTML file that needs no network, made from one {@code
 * report.json} or from several to compare.
 *
 * <p>All that the page shows is data of the reports, inside the file as JSON; its scripts make text
 * of it and never markup. A content security policy allows these scripts by their hash and nothing
 * else: neither another script nor any address to load from.
 */
public final class Page {
  /** Files of the page's own script, in the order in which they are joined. */
  static final List<String> SCRIPTS =
      List.of(
          "dom",
          "format",
          "model",
          "chart",
          "theme",
          "print",
          "curve",
          "load",
          "percentiles",
          "engine",
          "time",
          "waterfall",
          "numbers",
          "trouble",
          "reading",
          "compare",
          "gate",
          "rerun",
          "main");

  private Page() {}

  /**
   * Returns the page.
   *
   * @param reports trees of {@code report.json}; the first is what the others are compared with
   */
  public static String of(List<? extends JsonNode> reports) {
    return page(reports, null);
  }

  /**
   * Returns the page with a link to Gatling's own report.
   *
   * @param gatling a relative address such as {@code index.html}
   */
  public static String of(List<? extends JsonNode> reports, String gatling) {
    return page(reports, gatling);
  }

  private static String page(List<? extends JsonNode> reports, @Nullable String gatling) {
    String charts = PageParts.charts();
    String script = script();
    return PageParts.fill(
        PageParts.resource("template.html"),
        Map.of(
            "hashes",
            PageParts.hash(charts) + " " + PageParts.hash(script),
            "title",
            PageParts.text(title(reports)),
            "style",
            PageParts.resource("page.css"),
            "data",
            PageParts.json(data(reports, gatling)),
            "charts",
            charts,
            "page",
            script));
  }

  private static String script() {
    return SCRIPTS.stream()
        .map(name -> PageParts.resource(name + ".js"))
        .collect(Collectors.joining("\n", "(() => {\n\"use strict\";\n", "})();\n"));
  }

  private static String title(List<? extends JsonNode> reports) {
    return reports.stream()
        .map(report -> report.path("label").asText())
        .collect(Collectors.joining(" · ", "", " · LLM load test"));
  }

  private static ObjectNode data(List<? extends JsonNode> reports, @Nullable String gatling) {
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    ArrayNode array = data.putArray("reports");
    reports.forEach(array::add);
    data.set("glossary", PageGlossary.tree());
    data.set("levers", Lever.tree());
    ObjectNode links = data.putObject("links");
    if (gatling != null) {
      links.put("gatling", gatling);
    }
    return data;
  }
}
