package org.gatlingllm.gatling;

import io.gatling.javaapi.core.Session;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.gatlingllm.metric.TokenCounts;

/**
 * Synthetic prompts of a target length. A word of the list is one token for most tokenizers, so
 * that a prompt of n words has about n tokens; what the server counted is in the report.
 *
 * <p>With cache busting, each prompt begins with a nonce of its own, in its very first token, and
 * no prefix cache can help: prompts of one run differ from each other, from those of the warm-up,
 * and from those of every other run. Without, all prompts of one length are equal, and those of the
 * warm-up are others.
 */
public final class Prompts implements Function<Session, String> {
  /** Longer than the context of any model: a longer prompt is a mistake, and fills the memory. */
  public static final int MOST_TOKENS = 20_000_000;

  private static final String[] WORDS = {
    "the",
    "time",
    "people",
    "water",
    "day",
    "work",
    "place",
    "world",
    "hand",
    "part",
    "year",
    "night",
    "point",
    "home",
    "house",
    "side",
    "head",
    "line",
    "city",
    "name",
    "story",
    "state",
    "light",
    "question",
    "book",
    "eye",
    "mother",
    "area",
    "money",
    "fact",
    "month",
    "lot",
    "right",
    "study",
    "job",
    "word",
    "business",
    "issue",
    "group",
    "problem",
    "country",
    "school",
    "family",
    "student",
    "father",
    "friend",
    "power",
    "hour",
    "game",
    "end",
    "member",
    "law",
    "car",
    "room",
    "community",
    "service",
    "door",
    "road",
    "river",
    "tree",
    "green",
    "small",
    "long",
    "new"
  };
  private static final int NONCE_RADIX = 36;

  private final long seed;
  private final int standardTokens;
  private final boolean cacheBust;
  private final LengthRange range;
  private final long run;
  private final AtomicLong count = new AtomicLong();

  private Prompts(long seed, int standardTokens, boolean cacheBust, LengthRange range, long run) {
    this.seed = seed;
    this.range = range;
    this.standardTokens = standardTokens;
    this.cacheBust = cacheBust;
    this.run = run;
  }

  /**
   * Makes prompts.
   *
   * @param seed of the words
   * @param tokens their length where the level says none
   * @param cacheBust whether each begins with a nonce
   */
  public static Prompts synthetic(long seed, int tokens, boolean cacheBust) {
    return new Prompts(seed, tokens, cacheBust, LengthRange.NONE, System.currentTimeMillis());
  }

  /**
   * Prompts whose lengths vary evenly by this ratio of what was asked for, from request to request;
   * those of a trace do not.
   *
   * @throws IllegalArgumentException unless the ratio is at least 0 and below 1
   */
  public Prompts varying(double ratio) {
    return new Prompts(seed, standardTokens, cacheBust, new LengthRange(seed, ratio), run);
  }

  @Override
  public String apply(Session session) {
    Visit visit = Visit.of(session.asScala());
    if (visit == null) {
      return prompt(standardTokens, 0);
    }
    LevelRun level = visit.level();
    Trace.Row replayed = visit.row();
    int asked = replayed == null ? level.level().promptTokens() : replayed.promptTokens();
    int tokens = asked == TokenCounts.UNKNOWN ? standardTokens : asked;
    int drawn = replayed == null ? range.around(tokens, level.nextPrompt()) : tokens;
    return prompt(drawn, level.promptSalt());
  }

  /**
   * One prompt.
   *
   * @param salt added to the seed
   */
  String prompt(int tokens, long salt) {
    long number = count.getAndIncrement();
    SplittableRandom random = new SplittableRandom(seed + (cacheBust ? number : 0) + salt);
    StringBuilder text = new StringBuilder(tokens * 6);
    if (cacheBust) {
      text.append(nonce(number)).append(' ');
    }
    for (int i = cacheBust ? 1 : 0; i < tokens; i++) {
      text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
    }
    return text.toString().strip();
  }

  /** Digits that change fastest come first: the first token differs already. */
  private String nonce(long number) {
    String digits = Long.toString(run, NONCE_RADIX) + Long.toString(number, NONCE_RADIX);
    return new StringBuilder(digits).reverse().toString();
  }
}
