package org.gatlingllm.gatling;

import io.gatling.commons.validation.Validation;
import io.gatling.core.check.CheckBuilder;
import io.gatling.core.check.Extractor;
import io.gatling.core.session.Session;
import java.lang.reflect.Constructor;
import scala.Function1;

/**
 * Makes Gatling's own {@code CheckBuilder.Find.Default}, the root of its check DSL.
 *
 * <p>The only reflection of this project: the class is public, but nested two Scala objects deep,
 * and javac looks for such a class under another name. The alternative is to write Gatling's
 * matchers and their wording again.
 */
final class GatlingFind {
  private static final String CLASS = "io.gatling.core.check.CheckBuilder$Find$Default";

  private GatlingFind() {}

  /** Returns the first step of a check that finds its value with this extractor. */
  @SuppressWarnings("unchecked") // the class's type parameters are those of the interface
  static <P, X> CheckBuilder.Find<Object, P, X> of(
      Function1<Session, Validation<Extractor<P, X>>> extractor) {
    try {
      Constructor<?> constructor =
          Class.forName(CLASS).getConstructor(Function1.class, boolean.class);
      // without it, Gatling 3.15.1 takes every value for wrong in not(..)
      boolean actualValueInError = true;
      return (CheckBuilder.Find<Object, P, X>)
          constructor.newInstance(extractor, actualValueInError);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "cannot make a check: expected " + CLASS + " as in Gatling 3.15; found another Gatling",
          e);
    }
  }
}
