package org.gatlingllm.gatling;

import io.gatling.core.action.Action;
import io.gatling.core.session.Session;
import io.gatling.javaapi.core.ActionBuilder;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The first step of each user: it belongs to a level from here on. */
record EnterLevel(LevelRun level) implements ActionBuilder {
  @Override
  public io.gatling.core.action.builder.ActionBuilder asScala() {
    return (ctx, next) ->
        new Step(level, ctx.protocolComponentsRegistry().components(LlmComponents.KEY).run(), next);
  }

  private static final class Step extends LlmAction {
    private final LevelRun level;
    private final LlmRun run;
    private final Action next;

    Step(LevelRun level, LlmRun run, Action next) {
      super("enter " + level.plan().name());
      this.level = level;
      this.run = run;
      this.next = next;
    }

    @Override
    public void execute(Session session) {
      run.begins(level);
      long now = run.clock().nanos();
      Visit visit = level.enter(now);
      Session inLevel = session.set(Visit.ATTRIBUTE, visit);
      long early = visit.dueNanos() - now;
      if (early <= 0) {
        next.$bang(inLevel);
      } else {
        start(inLevel, early);
      }
    }

    /** Users of an open level are started ahead of their arrivals, and wait for the rest. */
    private void start(Session session, long delayNanos) {
      ScheduledFuture<?> waiting =
          session.eventLoop().schedule(() -> next.$bang(session), delayNanos, TimeUnit.NANOSECONDS);
      if (waiting.isCancelled()) {
        next.$bang(session); // the event loop is ending: so does the user, by Gatling's own way
      }
    }
  }
}
