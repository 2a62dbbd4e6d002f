package org.gatlingllm.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.gatlingllm.analysis.FindingKind;
import org.junit.jupiter.api.Test;

final class LeverTest {
  /** Findings that ask for nothing, or say themselves what to do. */
  private static final Set<FindingKind> WITHOUT =
      EnumSet.of(
          FindingKind.LITTLES_LAW,
          FindingKind.CANCELLED,
          FindingKind.SERVER_WAIT,
          FindingKind.CAPACITY,
          FindingKind.SCALABILITY,
          FindingKind.SLO_KEPT,
          FindingKind.CLOSED_ONLY,
          FindingKind.CHAIN_TAIL,
          FindingKind.OTHER);

  @Test
  void everyKindHasALeverOrNeedsNone() {
    Set<FindingKind> with = EnumSet.noneOf(FindingKind.class);
    for (Lever lever : Lever.ALL) {
      with.addAll(lever.kinds());
    }

    assertThat(with)
        .containsExactlyInAnyOrderElementsOf(EnumSet.complementOf(EnumSet.copyOf(WITHOUT)));
  }

  @Test
  void leversAreWholeSentencesWithAKind() {
    for (JsonNode lever : Lever.tree()) {
      assertThat(lever.path("kinds")).isNotEmpty();
      for (String column : List.of("symptom", "cause", "lever")) {
        assertThat(lever.path(column).asText()).as("%s of %s", column, lever).isNotBlank();
      }
    }
  }
}
