package org.gatlingllm.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** Framing of events, and events with a hole for a token's text. */
final class Events {

  /** Stands in a JSON tree where a token's text will be. */
  static final String HOLE = "\u2402token\u2402";

  private static final byte[] DATA = ascii("data: ");
  private static final byte[] EVENT = ascii("event: ");
  private static final byte[] BLANK_LINE = ascii("\n\n");
  static final byte[] DONE = ascii("data: [DONE]\n\n");

  private Events() {}

  /** Writes an event without a name. */
  static void data(JsonNode json, ByteBuf out) {
    out.writeBytes(DATA).writeBytes(Json.bytes(json)).writeBytes(BLANK_LINE);
  }

  /** Writes an event that is named as its JSON's {@code type} is. */
  static void named(JsonNode json, ByteBuf out) {
    out.writeBytes(EVENT).writeBytes(ascii(json.path("type").asText())).writeByte('\n');
    data(json, out);
  }

  /** A prepared text with one hole: what is before, and what is after. */
  static final class Template {

    private final byte[] before;
    private final byte[] after;

    private Template(String text) {
      String hole = '"' + HOLE + '"';
      int at = text.indexOf(hole);
      this.before = text.substring(0, at).getBytes(StandardCharsets.UTF_8);
      this.after = text.substring(at + hole.length()).getBytes(StandardCharsets.UTF_8);
    }

    /** An event without a name. */
    static Template data(JsonNode json) {
      return new Template("data: " + Json.text(json) + "\n\n");
    }

    /** An event that is named as its JSON's {@code type} is. */
    static Template named(JsonNode json) {
      String type = json.path("type").asText();
      return new Template("event: " + type + "\ndata: " + Json.text(json) + "\n\n");
    }

    void write(OutputText text, int index, ByteBuf out) {
      out.writeBytes(before);
      text.writeQuoted(index, out);
      out.writeBytes(after);
    }
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
