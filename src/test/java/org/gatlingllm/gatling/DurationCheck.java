package org.gatlingllm.gatling;

import static io.gatling.javaapi.core.internal.Expressions.javaFunctionToExpression;
import static io.gatling.javaapi.core.internal.Expressions.toStaticValueExpression;

import io.gatling.javaapi.core.CheckBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;
import java.util.Comparator;
import java.util.function.Function;
import org.gatlingllm.gatling.StreamChecks.StreamCheckType;
import scala.math.Ordering;
import scala.math.Ordering$;

/**
 * A check on a time. Gatling's Java checks can order numbers and texts only, so that the
 * comparisons are given here; all else is Gatling's.
 */
public final class DurationCheck
    extends CheckBuilder.Find.Default<Object, CheckedStream, Duration, Duration> {
  private static final Ordering<Duration> ORDERING =
      Ordering$.MODULE$.comparatorToOrdering(Comparator.<Duration>naturalOrder());

  private final String name;

  DurationCheck(
      String name,
      io.gatling.core.check.CheckBuilder.Find<Object, CheckedStream, Duration> wrapped) {
    super(wrapped, StreamCheckType.NUMBERS, Duration.class, d -> d);
    this.name = name;
  }

  @Override
  public CheckBuilder.Final lt(Duration expected) {
    return done(scala().lt(toStaticValueExpression(expected), ORDERING));
  }

  @Override
  public CheckBuilder.Final lt(Function<Session, Duration> expected) {
    return done(scala().lt(javaFunctionToExpression(expected), ORDERING));
  }

  @Override
  public CheckBuilder.Final lte(Duration expected) {
    return done(scala().lte(toStaticValueExpression(expected), ORDERING));
  }

  @Override
  public CheckBuilder.Final lte(Function<Session, Duration> expected) {
    return done(scala().lte(javaFunctionToExpression(expected), ORDERING));
  }

  @Override
  public CheckBuilder.Final gt(Duration expected) {
    return done(scala().gt(toStaticValueExpression(expected), ORDERING));
  }

  @Override
  public CheckBuilder.Final gt(Function<Session, Duration> expected) {
    return done(scala().gt(javaFunctionToExpression(expected), ORDERING));
  }

  @Override
  public CheckBuilder.Final gte(Duration expected) {
    return done(scala().gte(toStaticValueExpression(expected), ORDERING));
  }

  @Override
  public CheckBuilder.Final gte(Function<Session, Duration> expected) {
    return done(scala().gte(javaFunctionToExpression(expected), ORDERING));
  }

  /** Takes {@code value} where the answer has no such time, and can still be compared. */
  @Override
  public DurationCheck withDefault(Duration value) {
    io.gatling.core.check.CheckBuilder.Validate<Object, CheckedStream, Duration> withDefault =
        scala().withDefault(toStaticValueExpression(value));
    return new DurationCheck(name, () -> withDefault);
  }

  private io.gatling.core.check.CheckBuilder.Validate<Object, CheckedStream, Duration> scala() {
    return wrapped.find();
  }

  private CheckBuilder.Final done(
      io.gatling.core.check.CheckBuilder.Final<Object, CheckedStream> scalaFinal) {
    return new CheckBuilder.Final.Default<>(scalaFinal, type);
  }
}
