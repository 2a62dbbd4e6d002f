package org.gatlingllm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.server.Replay;
import org.gatlingllm.stream.Dialect;

/**
 * A recorded body of the corpus, as something that goes over a socket.
 *
 * @param body as it is recorded, with its content type
 * @param expect what a correct client reports of it
 */
record CorpusBody(String name, Replay body, JsonNode expect) {
  private static final String EXPECT = ".expect.json";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** All of them, by name. */
  static List<CorpusBody> all() {
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .filter(f -> f.toString().endsWith(EXPECT))
          .sorted()
          .map(CorpusBody::load)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String dialect() {
    return expect.path("dialect").asText();
  }

  int status() {
    return expect.path("http_status").asInt();
  }

  /** The outcome in the words of this project. */
  Outcome outcome() {
    String word = expect.path("outcome").asText();
    if (!word.equals("error")) {
      return Outcome.ofTag(word);
    }
    if (status() >= 300) {
      return Outcome.HTTP_STATUS;
    }
    boolean stream = name.matches(".*\\.(sse|sse\\.gz|ndjson)");
    return stream ? Outcome.ERROR_IN_STREAM : Outcome.NOT_A_STREAM;
  }

  /** How the server is to send it: cut as the corpus says, else a write for each event. */
  Replay replay() {
    Replay replay = body.status(status());
    for (var header : expect.path("headers").properties()) {
      replay = replay.header(header.getKey(), header.getValue().asText());
    }
    if (expect.has("split_at")) {
      List<Integer> cuts = new ArrayList<>();
      expect.path("split_at").forEach(cut -> cuts.add(cut.asInt()));
      replay = replay.cutAt(cuts);
    } else if (name.endsWith(".sse") && !expect.path("delivery").asText().equals("one-write")) {
      replay = replay.cutAfterEvents();
    }
    return expect.path("close").asText().equals("reset") ? replay.thenReset() : replay;
  }

  private static CorpusBody load(Path expectFile) {
    try {
      JsonNode expect = MAPPER.readTree(expectFile.toFile());
      String name = expect.path("file").asText();
      String contentType = expect.path("content_type").asText();
      return new CorpusBody(name, Replay.of(expectFile.resolveSibling(name), contentType), expect);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path folder() {
    try {
      return Path.of(
          Objects.requireNonNull(Dialect.class.getResource("corpus"), "no corpus").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
