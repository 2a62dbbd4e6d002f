package org.gatlingllm.log;

import java.util.List;
import java.util.Map;
import org.gatlingllm.metric.ClientHealth;
import org.gatlingllm.metric.EngineReading;
import org.gatlingllm.metric.Level;
import org.gatlingllm.metric.RequestRecord;
import org.gatlingllm.metric.RunHeader;

/**
 * What a {@code streams.jsonl} holds.
 *
 * @param header with a clock base of 0 ns: all stamps count from there
 * @param levels by their first line; what the last line of a name says holds
 * @param requests in the order of the file, those of unknown levels included
 * @param client by level name
 * @param engine what the engine said of itself, in the order of the file
 * @param ended whether the file has its end line: the run came to its own end
 * @param remarks one sentence for each thing that is not as it should be
 */
public record StreamLog(
    RunHeader header,
    List<Level> levels,
    List<RequestRecord> requests,
    Map<String, ClientHealth> client,
    List<EngineReading> engine,
    boolean ended,
    List<String> remarks) {

  /** Copies the collections. */
  public StreamLog {
    levels = List.copyOf(levels);
    requests = List.copyOf(requests);
    client = Map.copyOf(client);
    engine = List.copyOf(engine);
    remarks = List.copyOf(remarks);
  }
}
