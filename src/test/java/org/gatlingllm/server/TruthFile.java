package org.gatlingllm.server;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The truth as JSON lines: a header, then one line a request in the order of their ends; those
 * still open when the server stops come last.
 *
 * <p>Header: {@code schema_version}, {@code clock} (all times are {@code System.nanoTime()}, on
 * Linux CLOCK_MONOTONIC), one pair of {@code nano_time} and {@code epoch_us} to place them in the
 * day, and {@code preset}. Lines have the names of {@link RequestTruth}; what is absent there is
 * absent here.
 *
 * <p>A thread of its own writes, so that no event loop waits for a disk; it flushes when it has
 * nothing more to write, so that a killed server loses little.
 */
final class TruthFile implements AutoCloseable {

  private static final long CLOSE_TIMEOUT_SECONDS = 10;

  private final JsonGenerator json;
  private final BlockingQueue<Optional<RequestTruth>> queue = new LinkedBlockingQueue<>();
  private final Thread thread = new Thread(this::run, "llm-server-truth");

  /**
   * Creates the file, its folders too, and writes the header.
   *
   * @throws IOException when that cannot be done
   */
  TruthFile(Path path, String preset) throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    BufferedWriter out = Files.newBufferedWriter(path, StandardCharsets.UTF_8);
    this.json = new JsonFactory().createGenerator(out);
    json.setPrettyPrinter(new MinimalPrettyPrinter("\n"));
    writeHeader(preset);
    thread.setDaemon(true);
    thread.start();
  }

  void append(RequestTruth truth) {
    queue.add(Optional.of(truth));
  }

  /** Writes what was appended, and closes the file. */
  @Override
  public void close() {
    queue.add(Optional.empty());
    try {
      thread.join(TimeUnit.SECONDS.toMillis(CLOSE_TIMEOUT_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (json) {
      for (Optional<RequestTruth> next = queue.take(); next.isPresent(); next = queue.take()) {
        write(next.get());
        if (queue.isEmpty()) {
          json.flush();
        }
      }
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the truth file any further", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void writeHeader(String preset) throws IOException {
    json.writeStartObject();
    json.writeNumberField("schema_version", 1);
    json.writeStringField("clock", "nanoTime");
    json.writeNumberField("nano_time", System.nanoTime());
    json.writeNumberField("epoch_us", ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
    json.writeStringField("preset", preset);
    json.writeEndObject();
    json.flush();
  }

  private void write(RequestTruth truth) throws IOException {
    json.writeStartObject();
    json.writeNumberField("ordinal", truth.ordinal());
    json.writeNumberField("connection", truth.connection());
    json.writeStringField("path", truth.path());
    json.writeNumberField("status", truth.status());
    json.writeBooleanField("complete", truth.complete());
    json.writeBooleanField("left_by_client", truth.leftByClient());
    if (truth.fault().isPresent()) {
      json.writeStringField("fault", truth.fault().get());
    }
    json.writeNumberField("prompt_tokens", truth.promptTokens());
    json.writeNumberField("cached_tokens", truth.cachedTokens());
    json.writeNumberField("output_tokens", truth.outputTokens());
    writeTimes(truth);
    json.writeEndObject();
  }

  private void writeTimes(RequestTruth truth) throws IOException {
    json.writeNumberField("received_ns", truth.receivedNanos());
    writeIfPresent("slot_ns", truth.slotNanos());
    writeIfPresent("headers_ns", truth.headersNanos());
    writeIfPresent("end_ns", truth.endNanos());
    json.writeArrayFieldStart("sent_ns");
    for (int i = 0; i < truth.sentTokens(); i++) {
      json.writeNumber(truth.sentNanos(i));
    }
    json.writeEndArray();
  }

  private void writeIfPresent(String field, OptionalLong nanos) throws IOException {
    if (nanos.isPresent()) {
      json.writeNumberField(field, nanos.getAsLong());
    }
  }
}
