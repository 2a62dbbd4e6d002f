package org.gatlingllm.stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A body of the corpus with what a correct client reports of it. */
final class RecordedBody {
  private static final String EXPECT = ".expect.json";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final String name;
  private final byte[] bytes;
  private final JsonNode expect;

  private RecordedBody(String name, byte[] bytes, JsonNode expect) {
    this.name = name;
    this.bytes = bytes;
    this.expect = expect;
  }

  /** The file's name. */
  String name() {
    return name;
  }

  int length() {
    return bytes.length;
  }

  byte[] bytes() {
    return bytes.clone();
  }

  /** The content of the {@code .expect.json} beside it. */
  JsonNode expect() {
    return expect;
  }

  static List<RecordedBody> all() {
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .filter(file -> file.toString().endsWith(EXPECT))
          .sorted()
          .map(RecordedBody::load)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All body files of the corpus, whether something is expected of them or not. */
  static List<String> bodyFiles() {
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.endsWith(EXPECT) && !name.startsWith("."))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static RecordedBody named(String file) {
    return all().stream().filter(body -> body.name.equals(file)).findFirst().orElseThrow();
  }

  private static Path folder() {
    try {
      return Path.of(
          Objects.requireNonNull(RecordedBody.class.getResource("corpus"), "no corpus").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static RecordedBody load(Path expectFile) {
    try {
      JsonNode expect = MAPPER.readTree(expectFile.toFile());
      String name = expect.path("file").asText();
      return new RecordedBody(name, Files.readAllBytes(expectFile.resolveSibling(name)), expect);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Dialect dialect() {
    return Dialect.named(expect.path("dialect").asText());
  }

  /** Reads the body in pieces that end at these offsets; the times of the reads count up from 1. */
  StreamResult read(int... cuts) {
    return read(bytes, true, cuts);
  }

  /** Reads another body in this one's place, and keeps its text or not. */
  StreamResult read(byte[] body, boolean keepText, int... cuts) {
    StreamReader reader = new StreamReader(dialect(), keepText);
    reader.headers(
        expect.path("http_status").asInt(),
        text("content_type"),
        text("content_encoding"),
        expect.path("headers").path("retry-after").textValue());
    int from = 0;
    int reads = 0;
    for (int cut : cuts) {
      reader.read(ByteBuffer.wrap(body, from, cut - from), ++reads);
      from = cut;
    }
    reader.read(ByteBuffer.wrap(body, from, body.length - from), ++reads);
    if (expect.path("close").asText().equals("reset")) {
      reader.brokenOff();
    } else {
      reader.endOfBody();
    }
    return reader.result();
  }

  private @Nullable String text(String field) {
    return expect.path(field).textValue();
  }

  @Override
  public String toString() {
    return name;
  }
}
