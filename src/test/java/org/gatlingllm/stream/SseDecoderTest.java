package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SseDecoderTest extends EventDecoderLaws {

  @Override
  EventDecoder decoder(EventSink sink) {
    return new SseDecoder(sink);
  }

  @Override
  String oddBody() {
    // not a text block: the line ends are the point
    return String.join(
        "",
        "\uFEFFdata: one\n\ndata:two\r\n\r\ndata:  three \r\rdata\n\n:c\nid: 7\nretry: 1\n\n",
        "event: error\ndata: {\"ü\":1}\n\ndata: a\ndata: b\r\ndata\rdata:c\n\n\n\r\n",
        "error: no\n\n{\"error\":\n \"x\"}\n\nevent: ping\n\ndata: [DONE]");
  }

  @Override
  String wire(String data) {
    return "data: " + data + "\n\n";
  }

  @Test
  void oddBodyIsReadAsTheStandardSays() {
    assertThat(decode(oddBody()))
        .containsExactly(
            "one",
            "two",
            " three ",
            "",
            "error!{\"ü\":1}",
            "a\nb\n\nc",
            "error: no",
            "stray: {\"error\": \"x\"}",
            "[DONE]");
  }

  @Test
  void eventNameHoldsForItsBlockOnly() {
    assertThat(decode("event: error\n\ndata: 1\n\nevent: error\nevent: x\ndata: 2\n\n"))
        .containsExactly("1", "2");
  }

  @Test
  void fieldNamesAreNeitherTrimmedNorFolded() {
    assertThat(decode(" data: 1\n\nDATA: 2\n\ndata : 3\n\ndatax: 4\n\n")).isEmpty();
  }

  @Test
  void carriageReturnIsALineEndBeforeTheNextByteIsKnown() {
    Found found = new Found();
    EventDecoder decoder = decoder(found);
    byte[] body = "data: 1\r\r".getBytes(ISO_8859_1);
    decoder.read(body, 0, body.length);
    assertThat(found.events).containsExactly("1");
  }

  @Test
  void unicodeLineSeparatorsEndNoLine() {
    assertThat(decode("data: a\u2028b\u2029c\u0085d\n\n"))
        .containsExactly("a\u2028b\u2029c\u0085d");
  }

  @Test
  void longCommentIsNotKept() {
    byte[] piece = "x".repeat(1 << 20).getBytes(ISO_8859_1);
    Found found = new Found();
    EventDecoder decoder = decoder(found);
    decoder.read(":".getBytes(ISO_8859_1), 0, 1);
    for (int i = 0; i < 12; i++) {
      decoder.read(piece, 0, piece.length);
    }
    byte[] next = "\ndata: 1\n\n".getBytes(ISO_8859_1);
    decoder.read(next, 0, next.length);
    assertThat(found.events).containsExactly("1");
  }
}
