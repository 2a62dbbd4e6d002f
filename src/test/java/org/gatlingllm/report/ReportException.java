package org.gatlingllm.report;

/**
 * A report could not be written or read; the message is one sentence that says why and what to do.
 */
public final class ReportException extends RuntimeException {
  ReportException(String message) {
    super(message);
  }

  ReportException(String message, Throwable cause) {
    super(message, cause);
  }
}
