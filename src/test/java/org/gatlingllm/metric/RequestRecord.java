package org.gatlingllm.metric;

import org.jspecify.annotations.Nullable;

/**
 * One request as the client saw it: the unit of all statistics.
 *
 * @param id who sent it and under which load
 * @param timings its marks on the clock
 * @param tokens its counts
 * @param ending how it ended
 * @param connection what it travelled on
 * @param server the server's own clocks
 */
public record RequestRecord(
    Id id,
    TokenTimings timings,
    TokenCounts tokens,
    Ending ending,
    Connection connection,
    ServerTimings server) {

  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVICE_UNAVAILABLE = 503;

  /**
   * Who sent a request.
   *
   * @param ordinal counts the requests of a run from 0
   * @param level name of its {@link Level}
   * @param scenario Gatling's scenario
   * @param request Gatling's request name, without the suffix of a phase
   * @param user Gatling's user id
   * @param warmUp whether it only warmed client and server: in no number
   */
  public record Id(
      long ordinal, String level, String scenario, String request, long user, boolean warmUp) {}

  /**
   * How a request ended.
   *
   * @param status HTTP status, or 0 when there was none
   * @param message why it failed, without ids, times or texts of one request, so that equal
   *     failures have equal messages; null when it did not fail
   * @param sample the beginning of what the server said (at most 1 KB), or null
   * @param finishReason the last reason that the server told, as it spells it, or null
   * @param retryAfterSeconds what the server asked to wait, or −1
   */
  public record Ending(
      Outcome outcome,
      int status,
      @Nullable String message,
      @Nullable String sample,
      @Nullable String finishReason,
      int retryAfterSeconds) {

    /** A proper end. */
    public static Ending ok(int status, @Nullable String finishReason) {
      return new Ending(Outcome.OK, status, null, null, finishReason, -1);
    }
  }

  /**
   * What a request travelled on.
   *
   * @param reused whether an earlier request had used the connection
   * @param sends how often it was written to a connection: 1, or more where a client sent it again
   */
  public record Connection(boolean reused, int sends) {}

  /** The outcome. */
  public Outcome outcome() {
    return ending.outcome();
  }

  /** Whether the server refused for load: 429 or 503. */
  public boolean rateLimited() {
    return outcome() == Outcome.HTTP_STATUS
        && (ending.status() == TOO_MANY_REQUESTS || ending.status() == SERVICE_UNAVAILABLE);
  }

  /** Whether it ended well without a single token. */
  public boolean empty() {
    return outcome() == Outcome.OK && timings.arrivals() == 0;
  }
}
