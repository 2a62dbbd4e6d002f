package org.gatlingllm.gatling;

import io.gatling.commons.stats.KO$;
import io.gatling.commons.stats.OK$;
import io.gatling.core.CoreComponents;
import io.gatling.core.action.Action;
import io.gatling.core.session.Session;
import io.gatling.javaapi.core.ActionBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The last step of a run: judges it and writes each verdict as a response of the group {@code SLO}
 * or {@code REGRESSION} into Gatling's log, so that Gatling's report, its error table and its
 * assertions tell of them.
 *
 * @param judge from Gatling's run folder, whose {@code streams.jsonl} is written up to now, to the
 *     verdicts
 */
record Verdicts(Function<Path, List<GateResponse>> judge) implements ActionBuilder {
  /** The scenario. */
  static final String SCENARIO = "gate";

  @Override
  public io.gatling.core.action.builder.ActionBuilder asScala() {
    return (ctx, next) ->
        new Step(
            judge,
            ctx.protocolComponentsRegistry().components(LlmComponents.KEY).run(),
            ctx.coreComponents(),
            next);
  }

  private static final class Step extends LlmAction {
    private final Function<Path, List<GateResponse>> judge;
    private final LlmRun run;
    private final CoreComponents core;
    private final Action next;

    Step(Function<Path, List<GateResponse>> judge, LlmRun run, CoreComponents core, Action next) {
      super(SCENARIO);
      this.judge = judge;
      this.run = run;
      this.core = core;
      this.next = next;
    }

    /** Judges on a thread of its own: it reads a file, and an event loop must not wait for that. */
    @Override
    public void execute(Session session) {
      Thread thread = new Thread(() -> judge(session), "llm-gate");
      thread.setDaemon(true);
      thread.start();
    }

    private void judge(Session session) {
      List<GateResponse> verdicts;
      try {
        run.endLevel();
        verdicts = judge.apply(run.folder());
      } catch (Throwable e) { // an Error must not leave the run without an end
        // no verdict, so none of the assertions finds its response: the run is red
        logger()
            .underlying()
            .error("cannot judge the run: {}", e instanceof Error ? e.toString() : e.getMessage());
        verdicts = List.of();
      }
      verdicts.forEach(verdict -> log(session, verdict));
      next.$bang(session);
    }

    private void log(Session session, GateResponse verdict) {
      long now = core.clock().nowMillis();
      core.statsEngine()
          .logResponse(
              session.scenario(),
              CollectionConverters.asScala(List.of(verdict.group())).toList(),
              verdict.name(),
              now,
              now,
              verdict.failed() ? KO$.MODULE$ : OK$.MODULE$,
              Option.empty(),
              verdict.failed() ? Option.apply(verdict.message()) : Option.empty());
    }
  }
}
