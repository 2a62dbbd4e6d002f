package org.gatlingllm.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.gate.Change.Kind;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.Metric;
import org.gatlingllm.metric.Run;

/**
 * Judges what changed, per level and metric.
 *
 * <ul>
 *   <li>Regressed or improved: the whole interval of the relative change is beyond the threshold
 *       (criterion's rule), after the correction for many comparisons ({@link FalseDiscovery}).
 *   <li>Unchanged: a change for the worse beyond the threshold is excluded.
 *   <li>Inconclusive: neither; so is every comparison of which too few repeats can be trusted
 *       ({@link Trust}), or whose rates of arrival differ. A few such are no failure ({@link
 *       RegressionRule#inconclusive}): with many comparisons some always are.
 * </ul>
 *
 * <p>What is compared is the typical request: geometric means of blocks, trimmed. A tail that grows
 * while the typical request stays is the matter of an SLO. Failures are compared too, wherever
 * there are any.
 */
public final class RegressionGate {
  private RegressionGate() {}

  /**
   * The names that comparisons of a run of these levels will have: those of the rule's metrics, and
   * of the failures, which are compared where there are any.
   */
  public static List<String> names(RegressionRule rule, List<Level> levels) {
    return Load.of(levels).stream()
        .flatMap(
            load ->
                Stream.concat(
                        rule.metrics().stream().map(Metric::shortName),
                        Stream.of(Comparison.ERRORS))
                    .map(measure -> Change.name(load.name(), measure)))
        .toList();
  }

  /**
   * Compares a run with a baseline.
   *
   * @param analysis of the same run
   * @throws BaselineException when workload or target differ
   */
  public static List<Change> against(
      Baseline baseline, Run run, RunAnalysis analysis, RegressionRule rule) {
    baseline.checkComparable(run.header(), Load.levels(analysis));
    List<Comparison> comparisons = new ArrayList<>();
    for (Load load : Load.of(analysis)) {
      LoadState before = baseline.level(load.name());
      LoadSample now = sample(load, run, analysis);
      comparisons.addAll(
          comparisons(
              Sides.against(before, now),
              Sides.errors(before, LoadState.counts(now)),
              rule,
              run.header().seed()));
    }
    return changes(comparisons, rule);
  }

  /**
   * Compares the two servers of a run whose levels alternate between them: {@code b}, the one to
   * compare with, is what was before, {@code a} is what is judged.
   *
   * @throws IllegalArgumentException when the run has no levels of both
   */
  public static List<Change> paired(Run run, RunAnalysis analysis, RegressionRule rule) {
    List<Load> references =
        Load.on(Load.REFERENCE, Load.levels(analysis)).stream()
            .filter(RegressionGate::targeted)
            .toList();
    List<Comparison> comparisons = new ArrayList<>();
    for (Load load : Load.of(analysis).stream().filter(RegressionGate::targeted).toList()) {
      LoadSample after = sample(load, run, analysis);
      references.stream()
          .filter(r -> r.name().equals(load.name()))
          .map(r -> sample(r, run, analysis))
          .forEach(
              before ->
                  comparisons.addAll(
                      comparisons(
                          Sides.paired(before, after),
                          Sides.errors(LoadState.counts(before), LoadState.counts(after)),
                          rule,
                          run.header().seed())));
    }
    if (comparisons.isEmpty()) {
      throw new IllegalArgumentException(
          "cannot compare two servers: expected levels of both, found "
              + run.levels().stream().map(l -> l.name()).collect(Collectors.joining(", "))
              + "; set llm.baseline.baseUrl beside llm.baseUrl");
    }
    return changes(comparisons, rule);
  }

  /** Whether a run has levels on two servers, so that {@link #paired} can compare them. */
  public static boolean hasPairs(List<Level> levels) {
    return levels.stream().anyMatch(l -> Load.REFERENCE.equals(l.target()));
  }

  private static boolean targeted(Load load) {
    return load.levels().get(0).target() != null;
  }

  private static LoadSample sample(Load load, Run run, RunAnalysis analysis) {
    return LoadSample.of(load, "", Slo.NONE, run, analysis);
  }

  /** Failures are compared over all repeats: whose fault they are is not known. */
  private static List<Comparison> comparisons(
      Sides sides, Sides all, RegressionRule rule, long seed) {
    List<Comparison> comparisons = new ArrayList<>();
    for (Metric metric : rule.metrics()) {
      comparisons.add(Comparison.of(sides, metric, rule.threshold(), seed));
    }
    if (all.before().failed() + all.after().failed() > 0) {
      comparisons.add(Comparison.ofErrors(all, rule.threshold()));
    }
    return comparisons;
  }

  private static List<Change> changes(List<Comparison> comparisons, RegressionRule rule) {
    double regression =
        FalseDiscovery.threshold(
            comparisons.stream().map(Comparison::probabilityOfNoRegression).toList(),
            BinomialShare.ALPHA);
    double improvement =
        FalseDiscovery.threshold(
            comparisons.stream().map(Comparison::probabilityOfNoImprovement).toList(),
            BinomialShare.ALPHA);
    List<Change> changes =
        comparisons.stream().map(c -> c.change(regression, improvement)).toList();
    long unsure = changes.stream().filter(c -> c.kind() == Kind.INCONCLUSIVE).count();
    return unsure > rule.inconclusive() * changes.size()
        ? changes
        : changes.stream().map(Change::allowed).toList();
  }
}
