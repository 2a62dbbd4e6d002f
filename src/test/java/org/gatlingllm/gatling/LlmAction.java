package org.gatlingllm.gatling;

import com.typesafe.scalalogging.Logger;
import io.gatling.core.action.Action;
import org.slf4j.LoggerFactory;

/** A step of ours, with all that Scala's trait {@link Action} asks of it beside what it does. */
abstract class LlmAction implements Action {
  private final Logger logger = new Logger(LoggerFactory.getLogger(getClass()));
  private final String name;

  LlmAction(String name) {
    this.name = name;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Logger logger() {
    return logger;
  }

  /** Of the trait: would set the logger, which is ours from the start. */
  @Override
  public final void com$typesafe$scalalogging$StrictLogging$_setter_$logger_$eq(Logger ignored) {}

  @Override
  public final String toString() {
    return name;
  }
}
