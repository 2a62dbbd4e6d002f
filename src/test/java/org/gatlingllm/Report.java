package org.gatlingllm;

import java.nio.file.Path;
import org.gatlingllm.analysis.Analysis;
import org.gatlingllm.analysis.RequestSlo;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.log.RunReader;
import org.gatlingllm.metric.Run;
import org.gatlingllm.report.ConsoleTable;

/** The post-processor: run folders in, reports out. */
final class Report {
  private Report() {}

  static String write(Path folder) {
    Run run = RunReader.read(folder);
    RunAnalysis analysis = Analysis.of(run, RequestSlo.none());
    return ConsoleTable.of(analysis);
  }
}
