package org.gatlingllm.server;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The text of an answer: one word a token, drawn from a small vocabulary by seed and position, so
 * that any token can be told without those before it. Immutable.
 */
final class OutputText {

  /** Characters of two, three and four bytes in UTF-8, the last one of four. */
  static final String MULTI_BYTE = "Zürich東京🚲";

  private static final int NONE = -1;
  private static final List<String> WORDS =
      List.of(
              "a ferry leaves soon and the harbour is quiet while gulls circle over warm stones"
                  + " near old boats that wait for tide wind or rain before night falls on green"
                  + " hills where paths wind down to small houses with blue doors under tall pines"
                  + " by clear water so we walk on past fields of barley until morning light")
          .stream()
          .flatMap(words -> List.of(words.split(" ", -1)).stream())
          .toList();
  private static final byte[][] QUOTED = quoted("");
  private static final byte[][] QUOTED_WITH_SPACE = quoted(" ");

  private final long seed;
  private final int multiByteIndex;

  private OutputText(long seed, int multiByteIndex) {
    this.seed = seed;
    this.multiByteIndex = multiByteIndex;
  }

  static OutputText seeded(long seed) {
    return new OutputText(seed, NONE);
  }

  /** Returns this text with {@link #MULTI_BYTE} as that token's word. */
  OutputText withMultiByteWord(int index) {
    return new OutputText(seed, index);
  }

  /** Text of one token: a word, after a space for all but the first. */
  String word(int index) {
    String word = index == multiByteIndex ? MULTI_BYTE : WORDS.get(draw(index));
    return index == 0 ? word : " " + word;
  }

  /** Text of the first tokens, put together. */
  String first(int tokens) {
    StringBuilder text = new StringBuilder(tokens * 6);
    for (int i = 0; i < tokens; i++) {
      text.append(word(i));
    }
    return text.toString();
  }

  /** Writes one token's text as a JSON string with its quotes. */
  void writeQuoted(int index, ByteBuf out) {
    if (index == multiByteIndex) {
      out.writeBytes(('"' + word(index) + '"').getBytes(StandardCharsets.UTF_8));
    } else {
      out.writeBytes((index == 0 ? QUOTED : QUOTED_WITH_SPACE)[draw(index)]);
    }
  }

  private int draw(int index) {
    long z = (seed * 31 + index + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 32)) * 0xBF58476D1CE4E5B9L;
    return (int) Long.remainderUnsigned(z ^ (z >>> 29), WORDS.size());
  }

  private static byte[][] quoted(String before) {
    List<byte[]> all = new ArrayList<>();
    for (String word : WORDS) {
      all.add(('"' + before + word + '"').getBytes(StandardCharsets.UTF_8));
    }
    return all.toArray(new byte[0][]);
  }
}
