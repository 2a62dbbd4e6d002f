package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every decoder keeps, whatever its framing. */
abstract class EventDecoderLaws {
  private static final long SEED = 42;

  abstract EventDecoder decoder(EventSink sink);

  /** A body with every oddity that the framing knows. */
  abstract String oddBody();

  /** One event as it goes over the wire. */
  abstract String wire(String data);

  /** Remembers what a decoder found, as text. */
  static final class Found implements EventSink {
    final List<String> events = new ArrayList<>();

    @Override
    public void event(byte[] bytes, int from, int to, boolean namedError) {
      events.add((namedError ? "error!" : "") + new String(bytes, from, to - from, UTF_8));
    }

    @Override
    public void stray(byte[] bytes, int from, int to, boolean errorField) {
      String kind = errorField ? "error: " : "stray: ";
      events.add(kind + new String(bytes, from, to - from, UTF_8));
    }

    @Override
    public void tooLong() {
      events.add("too long");
    }
  }

  final List<String> decode(String body, int... cuts) {
    return decode(body.getBytes(UTF_8), cuts);
  }

  final List<String> decode(byte[] body, int... cuts) {
    Found found = new Found();
    EventDecoder decoder = decoder(found);
    int from = 0;
    for (int cut : cuts) {
      decoder.read(body, from, cut);
      from = cut;
    }
    decoder.read(body, from, body.length);
    decoder.end();
    return found.events;
  }

  @Test
  void anyCutGivesTheSameEvents() {
    byte[] body = oddBody().getBytes(UTF_8);
    List<String> whole = decode(body);
    assertThat(whole).hasSizeGreaterThan(3);
    for (int cut = 0; cut <= body.length; cut++) {
      assertThat(decode(body, cut)).as("cut at %d", cut).isEqualTo(whole);
    }
    assertThat(decode(body, IntStream.range(1, body.length).toArray())).isEqualTo(whole);
  }

  @Test
  void randomBytesGiveTheSameEventsHoweverCut() {
    Random random = new Random(SEED);
    String alphabet = "data: {}[]\"\\\r\n\n\r:eventrrorid,1\uFEFFä";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      random
          .ints(random.nextInt(60), 0, alphabet.length())
          .forEach(index -> text.append(alphabet.charAt(index)));
      byte[] body = text.toString().getBytes(UTF_8);
      int[] cuts = random.ints(4, 0, body.length + 1).sorted().toArray();
      assertThat(decode(body, cuts)).as("seed %d, body %d", SEED, i).isEqualTo(decode(body));
    }
  }

  @Test
  void emptyBodyHasNoEvent() {
    assertThat(decode("")).isEmpty();
  }

  @Test
  void byteOrderMarkIsSkippedOnlyAtTheStart() {
    String marked = wire("{\"a\":\"\uFEFF\"}");
    assertThat(decode("\uFEFF" + marked + wire("{}"))).containsExactly("{\"a\":\"\uFEFF\"}", "{}");
  }

  @Test
  void lastEventWithoutItsEndCountsWhenItIsWhole() {
    String body = wire("{}").stripTrailing();
    assertThat(decode(body)).containsExactly("{}");
    assertThat(decode(body.substring(0, body.length() - 1))).isEmpty();
  }

  @Test
  void eventOfSixteenMebibytesIsRead() {
    String data = "\"" + "x".repeat((16 << 20) - 2) + "\"";
    assertThat(decode(wire(data), 1 << 20, 5 << 20)).containsExactly(data);
  }

  @Test
  void longerEventIsRefusedAndNothingReadAfterIt() {
    byte[] piece = "x".repeat(1 << 20).getBytes(UTF_8);
    Found found = new Found();
    EventDecoder decoder = decoder(found);
    byte[] start = wire("").stripTrailing().getBytes(UTF_8);
    decoder.read(start, 0, start.length);
    for (int i = 0; i < 40; i++) {
      decoder.read(piece, 0, piece.length);
    }
    byte[] next = ("\n\n" + wire("{}")).getBytes(UTF_8);
    decoder.read(next, 0, next.length);
    decoder.end();
    assertThat(found.events).containsExactly("too long");
  }
}
