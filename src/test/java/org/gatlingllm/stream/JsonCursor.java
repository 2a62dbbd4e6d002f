package org.gatlingllm.stream;

import java.util.Arrays;

/**
 * Walks over the bytes of one JSON value without making objects of them, and is used again for the
 * next event.
 *
 * <p>Each {@code next…} and {@code enter…} consumes one value, whatever it is: one of another kind
 * is skipped and answered with "no". So a walk never gets out of step. What is not JSON makes the
 * cursor {@link #malformed}; it then stands at its end and answers "no" to everything. Nesting is
 * counted, not recursed into.
 */
final class JsonCursor {
  private static final byte[] NONE = {};

  private byte[] bytes = NONE;
  private int at;
  private int end;
  private boolean malformed;

  private int nameFrom;
  private int nameTo;
  private int from;
  private int to;
  private boolean escaped;

  void open(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.at = from;
    this.end = to;
    this.malformed = false;
  }

  boolean malformed() {
    return malformed;
  }

  /** Whether nothing but white space is left. */
  boolean atEnd() {
    space();
    return at >= end && !malformed;
  }

  /** Where the next value begins, for {@link #moveTo}. */
  int position() {
    return at;
  }

  void moveTo(int position) {
    if (!malformed) {
      at = position;
    }
  }

  /** Enters the next value if it is an object; else skips it. */
  boolean enterObject() {
    return enter('{');
  }

  /** Enters the next value if it is an array; else skips it. */
  boolean enterArray() {
    return enter('[');
  }

  private boolean enter(char open) {
    if (peek() == open) {
      at++;
      return true;
    }
    skip();
    return false;
  }

  /** Moves to the value of the next member; false after the last one, whose end is consumed. */
  boolean nextMember() {
    byte b = peek();
    if (b == ',') {
      at++;
      b = peek();
    }
    if (b == '}') {
      at++;
      return false;
    }
    if (b != '"') {
      return fail();
    }
    string();
    nameFrom = from;
    nameTo = to;
    if (peek() != ':') {
      return fail();
    }
    at++;
    return true;
  }

  /** Moves to the next element; false after the last one, whose end is consumed. */
  boolean nextElement() {
    byte b = peek();
    if (b == ',') {
      at++;
      b = peek();
    }
    if (b == ']') {
      at++;
      return false;
    }
    return b != 0 || fail();
  }

  /** Whether the current member has this name. */
  boolean named(byte[] name) {
    if (nameTo - nameFrom != name.length) {
      return false;
    }
    for (int i = name.length - 1, j = nameTo - 1; i >= 0; i--, j--) {
      if (bytes[j] != name[i]) {
        return false;
      }
    }
    return true;
  }

  /** What kind of value comes next: its first byte, or 0 at the end. */
  byte peek() {
    space();
    return at < end ? bytes[at] : 0;
  }

  /** Consumes the next value if it is null. */
  boolean nextNull() {
    if (peek() == 'n') {
      skip();
      return true;
    }
    return false;
  }

  /** Consumes a value: is it {@code true}? */
  boolean nextTrue() {
    boolean yes = peek() == 't';
    skip();
    return yes;
  }

  /** Consumes a value; if it is a text, {@link #length} and {@link #appendTo} tell of it. */
  boolean nextString() {
    if (peek() == '"') {
      string();
      return !malformed;
    }
    skip();
    return false;
  }

  /** The length in bytes of the last text, as it was written. */
  int length() {
    return to - from;
  }

  /** Where the inside of the last text begins. */
  int textFrom() {
    return from;
  }

  /** Where it ends: at its closing quote. */
  int textTo() {
    return to;
  }

  /** Whether the last text is this one. */
  boolean isText(byte[] text) {
    return Arrays.equals(bytes, from, to, text, 0, text.length);
  }

  /** Whether the last text ends with this one. */
  boolean textEndsWith(byte[] end) {
    int start = to - end.length;
    return start >= from && Arrays.equals(bytes, start, to, end, 0, end.length);
  }

  /** Whether the last text contains this one. */
  boolean textContains(byte[] part) {
    for (int i = from; i + part.length <= to; i++) {
      if (Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
        return true;
      }
    }
    return false;
  }

  /** The last text. */
  String text() {
    StringBuilder text = new StringBuilder(length());
    appendTo(text);
    return text.toString();
  }

  /** Appends the last text. */
  void appendTo(StringBuilder text) {
    JsonText.append(text, bytes, from, to, escaped);
  }

  /**
   * Consumes a value: a count.
   *
   * @return the number, or {@code absent} for anything else and for what is no int: one that is cut
   *     would be a count that nobody told
   */
  int nextCount(int absent) {
    double number = nextNumber();
    return number >= 0 && number < Integer.MAX_VALUE ? (int) number : absent;
  }

  /** Consumes a value: a number, or NaN for anything else. */
  double nextNumber() {
    byte first = peek();
    int start = at;
    skip();
    if (malformed || (first != '-' && !isDigit(first))) {
      return Double.NaN;
    }
    return JsonNumber.parse(bytes, start, at);
  }

  /** Consumes a value. */
  void skip() {
    int depth = 0;
    do {
      byte b = peek();
      if (b == '"') {
        string();
      } else if (b == '{' || b == '[') {
        depth++;
        at++;
      } else if (depth > 0 && (b == '}' || b == ']')) {
        depth--;
        at++;
      } else if (depth > 0 && (b == ',' || b == ':')) {
        at++;
      } else if (!scalar()) {
        return;
      }
    } while (depth > 0);
  }

  private boolean scalar() {
    int start = at;
    while (at < end && isScalar(bytes[at])) {
      at++;
    }
    return at > start || fail();
  }

  private static boolean isScalar(byte b) {
    return (b >= 'a' && b <= 'z') || isDigit(b) || b == '-' || b == '+' || b == '.' || b == 'E';
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private void string() {
    byte[] b = bytes;
    int i = at + 1;
    from = i;
    escaped = false;
    while (i < end && b[i] != '"') {
      if (b[i] == '\\') {
        escaped = true;
        i++;
      }
      i++;
    }
    to = Math.min(i, end);
    at = to + 1;
    if (i >= end) {
      fail();
    }
  }

  private void space() {
    while (at < end) {
      byte b = bytes[at];
      if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
        return;
      }
      at++;
    }
  }

  private boolean fail() {
    malformed = true;
    at = end;
    return false;
  }
}
