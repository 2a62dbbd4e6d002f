package org.gatlingllm.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class NdjsonDecoderTest extends EventDecoderLaws {

  @Override
  EventDecoder decoder(EventSink sink) {
    return new NdjsonDecoder(sink);
  }

  @Override
  String oddBody() {
    return "\uFEFF{\"a\":1}\n\n  \r\n{\"b\":\"ü\"}\r\n{\"c\":\"\u2028\"}\n[1]\nnonsense\n{\"d\":4}";
  }

  @Override
  String wire(String data) {
    return data + "\n";
  }

  @Test
  void eachLineThatIsNotBlankIsAnEvent() {
    assertThat(decode(oddBody()))
        .extracting(String::stripTrailing)
        .containsExactly(
            "{\"a\":1}", "{\"b\":\"ü\"}", "{\"c\":\"\u2028\"}", "[1]", "nonsense", "{\"d\":4}");
  }

  @Test
  void cutLastLineIsNoEvent() {
    assertThat(decode("{\"a\":1}\n{\"b\":")).containsExactly("{\"a\":1}");
  }
}
