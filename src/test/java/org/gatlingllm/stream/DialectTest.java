package org.gatlingllm.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class DialectTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static Arguments row(String name, String path, String keyHeader, String body) {
    return Arguments.of(name, path, keyHeader, body);
  }

  /** One row a dialect: default path, header of the key, and the body of {@link #request}. */
  static Stream<Arguments> dialects() {
    return Stream.of(
        row(
            "openai-chat",
            "/v1/chat/completions",
            "Authorization: Bearer KEY",
            "{'model':'m','messages':[{'role':'system','content':'s'},{'role':'user','content':'u'}],"
                + "'max_tokens':7,'temperature':0.5,'ignore_eos':true,'min_tokens':7,'stream':true,"
                + "'stream_options':{'include_usage':true},'seed':1}"),
        row(
            "openai-completions",
            "/v1/completions",
            "Authorization: Bearer KEY",
            "{'model':'m','prompt':'s\\n\\nu','max_tokens':7,'temperature':0.5,'ignore_eos':true,"
                + "'min_tokens':7,'stream':true,'stream_options':{'include_usage':true},'seed':1}"),
        row(
            "openai-responses",
            "/v1/responses",
            "Authorization: Bearer KEY",
            "{'model':'m','instructions':'s','input':[{'role':'user','content':'u'}],"
                + "'max_output_tokens':7,'temperature':0.5,'stream':true,'seed':1}"),
        row(
            "anthropic-messages",
            "/v1/messages",
            "x-api-key: KEY",
            "{'model':'m','system':'s','messages':[{'role':'user','content':'u'}],'max_tokens':7,"
                + "'temperature':0.5,'stream':true,'seed':1}"),
        row(
            "ollama-chat",
            "/api/chat",
            "Authorization: Bearer KEY",
            "{'model':'m','messages':[{'role':'system','content':'s'},{'role':'user','content':'u'}],"
                + "'stream':true,'options':{'num_predict':7,'temperature':0.5},'seed':1}"),
        row(
            "ollama-generate",
            "/api/generate",
            "Authorization: Bearer KEY",
            "{'model':'m','system':'s','prompt':'u','stream':true,"
                + "'options':{'num_predict':7,'temperature':0.5},'seed':1}"),
        row(
            "triton-generate",
            "/v2/models/m/generate_stream",
            "Authorization: Bearer KEY",
            "{'text_input':'s\\n\\nu','max_tokens':7,'min_length':7,'temperature':0.5,'stream':true,"
                + "'seed':1}"),
        row(
            "triton-generate-cumulative",
            "/v2/models/m/generate_stream",
            "Authorization: Bearer KEY",
            "{'text_input':'s\\n\\nu','max_tokens':7,'min_length':7,'temperature':0.5,'stream':true,"
                + "'seed':1}"),
        row(
            "tgi-generate",
            "/generate_stream",
            "Authorization: Bearer KEY",
            "{'inputs':'s\\n\\nu','parameters':{'max_new_tokens':7,'temperature':0.5,"
                + "'details':true},'seed':1}"),
        row(
            "llamacpp-completion",
            "/completion",
            "Authorization: Bearer KEY",
            "{'model':'m','prompt':'s\\n\\nu','n_predict':7,'temperature':0.5,'ignore_eos':true,"
                + "'stream':true,'seed':1}"),
        row(
            "sglang-generate",
            "/generate",
            "Authorization: Bearer KEY",
            "{'text':'s\\n\\nu','sampling_params':{'max_new_tokens':7,'temperature':0.5,"
                + "'ignore_eos':true},'stream':true,'seed':1}"),
        row(
            "sglang-generate-incremental",
            "/generate",
            "Authorization: Bearer KEY",
            "{'text':'s\\n\\nu','sampling_params':{'max_new_tokens':7,'temperature':0.5,"
                + "'ignore_eos':true},'stream':true,'seed':1}"),
        row(
            "gemini-generate",
            "/v1beta/models/m:streamGenerateContent?alt=sse",
            "x-goog-api-key: KEY",
            "{'contents':[{'parts':[{'text':'u'}],'role':'user'}],"
                + "'systemInstruction':{'parts':[{'text':'s'}]},"
                + "'generationConfig':{'maxOutputTokens':7,'temperature':0.5},'seed':1}"));
  }

  private static CompletionRequest request() {
    return CompletionRequest.to("m")
        .system("s")
        .user("u")
        .maxTokens(7)
        .exactLength(true)
        .temperature(0.5)
        .extra("seed", 1)
        .build();
  }

  @Test
  void everyDialectHasItsRow() {
    assertThat(dialects().map(row -> (String) row.get()[0]))
        .containsExactlyInAnyOrderElementsOf(Dialect.names());
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void requestIsBuiltInTheServersWords(String name, String path, String keyHeader, String body)
      throws JsonProcessingException {
    Dialect dialect = Dialect.named(name);
    assertThat(dialect.path("m")).isEqualTo(path);
    assertThat(JSON.readTree(dialect.body(request())))
        .isEqualTo(JSON.readTree(body.replace('\'', '"')));
    Map<String, String> headers = dialect.headers("KEY");
    assertThat(headers)
        .containsEntry("Content-Type", "application/json")
        .containsEntry("Accept", dialect.mediaType());
    assertThat(headers.entrySet())
        .extracting(e -> e.getKey() + ": " + e.getValue())
        .contains(keyHeader);
    assertThat(dialect.headers(null).values()).noneMatch(value -> value.contains("KEY"));
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void ownPathIsGuessedAndNeverDoubled(String name, String path, String keyHeader, String body) {
    Dialect dialect = Dialect.named(name);
    String base = name.replaceAll("-(incremental|cumulative)$", "");
    assertThat(Dialect.ofPath(dialect.path("m"))).map(Dialect::name).contains(base);
    String url = dialect.url("http://localhost:8000", "m");
    assertThat(url).isEqualTo("http://localhost:8000" + path);
    assertThat(dialect.url(url, "m")).isEqualTo(url);
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/chat/completions, openai-chat",
    "https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=1, openai-chat",
    "/openai/v1/chat/completions/, openai-chat",
    "/v1/completions, openai-completions",
    "/v1/responses, openai-responses",
    "/v1/messages, anthropic-messages",
    "/api/chat, ollama-chat",
    "/api/generate, ollama-generate",
    "/generate, sglang-generate",
    "/generate_stream, tgi-generate",
    "/v2/models/ensemble/generate_stream, triton-generate",
    "/v2/models/ensemble/versions/1/generate_stream, triton-generate",
    "/completion, llamacpp-completion",
    "/v1beta/models/g:streamGenerateContent, gemini-generate",
    "/v1, ",
    "'', ",
    "/v1/embeddings, ",
    "http://chat.completions.example, ",
  })
  void dialectIsGuessedFromThePath(String path, String name) {
    assertThat(Dialect.ofPath(path).map(Dialect::name).orElse(null)).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({
    "http://h:1, openai-chat, http://h:1/v1/chat/completions",
    "http://h:1/, openai-chat, http://h:1/v1/chat/completions",
    "http://h:1/v1, openai-chat, http://h:1/v1/chat/completions",
    "http://h:1/v1/, openai-chat, http://h:1/v1/chat/completions",
    "http://h:1/v1/chat, openai-chat, http://h:1/v1/chat/completions",
    "http://h:1/v1/chat/completions, openai-chat, http://h:1/v1/chat/completions",
    "http://h/v1/chat/completions?a=b, openai-chat, http://h/v1/chat/completions?a=b",
    "https://openrouter.ai/api, openai-chat, https://openrouter.ai/api/v1/chat/completions",
    "https://openrouter.ai/api/v1, openai-chat, https://openrouter.ai/api/v1/chat/completions",
    "https://h/api/v3, openai-chat, https://h/api/v3/chat/completions",
    "https://h/v1beta/openai/, openai-chat, https://h/v1beta/openai/chat/completions",
    "https://h/v1?key=1, openai-chat, https://h/v1/chat/completions?key=1",
    "https://h/v1beta, gemini-generate, https://h/v1beta/models/m:streamGenerateContent?alt=sse",
    "https://h?k=1, gemini-generate, https://h/v1beta/models/m:streamGenerateContent?alt=sse&k=1",
    "http://h/v1, anthropic-messages, http://h/v1/messages",
    "http://h, ollama-chat, http://h/api/chat",
    "http://h/api, ollama-chat, http://h/api/chat",
    "http://h/v2, triton-generate, http://h/v2/models/m/generate_stream",
    "http://v1.example, openai-chat, http://v1.example/v1/chat/completions",
    "' http://h/v1 ', openai-completions, http://h/v1/completions",
  })
  void baseUrlAndPathAreJoinedWithoutDoubling(String base, String dialect, String url) {
    assertThat(Dialect.named(dialect).url(base, "m")).isEqualTo(url);
  }

  @Test
  void unknownNameListsTheKnownOnes() {
    assertThatThrownBy(() -> Dialect.named("openai"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'openai'")
        .hasMessageContaining("openai-chat");
    assertThat(Dialect.named(" OpenAI-Chat ").name()).isEqualTo("openai-chat");
  }

  @Test
  void extraFieldsWinMergeAndTakeOut() throws JsonProcessingException {
    CompletionRequest request =
        CompletionRequest.to("m")
            .user("a")
            .assistant("b")
            .user("c")
            .maxTokens(3)
            .extra("max_tokens", null)
            .extra("max_completion_tokens", 3)
            .extra("stream_options", Map.of("continuous_usage_stats", true))
            .extra("stop", List.of("x", "y"))
            .build();
    String expected =
        """
        {"model":"m","messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"},
        {"role":"user","content":"c"}],"stream":true,"max_completion_tokens":3,"stop":["x","y"],
        "stream_options":{"include_usage":true,"continuous_usage_stats":true}}
        """;
    assertThat(JSON.readTree(Dialect.named("openai-chat").body(request)))
        .isEqualTo(JSON.readTree(expected));
  }

  @Test
  void geminiCallsTheAssistantModelAndTakesNamesWithTheirPrefix() {
    Dialect gemini = Dialect.named("gemini-generate");
    assertThat(gemini.path("models/g 1")).startsWith("/v1beta/models/g%201:");
    assertThat(gemini.body(CompletionRequest.to("g").user("a").assistant("b").build()))
        .contains("\"role\":\"model\"");
  }

  @Test
  void requestWithoutAMessageOrATokenIsRefused() {
    assertThatThrownBy(() -> CompletionRequest.to("m").build())
        .hasMessageContaining("messages is empty");
    assertThatThrownBy(() -> CompletionRequest.to("m").user("u").maxTokens(0).build())
        .hasMessageContaining("at least 1, found 0");
  }

  @Test
  void valueThatIsNoJsonIsRefusedByItsClass() {
    CompletionRequest request =
        CompletionRequest.to("m").user("u").extra("x", Thread.currentThread()).build();
    assertThatThrownBy(() -> Dialect.named("openai-chat").body(request))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Thread");
  }
}
