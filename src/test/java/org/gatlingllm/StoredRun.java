package org.gatlingllm;

import java.nio.file.Path;
import org.gatlingllm.log.StreamLogWriter;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Run;

/** Runs of tests as run folders, which have no {@code simulation.log}. */
final class StoredRun {
  private StoredRun() {}

  /** Writes a run into a folder of that name below the other, and returns it. */
  static Path of(Run run, Path folders, String name) {
    Path folder = folders.resolve(name);
    try (StreamLogWriter log =
        StreamLogWriter.open(folder.resolve(StreamLogWriter.FILE_NAME), run.header())) {
      for (Level level : run.levels()) {
        log.levelStarted(level);
        run.requests().stream()
            .filter(r -> r.id().level().equals(level.name()))
            .forEach(
                r -> {
                  if (!log.append(r)) {
                    throw new IllegalStateException("the log is full");
                  }
                });
      }
    }
    return folder;
  }
}
