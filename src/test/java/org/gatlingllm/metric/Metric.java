package org.gatlingllm.metric;

import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import java.util.stream.Stream;

/**
 * The numbers of one request, each with its formula, unit and direction. A metric gives no sample,
 * never a 0, where the request has no such number.
 *
 * <p>Only whole streams ({@link Outcome#whole}) have samples. Tags follow aiperf, short names vLLM.
 */
public enum Metric {
  /** {@code arrival[0] − sent}, any channel. */
  TIME_TO_FIRST_TOKEN("ttft", Unit.MILLISECONDS, Better.LOWER, "first token − sent") {
    @Override
    void whole(RequestRecord r, DoubleConsumer sink) {
      since(r.timings().sentNanos(), r.timings().firstTokenNanos(), sink);
    }
  },
  /** First visible text − sent: differs from TTFT for reasoning models. */
  TIME_TO_FIRST_OUTPUT_TOKEN(
      "ttfot", Unit.MILLISECONDS, Better.LOWER, "first visible text − sent") {
    @Override
    void whole(RequestRecord r, DoubleConsumer sink) {
      since(r.timings().sentNanos(), r.timings().firstOutputNanos(), sink);
    }
  },
  /**
   * The gap before an arrival divided by the {@code k} tokens it delivered, {@code k} samples.
   * Absent where the tokens cannot be attributed to arrivals ({@link TokenCounts#attributable}).
   */
  INTER_TOKEN_LATENCY("itl", Unit.MILLISECONDS, Better.LOWER, "gap ÷ tokens it delivered") {
    @Override
    void whole(RequestRecord r, DoubleConsumer sink) {
      if (!r.tokens().attributable()) {
        return;
      }
      TokenTimings t = r.timings();
      for (int i = 1; i < t.arrivals(); i++) {
        int tokens = t.arrivalTokens(i);
        double each = (double) (t.arrivalNanos(i) - t.arrivalNanos(i - 1)) / tokens;
        for (int k = 0; k < tokens; k++) {
          sink.accept(each);
        }
      }
    }
  },
  /** {@code arrival[i] − arrival[i−1]}, one sample a gap. */
  INTER_CHUNK_LATENCY("icl", Unit.MILLISECONDS, Better.LOWER, "arrival[i] − arrival[i−1]") {
    @Override
    void whole(RequestRecord r, DoubleConsumer sink) {
      TokenTimings t = r.timings();
      for (int i = 1; i < t.arrivals(); i++) {
        sink.accept((double) (t.arrivalNanos(i) - t.arrivalNanos(i - 1)));
      }
    }
  },
  /** {@code (last token − arrival[0]) ÷ (N − n₀)}; absent when {@code N − n₀ < 1}. */
  TIME_PER_OUTPUT_TOKEN(
      "tpot", Unit.MILLISECONDS, Better.LOWER, "(last token − first token) ÷ (N − n₀)") {
    @Override
    void whole(RequestRecord r, DoubleConsumer sink) {
      double each = timePerOutputToken(r);
      if (!Double.isNaN(each)) {
        sink.accept(each);
      }
    }
  },
  /** {@code last token − sent}. */
  REQUEST_LATENCY("e2el", Unit.MILLISECONDS, Better.LOWER, "last token − sent") {
    @Override
    void whole(RequestRecord r, DoubleConsumer sink) {
      since(r.timings().sentNanos(), r.timings().lastTokenNanos(), sink);
    }
  },
  /** {@code closed − sent}. */
  STREAM_DURATION("stream_duration", Unit.MILLISECONDS, Better.LOWER, "closed − sent") {
    @Override
    void whole(RequestRecord r, DoubleConsumer sink) {
      since(r.timings().sentNanos(), r.timings().closedNanos(), sink);
    }
  },
  /** Output tokens as told by the server, else token events. Absent for an empty answer. */
  OUTPUT_TOKENS("output_tokens", Unit.TOKENS, Better.NEITHER, "tokens generated") {
    @Override
    void whole(RequestRecord r, DoubleConsumer sink) {
      if (r.timings().arrivals() > 0) {
        sink.accept(r.tokens().outputOrEvents());
      }
    }
  },
  /** Prompt tokens as told by the server. */
  PROMPT_TOKENS("prompt_tokens", Unit.TOKENS, Better.NEITHER, "tokens of the prompt") {
    @Override
    void whole(RequestRecord r, DoubleConsumer sink) {
      told(r.tokens().prompt(), sink);
    }
  },
  /** Prompt tokens read from a cache, as told by the server. */
  CACHED_TOKENS("cached_tokens", Unit.TOKENS, Better.NEITHER, "prompt tokens read from a cache") {
    @Override
    void whole(RequestRecord r, DoubleConsumer sink) {
      told(r.tokens().cached(), sink);
    }
  },
  /** Reasoning tokens as told by the server. */
  REASONING_TOKENS("reasoning_tokens", Unit.TOKENS, Better.NEITHER, "tokens of reasoning") {
    @Override
    void whole(RequestRecord r, DoubleConsumer sink) {
      told(r.tokens().reasoning(), sink);
    }
  },
  /** Streamed tokens per token event: above 1 it tells why a request has no inter-token latency. */
  TOKENS_PER_EVENT(
      "tokens_per_event", Unit.TOKENS, Better.NEITHER, "streamed tokens ÷ token events") {
    @Override
    void whole(RequestRecord r, DoubleConsumer sink) {
      double each = r.tokens().tokensPerEvent();
      if (!Double.isNaN(each)) {
        sink.accept(each);
      }
    }
  },
  /** {@code 1 ÷ time per output token}. */
  OUTPUT_TOKEN_THROUGHPUT_PER_USER(
      "tok/s/user", Unit.TOKENS_PER_SECOND, Better.HIGHER, "1 ÷ time per output token") {
    @Override
    void whole(RequestRecord r, DoubleConsumer sink) {
      double each = timePerOutputToken(r);
      if (each > 0) {
        sink.accept(1e9 / each);
      }
    }
  },
  /** {@code sent − scheduled}: how late the client was. */
  SCHEDULE_DELAY("schedule_delay", Unit.MILLISECONDS, Better.LOWER, "sent − scheduled") {
    @Override
    void whole(RequestRecord r, DoubleConsumer sink) {
      since(r.timings().scheduledNanos(), r.timings().sentNanos(), sink);
    }
  },
  /** TTFT counted from the schedule: free of coordinated omission. */
  TIME_TO_FIRST_TOKEN_FROM_SCHEDULE(
      "ttft_sched", Unit.MILLISECONDS, Better.LOWER, "first token − scheduled") {
    @Override
    void whole(RequestRecord r, DoubleConsumer sink) {
      since(r.timings().scheduledNanos(), r.timings().firstTokenNanos(), sink);
    }
  },
  /** Time to first visible text counted from the schedule. */
  TIME_TO_FIRST_OUTPUT_TOKEN_FROM_SCHEDULE(
      "ttfot_sched", Unit.MILLISECONDS, Better.LOWER, "first visible text − scheduled") {
    @Override
    void whole(RequestRecord r, DoubleConsumer sink) {
      since(r.timings().scheduledNanos(), r.timings().firstOutputNanos(), sink);
    }
  },
  /** Request latency counted from the schedule. */
  REQUEST_LATENCY_FROM_SCHEDULE(
      "e2el_sched", Unit.MILLISECONDS, Better.LOWER, "last token − scheduled") {
    @Override
    void whole(RequestRecord r, DoubleConsumer sink) {
      since(r.timings().scheduledNanos(), r.timings().lastTokenNanos(), sink);
    }
  };

