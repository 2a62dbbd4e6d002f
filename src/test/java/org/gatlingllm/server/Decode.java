package org.gatlingllm.server;

/**
 * What a decode step costs the simulated engine.
 *
 * @param baseMicros µs of a step, whatever the batch
 * @param microsPerSequence further µs for each sequence in it
 */
public record Decode(double baseMicros, double microsPerSequence) {

  /**
   * Checks every component.
   *
   * @throws IllegalArgumentException when a component is out of its range
   */
  public Decode {
    ServiceModel.requireTime("step base", baseMicros);
    ServiceModel.requireTime("step per sequence", microsPerSequence);
  }

  /** Returns this cost times that factor. */
  public Decode times(double factor) {
    return new Decode(baseMicros * factor, microsPerSequence * factor);
  }

  double micros(int sequences) {
    return baseMicros + microsPerSequence * sequences;
  }
}
