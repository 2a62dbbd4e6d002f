package org.gatlingllm.gate;

/** An SLO file, or a short form on the command line, cannot be used. */
public final class SloFormatException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final String file;
  private final int line;

  /**
   * Says what is wrong in one sentence.
   *
   * @param file name of the file, or the system property
   * @param line from 1, or −1 where there is none
   * @param path the place in the file, {@code limits[0].ttft.p95}; may be empty
   */
  SloFormatException(String file, int line, String path, String problem, String remedy) {
    super(
        "cannot use "
            + file
            + (line > 0 ? ", line " + line : "")
            + (path.isEmpty() ? "" : ", " + path)
            + ": "
            + problem
            + "; "
            + remedy);
    this.file = file;
    this.line = line;
  }

  /** Name of the file, or the system property. */
  public String file() {
    return file;
  }

  /** Line, from 1, or −1 where there is none. */
  public int line() {
    return line;
  }
}
