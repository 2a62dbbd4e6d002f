package org.gatlingllm.report;

/** Writes the files of a report. */
public final class ReportFiles {
  private ReportFiles() {}
}
