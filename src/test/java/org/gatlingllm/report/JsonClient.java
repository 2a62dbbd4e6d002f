package org.gatlingllm.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.gatlingllm.analysis.LevelSummary;
import org.gatlingllm.metric.ClientHealth;

/** The load generator's own state in {@code report.json}. */
final class JsonClient {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private JsonClient() {}

  static void put(ObjectNode node, ClientHealth client) {
    JsonReport.number(node, "lag_p50_ms", client.lagP50Nanos() / NANOS_PER_MILLI);
    JsonReport.number(node, "lag_p99_ms", client.lagP99Nanos() / NANOS_PER_MILLI);
    JsonReport.number(node, "lag_max_ms", client.lagMaxNanos() / NANOS_PER_MILLI);
    JsonReport.number(node, "gc_pause_ms", client.gcPauseNanos() / NANOS_PER_MILLI);
    node.put("gc_count", client.gcCount());
    JsonReport.number(node, "process_cpu_share", client.processCpuShare());
    JsonReport.number(node, "machine_cpu_share", client.machineCpuShare());
    JsonReport.number(node, "steal_share", client.stealShare());
    JsonReport.number(node, "allocated_bytes_per_second", client.allocatedBytesPerSecond());
    JsonReport.number(node, "process_cpu_s", client.processCpuNanos() / NANOS_PER_SECOND);
  }

  /** The whole run: the worst of its levels, and the sum of what adds up. */
  static Optional<ClientHealth> worst(List<LevelSummary> levels) {
    return levels.stream()
        .map(LevelSummary::client)
        .filter(Objects::nonNull)
        .reduce(JsonClient::worse);
  }

  private static ClientHealth worse(ClientHealth a, ClientHealth b) {
    return new ClientHealth(
        Math.max(a.lagP50Nanos(), b.lagP50Nanos()),
        Math.max(a.lagP99Nanos(), b.lagP99Nanos()),
        Math.max(a.lagMaxNanos(), b.lagMaxNanos()),
        a.gcPauseNanos() + b.gcPauseNanos(),
        a.gcCount() + b.gcCount(),
        larger(a.processCpuShare(), b.processCpuShare()),
        larger(a.machineCpuShare(), b.machineCpuShare()),
        larger(a.stealShare(), b.stealShare()),
        larger(a.allocatedBytesPerSecond(), b.allocatedBytesPerSecond()),
        a.processCpuNanos() + b.processCpuNanos());
  }

  /** The larger one of those that are known; {@link Math#max} would let one NaN hide the other. */
  private static double larger(double a, double b) {
    if (Double.isNaN(a)) {
      return b;
    }
    return Double.isNaN(b) ? a : Math.max(a, b);
  }
}
