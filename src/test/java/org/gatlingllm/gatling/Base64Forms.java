package org.gatlingllm.gatling;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;

/** A secret as it looks in Base64, alone and as a part of a longer text. */
final class Base64Forms {
  /** Three bytes are four characters: a secret begins at one of three places in them. */
  private static final int PLACES = 3;

  /** Of a character. */
  private static final int BITS = 6;

  private Base64Forms() {}

  /** Without the characters that hold bits of what stands around it; in both alphabets. */
  static List<String> of(String secret) {
    byte[] bytes = secret.getBytes(UTF_8);
    return IntStream.range(0, PLACES)
        .mapToObj(before -> after(before, bytes))
        .flatMap(form -> List.of(form, form.replace('+', '-').replace('/', '_')).stream())
        .toList();
  }

  private static String after(int before, byte[] secret) {
    byte[] bytes = new byte[before + secret.length];
    System.arraycopy(secret, 0, bytes, before, secret.length);
    String encoded = Base64.getEncoder().withoutPadding().encodeToString(bytes);
    int firstWhole = (before * Byte.SIZE + BITS - 1) / BITS;
    int wholes = bytes.length * Byte.SIZE / BITS;
    return encoded.substring(firstWhole, wholes);
  }
}
