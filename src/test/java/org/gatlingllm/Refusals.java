package org.gatlingllm;

import java.io.PrintStream;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lets a run that cannot begin end with one sentence instead of a stack trace. Gatling lets every
 * exception of a simulation run up to the top of its main thread; ours stand there and print those
 * of this project as what they are, sentences for the user. All others keep their trace.
 */
final class Refusals implements UncaughtExceptionHandler {
  private static final String OURS = "org.gatlingllm.";

  private final @Nullable UncaughtExceptionHandler otherwise;
  private final PrintStream out;

  private Refusals(@Nullable UncaughtExceptionHandler otherwise, PrintStream out) {
    this.otherwise = otherwise;
    this.out = out;
  }

  static void install(PrintStream out) {
    UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    if (!(before instanceof Refusals)) {
      Thread.setDefaultUncaughtExceptionHandler(new Refusals(before, out));
    }
  }

  @Override
  public void uncaughtException(Thread thread, Throwable thrown) {
    Optional<String> sentence = sentence(thrown);
    if (sentence.isPresent()) {
      out.println(sentence.get());
    } else if (otherwise != null) {
      otherwise.uncaughtException(thread, thrown);
    } else {
      thrown.printStackTrace(out);
    }
  }

  /** The sentence of the first of our own refusals in a chain of causes, if there is one. */
  static Optional<String> sentence(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      StackTraceElement[] trace = t.getStackTrace();
      boolean ours = trace.length > 0 && trace[0].getClassName().startsWith(OURS);
      boolean refusal = t instanceof IllegalArgumentException || t instanceof IllegalStateException;
      if (ours && refusal && t.getMessage() != null) {
        return Optional.of("gatling-llm: " + t.getMessage());
      }
    }
    return Optional.empty();
  }
}
