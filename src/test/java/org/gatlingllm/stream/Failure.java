package org.gatlingllm.stream;

import java.util.Locale;
import org.gatlingllm.metric.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Why a stream failed.
 *
 * @param message lower case and without anything of one request, so that equal failures are equal
 * @param sample the beginning of what the server said, or null
 */
record Failure(Outcome outcome, String message, @Nullable String sample) {
  private static final int MIB = 1 << 20;

  static Failure httpStatus(int status, @Nullable String sample) {
    return new Failure(Outcome.HTTP_STATUS, "http status " + status, sample);
  }

  static Failure wrongType(String expected, String found, @Nullable String sample) {
    String message = "not a stream: expected " + expected + ", found " + found;
    return new Failure(Outcome.NOT_A_STREAM, message, sample);
  }

  static Failure noEvents(String expected, @Nullable String sample) {
    return wrongType(expected, "a body without a content type and without an event", sample);
  }

  static Failure unknownEncoding(@Nullable String sample) {
    String message =
        "not a stream: the content encoding is neither gzip nor deflate;"
            + " ask for none with accept-encoding: identity";
    return new Failure(Outcome.NOT_A_STREAM, message, sample);
  }

  /** An error that the stream told; its kind is a word of the server, such as a type or code. */
  static Failure told(@Nullable String kind, @Nullable String sample) {
    String message = kind == null ? "error in stream" : "error in stream: " + kind;
    return new Failure(Outcome.ERROR_IN_STREAM, message.toLowerCase(Locale.ROOT), sample);
  }

  static Failure malformed(@Nullable String sample) {
    return new Failure(Outcome.ERROR_IN_STREAM, "error in stream: an event is not json", sample);
  }

  static Failure badEncoding() {
    return limit("the body is not what its content encoding says");
  }

  static Failure tooLong() {
    return limit("a line or event is longer than " + (EventDecoder.LIMIT / MIB) + " mib");
  }

  static Failure silent(long limit) {
    return limit("no token within " + (limit / MIB) + " mib of the body");
  }

  static Failure tooManyTokens() {
    return limit("more than " + Arrivals.MAX_EVENTS + " token events");
  }

  private static Failure limit(String what) {
    return new Failure(Outcome.ERROR_IN_STREAM, "error in stream: " + what, null);
  }

  static Failure truncated(boolean properEnd) {
    String what = properEnd ? "the body ended" : "the body broke off";
    return new Failure(Outcome.TRUNCATED, "truncated: " + what + " before its end mark", null);
  }
}
