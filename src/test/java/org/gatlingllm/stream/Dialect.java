package org.gatlingllm.stream;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The language of one kind of server: how a request to it looks and how its stream is read.
 *
 * <p>Adding one is one subclass, its line in {@link Dialects}, and a row in the tests' table.
 */
public abstract class Dialect {
  private final String name;
  private final boolean eventStream;

  Dialect(String name, boolean eventStream) {
    this.name = name;
    this.eventStream = eventStream;
  }

  /**
   * Returns the dialect of this name, for example {@code openai-chat}.
   *
   * @throws IllegalArgumentException when there is none; the message lists those that there are
   */
  public static Dialect named(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    return Dialects.ALL.stream()
        .filter(dialect -> dialect.name.equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no dialect is named '" + name + "': expected one of " + names()));
  }

  /** Returns the names of all dialects. */
  public static List<String> names() {
    return Dialects.ALL.stream().map(Dialect::name).toList();
  }

  /** Guesses the dialect from the path of a URL (or a whole URL), if one is spoken there. */
  public static Optional<Dialect> ofPath(String path) {
    String bare = EndpointUrl.path(path);
    return Dialects.ALL.stream().filter(dialect -> dialect.speaksAt(bare)).findFirst();
  }

  /** The name in settings and reports. */
  public final String name() {
    return name;
  }

  /** The media type that the answer is asked in. */
  public final String mediaType() {
    return eventStream ? "text/event-stream" : "application/x-ndjson";
  }

  /** The default path of the endpoint; it begins with a slash and may end in a query. */
  public abstract String path(String model);

  /**
   * Joins the base URL that a user gave with this dialect's path. The base may already end in
   * {@code /v1}, {@code /v1/} or the whole path: nothing is doubled.
   */
  public final String url(String baseUrl, String model) {
    return EndpointUrl.join(baseUrl, this, model);
  }

  /**
   * The headers of a request, the key's own among them.
   *
   * @param apiKey or null when there is none
   */
  public final Map<String, String> headers(@Nullable String apiKey) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/json");
    headers.put("Accept", mediaType());
    addHeaders(headers, apiKey);
    return headers;
  }

  /** The body of a request, as JSON. */
  public abstract String body(CompletionRequest request);

  @Override
  public final String toString() {
    return name;
  }

  // ---- inside of the package: reading

  /** Whether a path, without its query, is this dialect's. */
  abstract boolean speaksAt(String path);

  /**
   * Reads an event. The cursor has entered the event's object; all members are to be consumed,
   * those that are not known with {@link Answer#other}.
   */
  abstract void read(JsonCursor event, Answer answer);

  /** Whether {@code [DONE]} ends a stream of this dialect. */
  boolean endsWithDone() {
    return false;
  }

  /** Whether the proper end of the body is the end mark, once there was an event. */
  boolean endsWithBody() {
    return false;
  }

  final EventDecoder decoder(EventSink sink) {
    return eventStream ? new SseDecoder(sink) : new NdjsonDecoder(sink);
  }

  final boolean isMediaType(String mediaType) {
    return eventStream
        ? mediaType.equals("text/event-stream")
        : mediaType.matches("application/(x-)?(ndjson|jsonl|jsonlines|json-lines|json-stream)");
  }

  /** Adds the key in the way most servers want it. */
  void addHeaders(Map<String, String> headers, @Nullable String apiKey) {
    if (apiKey != null) {
      headers.put("Authorization", "Bearer " + apiKey);
    }
  }
}
