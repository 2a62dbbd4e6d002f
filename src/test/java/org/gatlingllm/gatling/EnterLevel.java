package org.gatlingllm.gatling;

import com.typesafe.scalalogging.Logger;
import io.gatling.core.action.Action;
import io.gatling.core.session.Session;
import io.gatling.javaapi.core.ActionBuilder;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
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
      run.begins(level);
      level.enter(session.userId());
      Session inLevel = session.set(LevelRun.ATTRIBUTE, level);
      long now = run.clock().nanos();
      long early = level.scheduledNanos(session.userId(), now) - now;
      if (early <= 0) {
        next.$bang(inLevel);
      } else {
        start(inLevel, early);
      }
    }

    /**
     * Gatling starts users by the millisecond, some before they are due: those wait for the rest.
     */
    private void start(Session session, long delayNanos) {
      ScheduledFuture<?> waiting =
          session.eventLoop().schedule(() -> next.$bang(session), delayNanos, TimeUnit.NANOSECONDS);
      if (waiting.isCancelled()) {
        next.$bang(session); // the event loop is ending: so does the user, by Gatling's own way
      }
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
