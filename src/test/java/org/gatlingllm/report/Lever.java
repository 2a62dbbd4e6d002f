package org.gatlingllm.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.gatlingllm.analysis.FindingKind;

/**
 * What to do about a finding.
 *
 * @param symptom what was seen
 * @param cause what it most likely comes from
 * @param remedy what to change
 * @param kinds the findings that it belongs to
 */
record Lever(String symptom, String cause, String remedy, List<FindingKind> kinds) {
  /** In the order in which a page shows those that apply. */
  static final List<Lever> ALL =
      List.of(
          lever(
              "TTFT grows with users, output does not",
              "All slots are taken; requests wait for one.",
              "More slots (llama.cpp --parallel, vLLM --max-num-seqs), more replicas, or fewer"
                  + " users: admit only what the knee carries and refuse the rest with 429.",
              FindingKind.QUEUEING,
              FindingKind.BATCHING_AND_QUEUEING),
          lever(
              "ITL grows with users, output grows less",
              "Sequences share each decode step; a step costs more with more of them.",
              "Cap the batch at the ITL that users accept; a faster memory, quantised weights or"
                  + " tensor parallelism shorten the step.",
              FindingKind.BATCHING,
              FindingKind.BATCHING_AND_QUEUEING),
          lever(
              "Output grows with users and nobody gets slower",
              "The server has room.",
              "Measure higher loads: the knee is not in this run.",
              FindingKind.PARALLEL),
          lever(
              "In an open level TTFT and streams in flight grow from start to end",
              "Requests arrive faster than they complete.",
              "This rate is beyond capacity: add replicas, shorten prompts or answers, or shed"
                  + " load. Its latencies only tell how long the level lasted.",
              FindingKind.SATURATED),
          lever(
              "Single long gaps inside streams",
              "Another request's prefill stalls the decode steps.",
              "Chunked prefill (vLLM --max-num-batched-tokens, llama.cpp --ubatch-size), or"
                  + " prefill on other machines than decode.",
              FindingKind.PREFILL_GAP),
          lever(
              "TTFT grows with the prompt",
              "Prefill costs time for each token that is not cached.",
              "Shorter prompts, a common prefix that stays in the cache, or more compute for"
                  + " prefill.",
              FindingKind.PROMPT_LENGTH),
          lever(
              "Prompts are read from a cache",
              "The prefix cache is at work.",
              "Good in production. For the cost of cold prompts set llm.cacheBust=true.",
              FindingKind.PREFIX_CACHE),
          lever(
              "Answers come in one piece",
              "A proxy buffers the stream, or streaming is off.",
              "Switch response buffering off in the proxy (nginx: proxy_buffering off) or measure"
                  + " the server directly.",
              FindingKind.NOT_STREAMING),
          lever(
              "Answers without ITL and TPOT",
              "Each event holds several tokens, and no running count tells how many.",
              "Judge the gaps by ICL, or ask for a running count: vLLM tells one with"
                  + " stream_options.continuous_usage_stats.",
              FindingKind.TOKENS_PER_EVENT),
          lever(
              "429 or 503",
              "The server refuses load above its limit.",
              "Stay below the limit, ask for a higher one, or honour Retry-After in the scenario.",
              FindingKind.RATE_LIMITED),
          lever(
              "Requests fail",
              "See the classes and samples under Failures.",
              "timeout: raise llm.timeout or lower the load. truncated: look for a proxy or idle"
                  + " limit that cuts streams. connection: is the server up, and are there enough"
                  + " sockets?",
              FindingKind.FAILURES),
          lever(
              "Answers without a token",
              "The model stopped at once, or the dialect is another one.",
              "Look at one answer with curl; check llm.dialect, the chat template and stop words.",
              FindingKind.EMPTY),
          lever(
              "Requests written to more than one connection",
              "A kept-alive connection died before the answer began, and the client sent the"
                  + " request again.",
              "Make the server's keep-alive limit longer than the pause between requests.",
              FindingKind.RESENT),
          lever(
              "TTFT is longer on a new connection",
              "Connecting and TLS are inside TTFT.",
              "Longer keep-alive on server and proxy, or llm.shareConnections=true where"
                  + " production has a gateway that pools.",
              FindingKind.NEW_CONNECTION),
          lever(
              "Answers differ in length",
              "The model ends when it likes.",
              "llm.ignoreEos=true where the server knows it, so that levels do the same work.",
              FindingKind.OUTPUT_LENGTH),
          lever(
              "The closed loop looks better than the open one",
              "Users that wait for answers slow their own arrivals: they hide the queue.",
              "Judge what independent users feel by the open levels.",
              FindingKind.CLOSED_LOOP),
          lever(
              "Latency from schedule is longer than from sent",
              "Requests left late.",
              "Use the numbers from schedule: they are what an arriving user waits.",
              FindingKind.FROM_SCHEDULE),
          lever(
              "The load generator was late, or its numbers do not agree",
              "The client is short of CPU, blocked, or measured itself.",
              "Another machine than the server's, more cores, several injectors; then run the"
                  + " level again before you trust it.",
              FindingKind.SCHEDULE_DELAY,
              FindingKind.SUSPECT),
          lever(
              "Little's law does not hold",
              "Two logs of the same run disagree.",
              "Do not use the level. Keep its run folder: this is a fault of the measurement.",
              FindingKind.LITTLES_LAW_BROKEN),
          lever(
              "TTFT p95 leaves its limit",
              "The load is beyond what the limit allows.",
              "Plan with the load at the crossing, or add capacity until it lies beyond your peak.",
              FindingKind.SLO_CROSSED),
          lever(
              "Percentiles with a star",
              "Too few requests a level.",
              "llm.closed.requests and llm.open.requests: 72 for p95, 368 for p99, 3,688 for"
                  + " p99.9.",
              FindingKind.SMALL_SAMPLE));

  private static Lever lever(String symptom, String cause, String remedy, FindingKind... kinds) {
    return new Lever(symptom, cause, remedy, List.of(kinds));
  }

  /** All of them, for the page to choose from. */
  static ArrayNode tree() {
    ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    for (Lever lever : ALL) {
      ObjectNode row = rows.addObject();
      JsonReport.strings(
          row.putArray("kinds"), lever.kinds.stream().map(FindingKind::tag).toList());
      row.put("symptom", lever.symptom).put("cause", lever.cause).put("lever", lever.remedy);
    }
    return rows;
  }
}
