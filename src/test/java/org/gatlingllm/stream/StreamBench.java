package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs to read one token event, from the bytes of a socket read to its place in the
 * arrivals: nanoseconds, and with {@code -prof gc} bytes. A stream of {@value #TOKENS} tokens is
 * read with a new reader, as for each request, and each token comes in a direct buffer of its own.
 *
 * <p>Run with {@code mvn -q test-compile exec:exec@jmh}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class StreamBench {
  private static final int TOKENS = 256;

  @Param({
    "openai-chat",
    "openai-completions",
    "openai-responses",
    "anthropic-messages",
    "ollama-chat",
    "gemini-generate"
  })
  private String dialect = "openai-chat";

  private Dialect spoken = Dialect.named(dialect);
  private ByteBuffer[] reads = {};

  /** Lays the reads out, each in a direct buffer as the network gives them. */
  @Setup
  public void setUp() {
    spoken = Dialect.named(dialect);
    reads = new ByteBuffer[TOKENS];
    for (int i = 0; i < TOKENS; i++) {
      byte[] bytes = event(dialect, i).getBytes(UTF_8);
      reads[i] = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }
  }

  /** Reads a stream without keeping its text, as a load test does. */
  @Benchmark
  @OperationsPerInvocation(TOKENS)
  public int timings() {
    return read(false);
  }

  /** Reads a stream and keeps its text, as a check on the content does. */
  @Benchmark
  @OperationsPerInvocation(TOKENS)
  public int timingsAndText() {
    return read(true);
  }

  private int read(boolean keepText) {
    StreamReader reader = new StreamReader(spoken, keepText);
    reader.headers(200, spoken.mediaType(), null, null);
    for (int i = 0; i < reads.length; i++) {
      reads[i].rewind();
      reader.read(reads[i], i);
    }
    reader.endOfBody();
    StreamResult result = reader.result();
    if (result.tokens().events() != TOKENS) {
      throw new IllegalStateException("expected " + TOKENS + " token events, found " + result);
    }
    return result.arrivals().count();
  }

  private static String event(String dialect, int i) {
    String text = " word" + i % 10;
    return switch (dialect) {
      case "openai-chat" ->
          data(
              "{'id':'chatcmpl-A1bC2dE3fG4hI5jK6lM7nO8pQ9rS0','object':'chat.completion.chunk',"
                  + "'created':1767225600,'model':'org/Some-Model-8B-Instruct',"
                  + "'system_fingerprint':'fp_0a1b2c3d4e','choices':[{'index':0,"
                  + "'delta':{'content':'TEXT'},'logprobs':null,'finish_reason':null}]}",
              text);
      case "openai-completions" ->
          data(
              "{'id':'cmpl-A1bC2dE3fG4hI5jK6lM7nO8pQ9rS0','object':'text_completion',"
                  + "'created':1767225600,'model':'org/Some-Model-8B-Instruct','choices':[{'index':0,"
                  + "'text':'TEXT','logprobs':null,'finish_reason':null,'stop_reason':null}],"
                  + "'usage':null}",
              text);
      case "openai-responses" ->
          "event: response.output_text.delta\n"
              + data(
                  "{'type':'response.output_text.delta','item_id':'msg_0a1b2c3d4e5f','output_index':0,"
                      + "'content_index':0,'delta':'TEXT','logprobs':[],'obfuscation':'VLMdSoETMf5',"
                      + "'sequence_number':4}",
                  text);
      case "anthropic-messages" ->
          "event: content_block_delta\n"
              + data(
                  "{'type':'content_block_delta','index':0,'delta':{'type':'text_delta',"
                      + "'text':'TEXT'}    }",
                  text);
      case "ollama-chat" ->
          quoted(
                  "{'model':'llama-x','created_at':'2026-01-01T00:00:00.294874Z',"
                      + "'message':{'role':'assistant','content':'TEXT'},'done':false}",
                  text)
              + "\n";
      case "gemini-generate" ->
          data(
              "{'candidates': [{'content': {'parts': [{'text': 'TEXT'}],'role': 'model'},'index': 0}],"
                  + "'usageMetadata': {'promptTokenCount': 9,'candidatesTokenCount': 5,"
                  + "'totalTokenCount': 49,'promptTokensDetails': [{'modality': 'TEXT','tokenCount': 9}],"
                  + "'thoughtsTokenCount': 35},'modelVersion': 'gemini-x-flash','responseId': 'ru1g'}",
              text);
      default -> throw new IllegalArgumentException(dialect);
    };
  }

  private static String data(String json, String text) {
    return "data: " + quoted(json, text) + "\n\n";
  }

  private static String quoted(String json, String text) {
    return json.replace('\'', '"').replaceFirst("\"TEXT\"", '"' + text + '"');
  }
}
