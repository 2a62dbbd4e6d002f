package org.gatlingllm;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Timer;
import java.util.TimerTask;
import org.gatlingllm.gatling.Load;
import org.jspecify.annotations.Nullable;

/** Says every few seconds, and at the begin of each level, how far a run is. */
final class Progress {
  private static final long LOOK_EACH_MILLIS = 1000;
  private static final int SAY_EACH_LOOKS = 5;

  private final PrintStream out;
  private final Timer timer = new Timer("llm-progress", true);
  private @Nullable Load load;
  private int level = -1;
  private int looks;

  Progress(PrintStream out) {
    this.out = out;
  }

  void watch(Load watched) {
    load = watched;
  }

  void start() {
    timer.scheduleAtFixedRate(
        new TimerTask() {
          @Override
          public void run() {
            look();
          }
        },
        LOOK_EACH_MILLIS,
        LOOK_EACH_MILLIS);
  }

  void stop() {
    timer.cancel();
  }

  private void look() {
    if (load != null) {
      load.progress().ifPresent(this::say);
    }
  }

  private void say(Load.Progress now) {
    boolean begun = now.number() != level;
    looks = begun ? 0 : looks + 1;
    level = now.number();
    if (looks % SAY_EACH_LOOKS == 0) {
      out.println(line(now));
    }
  }

  static String line(Load.Progress now) {
    String asked = now.asked() > 0 ? " of " + now.asked() : "";
    String left =
        Double.isNaN(now.secondsLeft())
            ? ""
            : String.format(Locale.ROOT, ", about %.0f s left in this level", now.secondsLeft());
    return String.format(
        Locale.ROOT,
        "level %d of %d, %s: %d%s requests done, %d failed%s",
        now.number(),
        now.levels(),
        now.name(),
        now.done(),
        asked,
        now.failed(),
        left);
  }
}
