package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.regex.Pattern;

/** Joins base URLs, as people write them, with a dialect's path. */
final class EndpointUrl {
  private static final Pattern VERSION = Pattern.compile("v\\d+((alpha|beta)\\d*)?");

  private EndpointUrl() {}

  /**
   * Joins; three rules, the first that fits:
   *
   * <ol>
   *   <li>a base that already is an endpoint of the dialect stays as it is;
   *   <li>what the base ends with and the path begins with is taken once ({@code /v1});
   *   <li>a base that names a version (one of {@code /api/v3}, {@code /v1beta/openai}) replaces the
   *       path's own.
   * </ol>
   *
   * A query of the base comes after the path.
   */
  static String join(String baseUrl, Dialect dialect, String model) {
    String base = baseUrl.strip();
    if (dialect.speaksAt(path(base))) {
      return base;
    }
    int question = base.indexOf('?');
    String query = question < 0 ? "" : base.substring(question + 1);
    String stem = withoutSlashes(question < 0 ? base : base.substring(0, question));
    String joined = stem + rest(path(stem), dialect.path(model));
    if (query.isEmpty()) {
      return joined;
    }
    return joined + (joined.indexOf('?') < 0 ? '?' : '&') + query;
  }

  /** The path of a URL, without query and fragment; a text without a host is taken as a path. */
  static String path(String url) {
    int scheme = url.indexOf("://");
    int start = scheme < 0 ? 0 : indexOrEnd(url, '/', scheme + 3);
    int end = Math.min(indexOrEnd(url, '?', start), indexOrEnd(url, '#', start));
    return withoutSlashes(url.substring(Math.min(start, end), end));
  }

  /** A name as one segment of a path. */
  static String segment(String name) {
    return URLEncoder.encode(name, UTF_8).replace("+", "%20");
  }

  private static String rest(String basePath, String path) {
    for (int cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
      if (basePath.endsWith(path.substring(0, cut))) {
        return path.substring(cut);
      }
    }
    int second = path.indexOf('/', 1);
    boolean versioned = second > 0 && isVersion(path.substring(1, second));
    return versioned && namesVersion(basePath) ? path.substring(second) : path;
  }

  private static boolean namesVersion(String path) {
    for (String segment : path.split("/", -1)) {
      if (isVersion(segment)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isVersion(String segment) {
    return VERSION.matcher(segment).matches();
  }

  private static int indexOrEnd(String text, char c, int from) {
    int index = text.indexOf(c, from);
    return index < 0 ? text.length() : index;
  }

  private static String withoutSlashes(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == '/') {
      end--;
    }
    return text.substring(0, end);
  }
}
