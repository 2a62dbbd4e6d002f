package org.gatlingllm.gatling;

import io.gatling.commons.validation.Success;
import io.gatling.commons.validation.Validation;
import io.gatling.core.check.Check;
import io.gatling.core.check.CheckMaterializer;
import io.gatling.core.check.Extractor;
import io.gatling.core.check.FindExtractor;
import io.gatling.core.session.Session;
import io.gatling.javaapi.core.CheckBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.TokenCounts;
import org.jspecify.annotations.Nullable;
import scala.Function1;
import scala.Option;

/** The checks on a stream, made of Gatling's own check machinery. */
final class StreamChecks {
  private StreamChecks() {}

  /** Marks a check as one on a stream. */
  enum StreamCheckType implements CheckBuilder.CheckType {
    /** Looks at timings and counts. */
    NUMBERS,
    /** Looks at text, which is kept only for such a check. */
    TEXT
  }

  static DurationCheck duration(Metric metric) {
    return new DurationCheck(
        metric.shortName(), finder(metric.shortName(), answer -> mean(metric, answer.record())));
  }

  static CheckBuilder.Find<Integer> count(String name, Function<TokenCounts, Integer> count) {
    return find(
        name,
        StreamCheckType.NUMBERS,
        Integer.class,
        answer -> {
          int found = count.apply(answer.record().tokens());
          return found == TokenCounts.UNKNOWN ? null : found;
        });
  }

  static CheckBuilder.Find<String> text(
      String name, StreamCheckType type, Function<CheckedStream, @Nullable String> text) {
    return find(name, type, String.class, text);
  }

  /**
   * Turns checks of the DSL into Gatling's.
   *
   * @throws IllegalArgumentException when one of them is no check on a stream
   */
  static List<Check<CheckedStream>> build(List<CheckBuilder> checks) {
    return checks.stream().map(StreamChecks::build).toList();
  }

  static boolean looksAtText(CheckBuilder check) {
    return check.type() == StreamCheckType.TEXT;
  }

  @SuppressWarnings("unchecked") // type() says what the wrapped check was made for
  private static Check<CheckedStream> build(CheckBuilder check) {
    if (!(check.type() instanceof StreamCheckType)) {
      throw new IllegalArgumentException(
          "cannot check a stream with "
              + check.type()
              + ": expected one of ttft(), itl(), tpot(), e2el(), outputTokens(), promptTokens(),"
              + " finishReason(), content(), reasoning(); checks on status and headers belong to the"
              + " decorated request: llm(..).stream(http(..).check(..))");
    }
    return ((io.gatling.core.check.CheckBuilder<Object, CheckedStream>) check.asScala())
        .build(MATERIALIZER);
  }

  private static @Nullable Duration mean(Metric metric, RequestRecord record) {
    List<Double> samples = new ArrayList<>();
    metric.samples(record, samples::add);
    OptionalDouble mean = samples.stream().mapToDouble(d -> d).average();
    return mean.isPresent() ? Duration.ofNanos(Math.round(mean.getAsDouble())) : null;
  }

  private static <X> CheckBuilder.Find<X> find(
      String name,
      StreamCheckType type,
      Class<X> xClass,
      Function<CheckedStream, @Nullable X> extract) {
    return new CheckBuilder.Find.Default<>(finder(name, extract), type, xClass, x -> x);
  }

  private static <X> io.gatling.core.check.CheckBuilder.Find<Object, CheckedStream, X> finder(
      String name, Function<CheckedStream, @Nullable X> extract) {
    Extractor<CheckedStream, X> extractor =
        new FindExtractor<>(
            name,
            new Function1<CheckedStream, Validation<Option<X>>>() {
              @Override
              public Validation<Option<X>> apply(CheckedStream answer) {
                return new Success<>(Option.apply(extract.apply(answer)));
              }
            });
    Function1<Session, Validation<Extractor<CheckedStream, X>>> expression =
        session -> new Success<>(extractor);
    return GatlingFind.of(expression);
  }

  private static final CheckMaterializer<Object, Check<CheckedStream>, CheckedStream, CheckedStream>
      MATERIALIZER =
          new CheckMaterializer<>(check -> check) {
            @Override
            public Function1<CheckedStream, Validation<CheckedStream>> preparer() {
              return Success::new;
            }
          };
}
