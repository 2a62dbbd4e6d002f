package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonCursorTest {
  private static final long SEED = 7;

  private static JsonCursor over(String json) {
    JsonCursor cursor = new JsonCursor();
    byte[] bytes = ("#" + json + "#").getBytes(UTF_8);
    cursor.open(bytes, 1, bytes.length - 1);
    return cursor;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "null",
        "-1.5e+3",
        "\"\\\"\\\\\"",
        " { \"a\" : [ 1 , { \"b\" : [ ] } ] , \"c\" : \"}\" } ",
      })
  void wholeValueIsSkippedToItsEnd(String json) {
    JsonCursor cursor = over(json);
    cursor.skip();
    assertThat(cursor.atEnd()).isTrue();
    assertThat(cursor.malformed()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[1",
        "\"a",
        "\"a\\",
        "\"a\\\"",
        "{\"a\"",
        "{\"a\":",
        "}",
        ":",
        ",",
        "hello " + "\"",
        "{\"a\":1",
        "!",
        "{\"a\":!}"
      })
  void whatIsNoValueIsMalformed(String json) {
    JsonCursor cursor = over(json);
    do {
      cursor.skip();
    } while (!cursor.malformed() && !cursor.atEnd());
    assertThat(cursor.malformed()).isTrue();
    assertThat(cursor.atEnd()).isFalse();
  }

  @Test
  void malformedObjectEndsTheWalk() {
    JsonCursor cursor = over("{\"a\" 1}");
    assertThat(cursor.enterObject()).isTrue();
    assertThat(cursor.nextMember()).isFalse();
    assertThat(cursor.malformed()).isTrue();
    assertThat(cursor.nextElement()).isFalse();
  }

  @Test
  void valueOfAnotherKindIsConsumed() {
    JsonCursor cursor = over("[1,{\"a\":1},[2],\"x\",null]");
    cursor.enterArray();
    int elements = 0;
    while (cursor.nextElement()) {
      elements++;
      if (cursor.peek() == '"') {
        assertThat(cursor.enterObject()).isFalse();
      } else {
        assertThat(cursor.nextString()).isFalse();
      }
    }
    assertThat(elements).isEqualTo(5);
    assertThat(cursor.atEnd()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "7, 7",
    "0, 0",
    "7.0, 7",
    "1e3, 1000",
    "-5, -1",
    "2147483646, 2147483646",
    "99999999999, -1",
    "1e400, -1",
    "null, -1",
    "'\"7\"', -1",
    "12x, -1",
    "1111111111111111111111111111111111111111111111111111111111111111111111111111, -1"
  })
  void countThatIsNoIntIsAbsentAndNeverWraps(String json, int expected) {
    assertThat(over(json).nextCount(-1)).isEqualTo(expected);
  }

  @Test
  void textIsWhatJacksonReads() throws IOException {
    Random random = new Random(SEED);
    ObjectMapper jackson = new ObjectMapper();
    for (int i = 0; i < 2_000; i++) {
      String text =
          random
              .ints(random.nextInt(12), 0, 0x300)
              .mapToObj(c -> c % 7 == 0 ? "\uD83D\uDEB2" : String.valueOf((char) c))
              .reduce("", String::concat);
      String json = jackson.writeValueAsString(text);
      JsonCursor cursor = over(json);
      assertThat(cursor.nextString()).as(json).isTrue();
      assertThat(cursor.text()).isEqualTo(text);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'\\ud83d\\udeb2', \uD83D\uDEB2",
    "'\\u00e4\\/\\n', 'ä/\n'",
    "'\\u12', \uFFFD",
    "'\\uzzzz!', \uFFFD!",
  })
  void escapesAreRead(String inside, String expected) {
    JsonCursor cursor = over('"' + inside + '"');
    assertThat(cursor.nextString()).isTrue();
    assertThat(cursor.text()).isEqualTo(expected);
  }

  @Test
  void deepNestingIsCountedAndNotRecursedInto() {
    JsonCursor cursor = over("[".repeat(1_000_000) + "]".repeat(1_000_000));
    cursor.skip();
    assertThat(cursor.atEnd()).isTrue();
  }
}
