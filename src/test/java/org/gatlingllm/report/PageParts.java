package org.gatlingllm.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The pieces of the page, and how each is made safe for the place where it stands. */
final class PageParts {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");
  private static final Pattern LONE_SURROGATE = Pattern.compile("\\p{Cs}");
  private static final String ECHARTS =
      "/META-INF/resources/webjars/echarts/%s/dist/echarts.min.js";
  private static final String ECHARTS_POM =
      "/META-INF/maven/org.webjars.npm/echarts/pom.properties";

  private PageParts() {}

  /** A file of this package's folder {@code page}. */
  static String resource(String name) {
    return read("page/" + name);
  }

  /** A JSON file of this package's folder {@code page}. */
  static JsonNode tree(String name) {
    try {
      return MAPPER.readTree(resource(name));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot read page/" + name + ": not JSON", e);
    }
  }

  /** Apache ECharts, checked to hold nothing that would end the element it stands in. */
  static String charts() {
    Properties pom = new Properties();
    try (InputStream in = open(ECHARTS_POM)) {
      pom.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + ECHARTS_POM, e);
    }
    String script = read(ECHARTS.formatted(pom.getProperty("version")));
    if (script.contains("</script") || script.contains("<!--")) {
      throw new IllegalStateException("cannot inline ECharts: it holds text that ends a script");
    }
    return script.strip();
  }

  /** Puts each value in its place, once: a value that holds the name of a place stays as it is. */
  static String fill(String template, Map<String, String> values) {
    return PLACE
        .matcher(template)
        .replaceAll(place -> Matcher.quoteReplacement(values.getOrDefault(place.group(1), "")));
  }

  /** Text between tags. */
  static String text(String text) {
    return LONE_SURROGATE
        .matcher(text)
        .replaceAll("\ufffd")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;");
  }

  /**
   * JSON inside a script element: without {@code <}, so that nothing in it ends the element or
   * begins a comment, without what old readers of scripts take for line ends, and without half
   * characters, which no file can hold.
   */
  static String json(JsonNode tree) {
    return LONE_SURROGATE
        .matcher(tree.toString())
        .replaceAll(half -> String.format(Locale.ROOT, "\\\\u%04x", (int) half.group().charAt(0)))
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  /** A script as the content security policy names it. */
  static String hash(String script) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static String read(String name) {
    try (InputStream in = open(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }

  private static InputStream open(String name) {
    InputStream in = PageParts.class.getResourceAsStream(name);
    if (in == null) {
      throw new IllegalStateException(
          "cannot find \"" + name + "\" on the class path: run mvn test-compile first");
    }
    return in;
  }
}
