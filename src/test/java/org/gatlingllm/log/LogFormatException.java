package org.gatlingllm.log;

import java.nio.file.Path;

/**
 * A file of a run is not what it should be. The message is one sentence: what could not be read,
 * what was expected and found, where, and what to do.
 */
public final class LogFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The offset of a problem that has no place inside the file, such as its absence. */
  public static final long NO_OFFSET = -1;

  private final transient Path file;
  private final long offset;

  /**
   * @param offset byte of the file at which the problem shows, or {@link #NO_OFFSET}
   * @param problem what was expected and what was found, lower case, no full stop
   * @param remedy what to do, lower case, no full stop
   */
  public LogFormatException(Path file, long offset, String problem, String remedy) {
    super(
        "cannot read \"%s\": %s%s; %s"
            .formatted(file, problem, offset == NO_OFFSET ? "" : ", at byte " + offset, remedy));
    this.file = file;
    this.offset = offset;
  }

  /** The file that could not be read, as the caller named it. */
  public Path file() {
    return file;
  }

  /** Byte at which the problem shows, from 0, or {@link #NO_OFFSET}. */
  public long offset() {
    return offset;
  }
}
