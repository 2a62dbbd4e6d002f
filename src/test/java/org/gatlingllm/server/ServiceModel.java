package org.gatlingllm.server;

import java.util.List;
import java.util.Locale;

/**
 * How long the simulated engine works: prefill and decode time as a function of tokens and batch.
 *
 * <p>One iteration of the engine either computes prompts or gives each decoding sequence one token:
 *
 * <pre>
 * prefill of a prompt        = prefillBase + prefillPerToken × uncached prompt tokens
 * decode step                = stepBase + stepPerSequence × sequences in the batch
 * mixed step (chunked)       = decode step + prefillPerToken × prompt tokens of the chunk
 * </pre>
 *
 * <p>Without chunks a prompt is computed as a whole, one prompt after the other in the order of
 * arrival, and stalls the decoders meanwhile. All times are multiplied by {@code timeScale} and by
 * the iteration's noise (mean 1, see {@code stepJitterCv}), then by {@code slowStepFactor} for a
 * share of {@code slowStepFraction} of the iterations.
 *
 * @param name for reports and logs
 * @param slots sequences that hold a place in the engine at once; more requests wait in the queue
 * @param prefillBaseMicros µs that each prompt costs, however short
 * @param prefillMicrosPerToken µs for each prompt token that is not in the prefix cache
 * @param stepBaseMicros µs of a decode step, whatever the batch
 * @param stepPerSequenceMicros further µs of a decode step for each sequence in it
 * @param prefillChunkTokens most prompt tokens computed in one step beside the decoders; 0: prompts
 *     are not chunked
 * @param prefixCache whether blocks of {@link Prompt#BLOCK_TOKENS} tokens that an earlier prompt
 *     began with are free
 * @param independent whether requests do not touch one another: no queue, no batch; each one's
 *     first token comes a prefill after its arrival, the others a step of a batch of one apart
 * @param stepJitterCv coefficient of variation of the log-normal noise on an iteration; 0: none
 * @param slowStepFraction share of the iterations, 0–1, that are slow
 * @param slowStepFactor how many times longer a slow iteration is, at least 1
 * @param timeScale factor on all times; 0.1 runs ten times faster
 */
