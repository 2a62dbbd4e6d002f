package org.gatlingllm.report;

/**
 * Text of others in a spreadsheet: never a formula. A program that opens a CSV file takes a cell
 * that begins with one of a few signs as a formula (OWASP, CSV injection), quoted or not; an
 * apostrophe before it makes it text.
 */
final class SafeCell {
  /**
   * ASCII signs, their full-width twins that some locales take as equal, and what may hide them.
   */
  private static final String FORMULA_STARTS = "=+-@\t\r\n＝＋－＠";

  private SafeCell() {}

  /** The text on one line, with an apostrophe before it where it could be taken as a formula. */
  static String of(String text) {
    boolean formula = !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0;
    String line = OneLine.of(text);
    // white space that hid a sign is gone now
    boolean uncovered = !line.isEmpty() && FORMULA_STARTS.indexOf(line.charAt(0)) >= 0;
    return formula || uncovered ? "'" + line : line;
  }
}
