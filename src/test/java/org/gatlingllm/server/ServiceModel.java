package org.gatlingllm.server;

import java.util.List;
import java.util.Locale;

/**
 * How long the simulated engine works: prefill and decode time as a function of tokens and batch.
 *
 * <p>One iteration of the engine either computes prompts or gives each decoding sequence one token:
 *
 * <pre>
 * prefill of a prompt        = prefill base + prefill per token × uncached prompt tokens
 * decode step                = step base + step per sequence × sequences in the batch
 * mixed step (chunked)       = decode step + prefill per token × prompt tokens of the chunk
 * </pre>
 *
 * <p>Without chunks a prompt is computed as a whole, one prompt after the other in the order of
 * arrival, and stalls the decoders meanwhile. All times are multiplied by {@code timeScale} and by
 * the iteration's noise.
 *
 * @param name for reports and logs
 * @param slots sequences that hold a place in the engine at once; more requests wait in the queue
 * @param independent whether requests do not touch one another: no queue, no batch; each one's
 *     first token comes a prefill after its arrival, the others a step of a batch of one apart
 * @param prefill what prompts cost
 * @param decode what tokens cost
 * @param noise on every iteration
 * @param timeScale factor on all times; 0.1 runs ten times faster
 */
public record ServiceModel(
    String name,
    int slots,
    boolean independent,
    Prefill prefill,
    Decode decode,
    Noise noise,
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
      case "np1" -> shared(name, 1, prompt(1_450, 0), new Decode(18_500, 0));
      case "np4" -> shared(name, 4, prompt(1_450, 0), new Decode(25_000 / 3.0, 32_000 / 3.0));
      case "gpu" -> shared(name, 64, prompt(25, 512), new Decode(7_000, 100));
      case "fast" -> shared(name, 1_024, prompt(0, 0), new Decode(0, 0));
      case "clock" -> clock(200_000, 10_000);
      default ->
          throw new IllegalArgumentException(
              "unknown preset: expected one of " + PRESETS + ", found \"" + name + '"');
    };
  }

  private static ServiceModel shared(String name, int slots, Prefill prefill, Decode decode) {
    return new ServiceModel(name, slots, false, prefill, decode, Noise.NONE, 1);
  }

  private static Prefill prompt(double microsPerToken, int chunkTokens) {
    return new Prefill(0, microsPerToken, chunkTokens, false);
  }

  /**
   * A model of independent requests with fixed times, like the preset {@code clock}.
   *
   * @param ttftMicros µs from a request's arrival to its first token
   * @param itlMicros µs from a token to the next
   */
  public static ServiceModel clock(double ttftMicros, double itlMicros) {
    Prefill prefill = new Prefill(ttftMicros, 0, 0, false);
    Decode decode = new Decode(itlMicros, 0);
    return new ServiceModel("clock", Integer.MAX_VALUE, true, prefill, decode, Noise.NONE, 1);
  }

  /** Returns this model with another number of slots. */
  public ServiceModel withSlots(int slots) {
    return new ServiceModel(name, slots, independent, prefill, decode, noise, timeScale);
  }

  /** Returns this model with other costs of prompts. */
  public ServiceModel withPrefill(Prefill prefill) {
    return new ServiceModel(name, slots, independent, prefill, decode, noise, timeScale);
  }

  /** Returns this model with other costs of decode steps. */
  public ServiceModel withDecode(Decode decode) {
    return new ServiceModel(name, slots, independent, prefill, decode, noise, timeScale);
  }

  /** Returns this model with that noise on its iterations. */
  public ServiceModel withNoise(Noise noise) {
    return new ServiceModel(name, slots, independent, prefill, decode, noise, timeScale);
  }

  /** Returns this model with another factor on all times. */
  public ServiceModel withTimeScale(double timeScale) {
    return new ServiceModel(name, slots, independent, prefill, decode, noise, timeScale);
  }

  /** Time of a whole prompt with so many uncached tokens, without noise. */
  public long prefillNanos(int uncachedTokens) {
    return nanos(prefill.micros(1, uncachedTokens));
  }

  /** Time of a decode step of so many sequences, without noise. */
  public long stepNanos(int sequences) {
    return nanos(decode.micros(sequences));
  }

  /** Time of a step that decodes so many sequences and computes a chunk of prompt tokens. */
  long mixedStepNanos(int sequences, int promptTokens, int promptsBegun) {
    return nanos(prefill.micros(promptsBegun, promptTokens) + decode.micros(sequences));
  }

  private long nanos(double micros) {
    return Math.round(micros * timeScale * NANOS_PER_MICRO);
  }

  static void requireTime(String component, double micros) {
    require(micros >= 0 && micros <= 1e12, component, micros, "0 or more µs");
  }

  static void require(boolean holds, String component, Number found, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "service model: %s must be %s, found %s", component, expected, found));
    }
  }
}
