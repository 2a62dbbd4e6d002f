package org.gatlingllm.server;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Faults as words of a command line: {@code WHICH:KIND[:ARGUMENT…]}. WHICH is a request's ordinal,
 * from 1, or {@code every5}, or {@code all}. Kinds:
 *
 * <pre>
 * stall:TOKENS[:MS]      slow-headers:MS       cut:TOKENS       clean-end:TOKENS
 * reset:TOKENS           reset-at-once         malformed:TOKENS error:TOKENS
 * split:TOKENS           status:CODE[:RETRY_AFTER_SECONDS]
 * close-unheard[:MS]    replay:CONTENT_TYPE:FILE
 * </pre>
 */
public final class FaultSyntax {

  private static final int WHICH = 0;
  private static final int KIND = 1;
  private static final int FIRST = 2;
  private static final int SECOND = 3;

  private FaultSyntax() {}

  /**
   * Adds the faults to a script.
   *
   * @throws IllegalArgumentException when one cannot be read; its message quotes it
   */
  public static FaultScript add(FaultScript script, List<String> faults) {
    FaultScript all = script;
    for (String fault : faults) {
      all = add(all, fault);
    }
    return all;
  }

  private static FaultScript add(FaultScript script, String text) {
    List<String> words = List.of(text.split(":", 4));
    if (words.size() < 2) {
      throw unreadable(text, "WHICH:KIND[:ARGUMENT...]");
    }
    Fault fault = fault(words, text);
    String which = words.get(WHICH).toLowerCase(Locale.ROOT);
    if (which.equals("all")) {
      return script.always(fault);
    } else if (which.startsWith("every")) {
      return script.onEvery(number(which.substring("every".length()), 1, text), fault);
    }
    return script.on(number(which, 1, text), fault);
  }

  private static Fault fault(List<String> words, String text) {
    return switch (words.get(KIND)) {
      case "stall" -> new Fault.Stall(tokens(words, text), millis(words, SECOND, text));
      case "slow-headers" ->
          new Fault.SlowHeaders(
              millis(words, FIRST, text).orElseThrow(() -> unreadable(text, "slow-headers:MS")));
      case "cut" -> new Fault.Cut(tokens(words, text));
      case "clean-end" -> new Fault.CleanEnd(tokens(words, text));
      case "reset" -> new Fault.Reset(tokens(words, text));
      case "reset-at-once" -> new Fault.ResetAtOnce();
      case "close-unheard" ->
          new Fault.CloseUnheard(millis(words, FIRST, text).orElse(Duration.ZERO));
      case "malformed" -> new Fault.Malformed(tokens(words, text));
      case "error" ->
          new Fault.ErrorInStream(tokens(words, text), "The engine met an error (on purpose).");
      case "split" -> Fault.splitCharacter(tokens(words, text));
      case "status" -> status(words, text);
      case "replay" -> replay(words, text);
      default -> throw unreadable(text, "a kind of fault after the first colon");
    };
  }

  private static Fault status(List<String> words, String text) {
    int status = number(word(words, FIRST, text), 100, text);
    return words.size() <= SECOND
        ? Fault.status(status)
        : Fault.status(status, number(words.get(SECOND), 0, text));
  }

  private static Fault replay(List<String> words, String text) {
    Path file = Path.of(word(words, SECOND, text));
    try {
      Replay replay = Replay.of(file, word(words, FIRST, text));
      return new Fault.Replayed(replay.cutAfterEvents());
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read the body of fault \"" + text + "\": " + e, e);
    }
  }

  private static int tokens(List<String> words, String text) {
    return number(word(words, FIRST, text), 0, text);
  }

  private static Optional<Duration> millis(List<String> words, int index, String text) {
    return words.size() <= index
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(number(words.get(index), 0, text)));
  }

  private static String word(List<String> words, int index, String text) {
    if (index >= words.size()) {
      throw unreadable(text, "one more argument");
    }
    return words.get(index);
  }

  private static int number(String word, int least, String text) {
    try {
      int number = Integer.parseInt(word);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw unreadable(text, "a whole number of at least " + least + " in place of \"" + word + '"');
  }

  private static IllegalArgumentException unreadable(String text, String expected) {
    return new IllegalArgumentException("cannot read fault \"" + text + "\": expected " + expected);
  }
}
