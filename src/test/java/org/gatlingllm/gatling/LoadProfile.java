package org.gatlingllm.gatling;

import java.util.List;

/**
 * What load a part of a run makes: closed ({@link ClosedProfile}) or open ({@link OpenProfile}).
 * Immutable. {@link LlmDsl#load} puts profiles in a row.
 */
public sealed interface LoadProfile permits ClosedProfile, OpenProfile, ClientWarmUp {
  /** Returns the levels of this profile, in order. */
  List<LevelPlan> plans();

  /** What each user does, once an iteration. */
  Journey journey();
}