  /** Which way a metric improves. */
  public enum Better {
    /** Less is better. */
    LOWER,
    /** More is better. */
    HIGHER,
    /** A description, not a merit. */
    NEITHER
  }

  private final String tag = name().toLowerCase(Locale.ROOT);
  private final String shortName;
  private final Unit unit;
  private final Better better;
  private final String formula;

  Metric(String shortName, Unit unit, Better better, String formula) {
    this.shortName = shortName;
    this.unit = unit;
    this.better = better;
    this.formula = formula;
  }

  /** The name in JSON, for example {@code time_to_first_token}. */
  public String tag() {
    return tag;
  }

  /** The short name, for example {@code ttft}. */
  public String shortName() {
    return shortName;
  }

  /** The unit in which it is shown. */
  public Unit unit() {
    return unit;
  }

  /** Which way it improves. */
  public Better better() {
    return better;
  }

  /** The formula in words, as printed beside the number. */
  public String formula() {
    return formula;
  }

  /** Whether one request gives many samples, which then depend on each other. */
  public boolean pooled() {
    return this == INTER_TOKEN_LATENCY || this == INTER_CHUNK_LATENCY;
  }

  /** Hands each sample of the request to the sink; times in nanoseconds. */
  public final void samples(RequestRecord request, DoubleConsumer sink) {
    if (request.outcome().whole()) {
      whole(request, sink);
    }
  }

  /** Returns the metric with this tag or short name. */
  public static Optional<Metric> named(String name) {
    return Stream.of(values())
        .filter(m -> m.tag.equals(name) || m.shortName.equals(name))
        .findFirst();
  }

  abstract void whole(RequestRecord request, DoubleConsumer sink);

  private static void since(long fromNanos, long toNanos, DoubleConsumer sink) {
    if (fromNanos != TokenTimings.ABSENT && toNanos != TokenTimings.ABSENT) {
      sink.accept((double) (toNanos - fromNanos));
    }
  }

  private static void told(int count, DoubleConsumer sink) {
    if (count != TokenCounts.UNKNOWN) {
      sink.accept(count);
    }
  }

  private static double timePerOutputToken(RequestRecord r) {
    TokenTimings t = r.timings();
    // a single arrival spans no time: an uncounted last token would make it 0 ms a token
    if (t.arrivals() < 2 || !r.tokens().attributable()) {
      return Double.NaN;
    }
    int later = r.tokens().streamed() - t.arrivalTokens(0);
    return later < 1 ? Double.NaN : (double) (t.lastTokenNanos() - t.firstTokenNanos()) / later;
  }
}
