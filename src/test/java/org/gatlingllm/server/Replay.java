package org.gatlingllm.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A recorded response: a body byte for byte, and how it is to go over the wire. Without further
 * words it has status 200, goes out in one write together with its head, and ends properly.
 * Immutable; every method returns a new replay.
 */
public final class Replay {

  private static final Duration DEFAULT_PAUSE = Duration.ofMillis(5);

  private final byte[] body;
  private final int status;
  private final Map<String, String> headers;
  private final List<Integer> cuts;
  private final Duration pause;
  private final After after;

  /** What follows the body. */
  private enum After {
    END,
    RESET,
    SILENCE
  }

  private Replay(
      byte[] body,
      int status,
      Map<String, String> headers,
      List<Integer> cuts,
      Duration pause,
      After after) {
    this.body = body;
    this.status = status;
    this.headers = headers;
    this.cuts = cuts;
    this.pause = pause;
    this.after = after;
  }

  /** A body of that content type. */
  public static Replay of(byte[] body, String contentType) {
    return new Replay(
        body.clone(),
        200,
        Map.of("content-type", contentType),
        List.of(),
        DEFAULT_PAUSE,
        After.END);
  }

  /**
   * A body from a file.
   *
   * @throws IOException when it cannot be read
   */
  public static Replay of(Path file, String contentType) throws IOException {
    return of(Files.readAllBytes(file), contentType);
  }

  /** Answers with that status. */
  public Replay status(int status) {
    return new Replay(body, status, headers, cuts, pause, after);
  }

  /** Adds a response header, for example {@code content-encoding}. */
  public Replay header(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Replay(body, status, more, cuts, pause, after);
  }

  /**
   * Cuts the body at those byte offsets into writes of their own, the head in one before them.
   *
   * @throws IllegalArgumentException when they do not increase or lie outside the body
   */
  public Replay cutAt(List<Integer> offsets) {
    int last = 0;
    for (int offset : offsets) {
      if (offset <= last || offset >= body.length) {
        throw new IllegalArgumentException(
            "replay: cuts must increase inside the body of "
                + body.length
                + " bytes, found "
                + offsets);
      }
      last = offset;
    }
    return new Replay(body, status, headers, List.copyOf(offsets), pause, after);
  }

  /** Cuts the body after each event: after each blank line, or each line where there is none. */
  public Replay cutAfterEvents() {
    List<Integer> blank = endsOf(true);
    return cutAt(blank.isEmpty() ? endsOf(false) : blank);
  }

  /** Waits so long between the writes, so that they are reads of their own; default 5 ms. */
  public Replay pause(Duration pause) {
    return new Replay(body, status, headers, cuts, pause, after);
  }

  /** Resets the connection after the body instead of ending it. */
  public Replay thenReset() {
    return new Replay(body, status, headers, cuts, pause, After.RESET);
  }

  /** Sends nothing after the body and leaves it open, as a server does that forgets to end it. */
  public Replay thenSilence() {
    return new Replay(body, status, headers, cuts, pause, After.SILENCE);
  }

  int status() {
    return status;
  }

  Map<String, String> headers() {
    return headers;
  }

  Duration pause() {
    return pause;
  }

  boolean reset() {
    return after == After.RESET;
  }

  boolean silence() {
    return after == After.SILENCE;
  }

  boolean oneWrite() {
    return cuts.isEmpty();
  }

  /** Number of writes of the body. */
  int pieces() {
    return cuts.size() + 1;
  }

  byte[] piece(int index) {
    int from = index == 0 ? 0 : cuts.get(index - 1);
    int to = index == cuts.size() ? body.length : cuts.get(index);
    return Arrays.copyOfRange(body, from, to);
  }

  // Lines end with LF, CR LF or CR; a blank line ends an event.
  private List<Integer> endsOf(boolean blankLines) {
    List<Integer> ends = new ArrayList<>();
    int lineStart = 0;
    for (int at = 0; at < body.length - 1; at++) {
      boolean crOfCrLf = body[at] == '\r' && body[at + 1] == '\n';
      if ((body[at] == '\n' || body[at] == '\r') && !crOfCrLf) {
        int length = at - lineStart - (body[at] == '\n' && at > 0 && body[at - 1] == '\r' ? 1 : 0);
        if (!blankLines || length <= 0) {
          ends.add(at + 1);
        }
        lineStart = at + 1;
      }
    }
    return ends;
  }
}
