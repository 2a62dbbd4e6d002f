package org.gatlingllm.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.gatlingllm.gate.Change;
import org.gatlingllm.gate.Verdict;
import org.gatlingllm.metric.Metric;

/** Limits and verdicts in {@code report.json}. */
final class JsonGate {
  private JsonGate() {}

  /** Puts {@code slo}, {@code verdicts} and {@code changes}; nothing where nothing was judged. */
  static void put(ObjectNode root, Measured run) {
    if (run.slo().asked()) {
      ArrayNode limits = root.putArray("slo");
      for (Map.Entry<Metric, Double> limit : run.slo().limits().entrySet()) {
        ObjectNode one = limits.addObject().put("metric", limit.getKey().tag());
        JsonReport.number(one, "limit", limit.getKey().unit().shown(limit.getValue()));
        one.put("unit", limit.getKey().unit().symbol());
      }
    }
    if (run.judged()) {
      ObjectNode gate = root.putObject("gate");
      gate.put("outcome", run.gate().outcome().word());
      gate.put("headline", run.gate().headline());
      if (!run.gate().refused().isEmpty()) {
        gate.put("not_compared", run.gate().refused());
      }
      ArrayNode verdicts = gate.putArray("verdicts");
      run.gate().verdicts().forEach(v -> put(verdicts.addObject(), v));
      ArrayNode changes = gate.putArray("changes");
      run.gate().changes().forEach(c -> put(changes.addObject(), c));
    }
  }

  private static void put(ObjectNode node, Verdict verdict) {
    node.put("name", verdict.name())
        .put("verdict", verdict.kind().word())
        .put("required", verdict.required())
        .put("observed", verdict.observed())
        .put("n", verdict.n())
        .put("interval", verdict.interval())
        .put("reason", verdict.reason())
        .put("tolerated", verdict.tolerated());
  }

  private static void put(ObjectNode node, Change change) {
    node.put("name", change.name())
        .put("verdict", change.kind().word())
        .put("before", change.before())
        .put("after", change.after())
        .put("change", change.changeWords())
        .put("reason", change.reason())
        .put("n_before", change.requestsBefore())
        .put("n_after", change.requestsAfter())
        .put("tolerated", change.tolerated());
    JsonReport.number(node, "relative_change", change.change());
    if (Double.isFinite(change.interval().low()) && Double.isFinite(change.interval().high())) {
      node.putArray("ci90")
          .add(Quantity.exact(change.interval().low()))
          .add(Quantity.exact(change.interval().high()));
    }
  }
}
