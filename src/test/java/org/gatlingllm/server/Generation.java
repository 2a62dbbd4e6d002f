package org.gatlingllm.server;

/**
 * One generation, as its encoder needs to know it.
 *
 * @param id hexadecimal digits, to be prefixed as the protocol has it
 * @param createdMillis wall-clock time, ms since the epoch
 * @param finishStop whether the model ends by itself (stop) and not at the limit (length)
 */
record Generation(
    GenerationRequest request,
    String id,
    long createdMillis,
    OutputText text,
    int outputTokens,
    boolean finishStop) {

  String model() {
    return request.model();
  }

  long createdSeconds() {
    return Math.floorDiv(createdMillis, 1_000L);
  }

  int promptTokens() {
    return request.prompt().tokens();
  }
}
