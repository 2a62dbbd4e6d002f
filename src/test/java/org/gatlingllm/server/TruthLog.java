package org.gatlingllm.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * All truth records of a server: those under way, those that ended (if they are kept), and the file
 * they go to (if there is one). Safe for use by any thread.
 */
final class TruthLog implements AutoCloseable {

  private final boolean keep;
  private final @Nullable TruthFile file;
  private final Set<Recording> open = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<RequestTruth> ended = new ConcurrentLinkedQueue<>();

  TruthLog(boolean keep, @Nullable TruthFile file) {
    this.keep = keep;
    this.file = file;
  }

  void begin(Recording recording) {
    open.add(recording);
  }

  void end(Recording recording, boolean complete, boolean leftByClient) {
    if (recording.ended(complete, leftByClient, System.nanoTime())) {
      RequestTruth truth = recording.truth();
      if (keep) {
        ended.add(truth);
      }
      // Only now, so that a reader in between sees it twice (and keeps one) rather than not at all.
      open.remove(recording);
      if (file != null) {
        file.append(truth);
      }
    }
  }

  List<RequestTruth> snapshot() {
    List<RequestTruth> all = new ArrayList<>();
    for (Recording recording : open) {
      all.add(recording.truth());
    }
    all.addAll(ended);
    all.sort(
        Comparator.comparingLong(RequestTruth::ordinal)
            .thenComparing(truth -> truth.endNanos().isEmpty()));
    List<RequestTruth> once = new ArrayList<>(all.size());
    for (RequestTruth truth : all) {
      if (once.isEmpty() || once.get(once.size() - 1).ordinal() != truth.ordinal()) {
        once.add(truth);
      }
    }
    return List.copyOf(once);
  }

  @Override
  public void close() {
    if (file != null) {
      for (Recording recording : open) {
        file.append(recording.truth());
      }
      file.close();
    }
  }
}
