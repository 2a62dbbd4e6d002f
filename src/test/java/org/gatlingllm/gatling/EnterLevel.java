package org.gatlingllm.gatling;

import com.typesafe.scalalogging.Logger;
import io.gatling.core.action.Action;
import io.gatling.core.session.Session;
import io.gatling.javaapi.core.ActionBuilder;
import org.slf4j.LoggerFactory;

/** The first step of each user: it belongs to a level from here on. */
record EnterLevel(LevelRun level) implements ActionBuilder {
  private static final Logger LOGGER = new Logger(LoggerFactory.getLogger(EnterLevel.class));

  @Override
  public io.gatling.core.action.builder.ActionBuilder asScala() {
    return (ctx, next) ->
        new Step(level, ctx.protocolComponentsRegistry().components(LlmComponents.KEY).run(), next);
  }

  private record Step(LevelRun level, LlmRun run, Action next) implements Action {
    @Override
    public String name() {
      return "enter " + level.plan().name();
    }

    @Override
    public void execute(Session session) {
      run.userBegins(level, session.userId());
      next.$bang(session.set(LevelRun.ATTRIBUTE, level));
    }

    @Override
    public Logger logger() {
      return LOGGER;
    }

    @Override
    public String toString() {
      return name();
    }

    /** Of Scala's trait: our logger is a constant. */
    @Override
    public void com$typesafe$scalalogging$StrictLogging$_setter_$logger_$eq(Logger logger) {}
  }
}
