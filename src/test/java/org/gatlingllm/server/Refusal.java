package org.gatlingllm.server;

import java.util.Map;

/** A request that is answered with an error instead of a generation. */
final class Refusal extends RuntimeException {

  private final String text;
  final int status;
  final String type;
  final String code;
  final String param;
  final Map<String, String> headers;

  /** An empty {@code code} or {@code param} is null in the answer. */
  Refusal(
      int status,
      String type,
      String code,
      String param,
      String message,
      Map<String, String> headers) {
    super(message, null, false, false);
    this.text = message;
    this.status = status;
    this.type = type;
    this.code = code;
    this.param = param;
    this.headers = headers;
  }

  String text() {
    return text;
  }

  static Refusal badRequest(String param, String code, String message) {
    return new Refusal(400, "invalid_request_error", code, param, message, Map.of());
  }

  static Refusal unknownUrl(String method, String path) {
    String message = "Invalid URL (" + method + " " + path + ")";
    return new Refusal(404, "invalid_request_error", "", "", message, Map.of());
  }

  static Refusal wrongMethod(String method, String path, String allowed) {
    String message = "Not allowed to " + method + " on " + path + ".";
    return new Refusal(
        405,
        "invalid_request_error",
        "method_not_supported",
        "",
        message,
        Map.of("allow", allowed));
  }

  static Refusal wrongKey(boolean missing) {
    String message =
        missing
            ? "You didn't provide an API key. It is expected in an Authorization header:"
                + " Authorization: Bearer YOUR_KEY."
            : "Incorrect API key provided.";
    return new Refusal(
        401,
        "invalid_request_error",
        missing ? "" : "invalid_api_key",
        "",
        message,
        Map.of("www-authenticate", "Bearer"));
  }

  static Refusal unknownModel(String model) {
    String message = "The model `" + model + "` does not exist or you do not have access to it.";
    return new Refusal(404, "invalid_request_error", "model_not_found", "", message, Map.of());
  }

  static Refusal queueFull(int waiting, int retryAfterSeconds) {
    String message = "Too many requests: " + waiting + " are waiting already.";
    return new Refusal(
        429,
        "rate_limit_error",
        "rate_limit_exceeded",
        "",
        message,
        Map.of("retry-after", Integer.toString(retryAfterSeconds)));
  }

  static Refusal scripted(Fault.Status fault) {
    Map<String, String> headers =
        fault
            .retryAfterSeconds()
            .map(seconds -> Map.of("retry-after", Integer.toString(seconds)))
            .orElse(Map.of());
    return switch (fault.status()) {
      case 429 ->
          new Refusal(
              429,
              "rate_limit_error",
              "rate_limit_exceeded",
              "",
              "Rate limit reached for requests.",
              headers);
      case 503 ->
          new Refusal(
              503,
              "unavailable_error",
              "",
              "",
              "The server is overloaded or not ready yet.",
              headers);
      default ->
          new Refusal(
              fault.status(),
              "server_error",
              "",
              "",
              "The server had an error while processing your request.",
              headers);
    };
  }
}
