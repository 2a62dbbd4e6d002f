package org.gatlingllm.gate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.gate.Verdict.Kind;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Run;

/** Judges every limit of an SLO over a run. Levels on the server to compare with are left out. */
public final class SloGate {
  private SloGate() {}

  /**
   * The names of the verdicts that a run of these levels will have, in their order: what Gatling's
   * assertions need before the load begins. Warm-up is no level of them.
   */
  public static List<String> names(Slo slo, List<Level> levels) {
    return questions(slo, levels).stream().map(Question::name).toList();
  }

  /**
   * One verdict for each limit and level that it is about; one for a limit whose level the run does
   * not have.
   *
   * @param analysis of the same run
   */
  public static List<Verdict> judge(Slo slo, Run run, RunAnalysis analysis) {
    return questions(slo, Load.levels(analysis)).stream()
        .map(q -> judge(q, slo, run, analysis))
        .toList();
  }

  private static List<Question> questions(Slo slo, List<Level> levels) {
    List<Load> loads = Load.of(levels);
    return slo.limits().stream()
        .flatMap(limit -> limit.questions(loads).stream())
        .collect(
            Collectors.toMap(Question::name, q -> q, (first, second) -> first, LinkedHashMap::new))
        .values()
        .stream()
        .toList();
  }

  private static Verdict judge(Question question, Slo slo, Run run, RunAnalysis analysis) {
    Limit limit = question.limit();
    List<LoadSample> samples = samples(question, slo, run, analysis);
    Judgement judgement = judgement(question, samples);
    // a small sample may be allowed; none at all is a run that did not do what it was to do
    boolean nothing = !samples.isEmpty() && samples.stream().allMatch(s -> s.ended().isEmpty());
    return new Verdict(
        question.name(),
        judgement.kind(),
        limit.bound().words(),
        judgement.observed(),
        judgement.n(),
        judgement.interval(),
        judgement.reason(),
        judgement.kind() == Kind.INCONCLUSIVE && limit.scope().allowInconclusive() && !nothing);
  }

  private static List<LoadSample> samples(
      Question question, Slo slo, Run run, RunAnalysis analysis) {
    String request = question.limit().scope().request();
    return question.loads().stream()
        .map(load -> LoadSample.of(load, request, slo, run, analysis))
        .toList();
  }

  private static Judgement judgement(Question question, List<LoadSample> samples) {
    Limit limit = question.limit();
    if (samples.isEmpty()) {
      return Judgement.absent(0, question.absent());
    }
    // a capacity leaves out its suspect levels one by one
    return limit instanceof CapacityLimit ? limit.judge(samples) : samples.get(0).judged(limit);
  }
}