public record ServiceModel(
    String name,
    int slots,
    double prefillBaseMicros,
    double prefillMicrosPerToken,
    double stepBaseMicros,
    double stepPerSequenceMicros,
    int prefillChunkTokens,
    boolean prefixCache,
    boolean independent,
    double stepJitterCv,
    double slowStepFraction,
    double slowStepFactor,
    double timeScale) {

  private static final double NANOS_PER_MICRO = 1_000;

  /** Names of the presets, as {@link #preset} takes them. */
  public static final List<String> PRESETS = List.of("np1", "np4", "gpu", "fast", "clock");

  /**
   * Checks every component.
   *
   * @throws IllegalArgumentException when a component is out of its range
   */
  public ServiceModel {
    require(slots >= 1, "slots", slots, "at least 1");
    requireTime("prefillBaseMicros", prefillBaseMicros);
    requireTime("prefillMicrosPerToken", prefillMicrosPerToken);
    requireTime("stepBaseMicros", stepBaseMicros);
    requireTime("stepPerSequenceMicros", stepPerSequenceMicros);
    require(prefillChunkTokens >= 0, "prefillChunkTokens", prefillChunkTokens, "0 or more");
    require(stepJitterCv >= 0 && stepJitterCv <= 10, "stepJitterCv", stepJitterCv, "0 to 10");
    require(
        slowStepFraction >= 0 && slowStepFraction <= 1,
        "slowStepFraction",
        slowStepFraction,
        "0 to 1");
    require(slowStepFactor >= 1, "slowStepFactor", slowStepFactor, "at least 1");
    require(timeScale > 0 && timeScale <= 1e6, "timeScale", timeScale, "over 0, at most 1e6");
  }

  /**
   * Returns the preset of that name.
   *
   * <ul>
   *   <li>{@code np1}: a small model on a laptop, one slot: 145 ms for a prompt of 100 tokens, then
   *       18.5 ms a token. More users only queue.
   *   <li>{@code np4}: the same with four slots that decode together: a step takes 19 ms with one
   *       sequence and 51 ms with four.
   *   <li>{@code gpu}: a data-centre card: 64 slots, 7.1 ms a step alone and 13.4 ms with 64, 25 µs
   *       a prompt token in chunks of 512.
   *   <li>{@code fast}: no delay at all.
   *   <li>{@code clock}: each request by itself: first token after 200 ms, then one each 10 ms,
   *       whatever the load; for measuring a client's error.
   * </ul>
   *
   * @throws IllegalArgumentException when there is no such preset; its message names those there
   *     are
   */
  public static ServiceModel preset(String name) {
    return switch (name) {
      case "np1" -> of(name, 1, 0, 1_450, 18_500, 0, 0, false);
      case "np4" -> of(name, 4, 0, 1_450, 25_000 / 3.0, 32_000 / 3.0, 0, false);
      case "gpu" -> of(name, 64, 0, 25, 7_000, 100, 512, false);
      case "fast" -> of(name, 1_024, 0, 0, 0, 0, 0, false);
      case "clock" -> of(name, Integer.MAX_VALUE, 200_000, 0, 10_000, 0, 0, true);
      default ->
          throw new IllegalArgumentException(
              "unknown preset: expected one of " + PRESETS + ", found \"" + name + '"');
    };
  }

  private static ServiceModel of(
      String name,
      int slots,
      double prefillBase,
      double prefillPerToken,
      double stepBase,
      double stepPerSequence,
      int chunk,
      boolean independent) {
    return new ServiceModel(
        name,
        slots,
        prefillBase,
        prefillPerToken,
        stepBase,
        stepPerSequence,
        chunk,
        false,
        independent,
        0,
        0,
        1,
        1);
  }

  /**
   * A model of independent requests with fixed times, like the preset {@code clock}.
   *
   * @param ttftMicros µs from a request's arrival to its first token
   * @param itlMicros µs from a token to the next
   */
  public static ServiceModel clock(double ttftMicros, double itlMicros) {
    return of("clock", Integer.MAX_VALUE, ttftMicros, 0, itlMicros, 0, 0, true);
  }

  /** Whether prompts are computed in pieces beside the decoders. */
  public boolean chunkedPrefill() {
    return prefillChunkTokens > 0;
  }

  /** Returns this model with another number of slots. */
  public ServiceModel withSlots(int slots) {
    return new ServiceModel(
        name,
        slots,
        prefillBaseMicros,
        prefillMicrosPerToken,
        stepBaseMicros,
        stepPerSequenceMicros,
        prefillChunkTokens,
        prefixCache,
        independent,
        stepJitterCv,
        slowStepFraction,
        slowStepFactor,
        timeScale);
  }

  /** Returns this model with another factor on all times. */
  public ServiceModel withTimeScale(double timeScale) {
    return new ServiceModel(
        name,
        slots,
        prefillBaseMicros,
        prefillMicrosPerToken,
        stepBaseMicros,
        stepPerSequenceMicros,
        prefillChunkTokens,
        prefixCache,
        independent,
        stepJitterCv,
        slowStepFraction,
        slowStepFactor,
        timeScale);
  }

  /** Returns this model with the prefix cache on or off. */
  public ServiceModel withPrefixCache(boolean prefixCache) {
    return new ServiceModel(
        name,
        slots,
        prefillBaseMicros,
        prefillMicrosPerToken,
        stepBaseMicros,
        stepPerSequenceMicros,
        prefillChunkTokens,
        prefixCache,
        independent,
        stepJitterCv,
        slowStepFraction,
        slowStepFactor,
        timeScale);
  }

  /** Returns this model with prompts computed in chunks of so many tokens; 0: as a whole. */
  public ServiceModel withPrefillChunkTokens(int prefillChunkTokens) {
    return new ServiceModel(
        name,
        slots,
        prefillBaseMicros,
        prefillMicrosPerToken,
        stepBaseMicros,
        stepPerSequenceMicros,
        prefillChunkTokens,
        prefixCache,
        independent,
        stepJitterCv,
        slowStepFraction,
        slowStepFactor,
        timeScale);
  }

  /** Returns this model with noise on its iterations: see the record's components. */
  public ServiceModel withNoise(
      double stepJitterCv, double slowStepFraction, double slowStepFactor) {
    return new ServiceModel(
        name,
        slots,
        prefillBaseMicros,
        prefillMicrosPerToken,
        stepBaseMicros,
        stepPerSequenceMicros,
        prefillChunkTokens,
        prefixCache,
        independent,
        stepJitterCv,
        slowStepFraction,
        slowStepFactor,
        timeScale);
  }

  /** Time of a whole prompt with so many uncached tokens, without noise. */
  public long prefillNanos(int uncachedTokens) {
    return nanos(prefillBaseMicros + prefillMicrosPerToken * uncachedTokens);
  }

  /** Time of a decode step of so many sequences, without noise. */
  public long stepNanos(int sequences) {
    return nanos(stepBaseMicros + stepPerSequenceMicros * sequences);
  }

  /** Time of a step that decodes so many sequences and computes a chunk of prompt tokens. */
  long mixedStepNanos(int sequences, int promptTokens, int promptsBegun) {
    return nanos(
        stepBaseMicros
            + stepPerSequenceMicros * sequences
            + prefillMicrosPerToken * promptTokens
            + prefillBaseMicros * promptsBegun);
  }

  private long nanos(double micros) {
    return Math.round(micros * timeScale * NANOS_PER_MICRO);
  }

  private static void requireTime(String component, double micros) {
    require(micros >= 0 && micros <= 1e12, component, micros, "0 or more µs");
  }

  private static void require(boolean holds, String component, Number found, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "service model: %s must be %s, found %s", component, expected, found));
    }
  }
}
