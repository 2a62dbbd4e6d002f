package org.gatlingllm.log;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.ServerTimings;
import org.gatlingllm.metric.TokenCounts;
import org.gatlingllm.metric.TokenTimings;
import org.jspecify.annotations.Nullable;

/** Records in which every field takes all that it can be, absent too; the same for a seed. */
final class RandomRecords {
  /** Texts that are easily spoiled on their way through a file. */
  static final String[] TEXTS = {
    "", "stop", "line\nbreak \"quoted\" \\ back", "tab\tand \u0000 and \u2028", "é 漢 \uD83D\uDE00"
  };

  private final SplittableRandom random;

  RandomRecords(long seed) {
    random = new SplittableRandom(seed);
  }

  /** So many, with the ordinals from 0. */
  List<RequestRecord> first(int count) {
    return IntStream.range(0, count).mapToObj(this::next).toList();
  }

  private RequestRecord next(int ordinal) {
    Outcome[] outcomes = Outcome.values();
    return new RequestRecord(
        new RequestRecord.Id(
            ordinal, "c=8", text(), text(), random.nextLong(100), random.nextBoolean()),
        timings(),
        new TokenCounts(
            count(), count(), count(), count(), random.nextInt(9), random.nextBoolean(), true),
        new RequestRecord.Ending(
            outcomes[random.nextInt(outcomes.length)],
            random.nextBoolean() ? 0 : random.nextInt(100, 600),
            optionalText(),
            optionalText(),
            optionalText(),
            count()),
        new RequestRecord.Connection(random.nextBoolean(), random.nextInt(1, 4)),
        new ServerTimings(duration(), duration(), duration(), duration()));
  }

  private TokenTimings timings() {
    long scheduled = StreamLogSamples.BASE_NANOS + random.nextLong(-1_000_000, 9_000_000_000L);
    long sent = scheduled + random.nextLong(-1_000_000, 1_000_000);
    long headers = random.nextBoolean() ? TokenTimings.ABSENT : sent + random.nextLong(1_000_000);
    long[] arrivals = new long[random.nextInt(6)];
    int[] tokens = new int[arrivals.length];
    long at = sent;
    for (int i = 0; i < arrivals.length; i++) {
      at += random.nextLong(3_000);
      arrivals[i] = at;
      tokens[i] = i == 0 ? 2 : random.nextInt(4);
    }
    TokenTimings.Request request =
        new TokenTimings.Request(scheduled, sent, headers, at + random.nextLong(5_000));
    return arrivals.length == 0
        ? TokenTimings.withoutTokens(request)
        : TokenTimings.of(request, duration(), arrivals, random.nextBoolean() ? tokens : null);
  }

  private int count() {
    return random.nextInt(-1, 5);
  }

  private long duration() {
    return random.nextBoolean() ? TokenTimings.ABSENT : random.nextLong(1_000_000_000);
  }

  private String text() {
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  private @Nullable String optionalText() {
    return random.nextBoolean() ? null : text();
  }
}
