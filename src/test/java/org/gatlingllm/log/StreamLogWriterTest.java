package org.gatlingllm.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class StreamLogWriterTest {
  private static final Pattern ORDINAL = Pattern.compile("\\{\"stream\":(\\d+),.*\\}");
  private static final Path FILE = Path.of("streams.jsonl");
  private static final long ROOM = 1 << 20;

  @Test
  void everyStreamOfManyThreadsIsInTheFileOnce(@TempDir Path folder)
      throws InterruptedException, IOException {
    int threads = 16;
    int each = 2_000;
    Path file = folder.resolve("run/streams.jsonl");
    StreamLogWriter writer = StreamLogWriter.open(file, StreamLogSamples.HEADER);
    handOver(writer, threads, each);
    writer.close();

    List<String> lines = Files.readAllLines(file);
    Set<Long> ordinals = new HashSet<>();
    for (String line : lines.subList(1, lines.size() - 1)) {
      Matcher stream = ORDINAL.matcher(line);
      assertThat(stream.matches()).as(line).isTrue();
      ordinals.add(Long.valueOf(stream.group(1)));
    }
    assertThat(lines).hasSize(threads * each + 2);
    assertThat(ordinals).hasSize(threads * each);
    assertThat(lines.get(lines.size() - 1)).isEqualTo("{\"end\":32000,\"overruns\":0}");
    assertThat(writer.waiting()).isZero();
  }

  private static void handOver(StreamLogWriter writer, int threads, int each)
      throws InterruptedException {
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> all = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      long from = (long) t * each;
      all.add(
          new Thread(
              () -> {
                await(go);
                for (long i = from; i < from + each; i++) {
                  writer.append(StreamLogSamples.stream(i, 3));
                }
              }));
    }
    all.forEach(Thread::start);
    go.countDown();
    for (Thread thread : all) {
      thread.join();
    }
  }

  @Test
  void streamIsInTheFileWithinASecondWithoutAClose() throws IOException, InterruptedException {
    Gate disk = new Gate();
    disk.open.countDown();
    try (StreamLogWriter writer = StreamLogWriter.over(disk, FILE, StreamLogSamples.HEADER, ROOM)) {
      disk.watch("\"stream\":7");
      writer.append(StreamLogSamples.stream(7, 2));
      assertThat(disk.seen.await(1, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void slowDiskCostsStreamsThatAreCountedAndNeverTheCallersTime() throws IOException {
    Gate disk = new Gate();
    StreamLogWriter writer = StreamLogWriter.over(disk, FILE, StreamLogSamples.HEADER, ROOM);
    int taken = 0;
    for (int i = 0; i < 10_000; i++) {
      taken += writer.append(StreamLogSamples.stream(i, 100)) ? 1 : 0;
    }
    assertThat(taken).isBetween(100, 1_200);
    assertThat(writer.overruns()).isEqualTo(10_000 - taken);

    disk.open.countDown();
    writer.close();
    assertThat(disk.text().lines().filter(line -> ORDINAL.matcher(line).matches())).hasSize(taken);
    assertThat(disk.text())
        .contains("\n{\"overruns\":" + (10_000 - taken) + "}\n")
        .endsWith("\n{\"end\":" + taken + ",\"overruns\":" + (10_000 - taken) + "}\n");
  }

  @Test
  void levelLinesAreTakenHoweverSlowTheDisk() throws IOException {
    Gate disk = new Gate();
    StreamLogWriter writer = StreamLogWriter.over(disk, FILE, StreamLogSamples.HEADER, 1);
    assertThat(writer.append(StreamLogSamples.stream(0, 1))).isFalse();
    writer.levelStarted(StreamLogSamples.CLOSED);
    disk.open.countDown();
    writer.close();
    assertThat(disk.text()).contains("\n{\"level\":\"c=8\",\"mode\":\"closed\",\"concurrency\":8,");
  }

  @Test
  void failingDiskIsOneSentenceAtTheEndAndNothingBefore() throws IOException {
    Gate disk = new Gate();
    StreamLogWriter writer = StreamLogWriter.over(disk, FILE, StreamLogSamples.HEADER, ROOM);
    disk.full = true;
    disk.open.countDown();
    for (int i = 0; i < 10; i++) {
      assertThat(writer.append(StreamLogSamples.stream(i, 5))).isTrue();
    }
    assertThatThrownBy(writer::close)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("cannot write \"streams.jsonl\"")
        .hasMessageContaining("No space left on device")
        .hasMessageContaining("up to 10 streams are missing");
    assertThat(writer.overruns()).isEqualTo(10);
    writer.close();
  }

  @Test
  void failingDiskIsToldToWhoReadsAlong() throws IOException {
    Gate disk = new Gate();
    StreamLogWriter writer = StreamLogWriter.over(disk, FILE, StreamLogSamples.HEADER, ROOM);
    disk.open.countDown();
    writer.append(StreamLogSamples.stream(0, 5));
    writer.settle();
    disk.full = true;
    writer.append(StreamLogSamples.stream(1, 5));
    assertThatThrownBy(writer::settle)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("up to 1 streams are missing");
    assertThatThrownBy(writer::close).isInstanceOf(UncheckedIOException.class);
  }

  @Test
  void streamThatComesAfterTheCloseIsCountedAsLost(@TempDir Path folder) {
    StreamLogWriter writer =
        StreamLogWriter.open(folder.resolve("streams.jsonl"), StreamLogSamples.HEADER);
    writer.close();
    assertThat(writer.append(StreamLogSamples.stream(0, 1))).isFalse();
    assertThat(writer.overruns()).isEqualTo(1);
  }

  @Test
  void logOfAnotherRunIsNotOverwritten(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("streams.jsonl"), "of yesterday");
    assertThatThrownBy(() -> StreamLogWriter.open(file, StreamLogSamples.HEADER))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("cannot create")
        .hasMessageContaining("FileAlreadyExistsException");
    assertThat(file).hasContent("of yesterday");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A disk that takes the header, then nothing until it is opened; it may be full. */
  private static final class Gate extends OutputStream {
    final CountDownLatch open = new CountDownLatch(1);
    final CountDownLatch seen = new CountDownLatch(1);
    volatile boolean full;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private String watched = "";

    synchronized void watch(String text) {
      watched = text;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      if (bytes.size() > 0) {
        await(open);
      }
      if (full) {
        throw new IOException("No space left on device");
      }
      take(from, offset, length);
    }

    private synchronized void take(byte[] from, int offset, int length) {
      bytes.write(from, offset, length);
      if (!watched.isEmpty() && text().contains(watched)) {
        seen.countDown();
      }
    }

    synchronized String text() {
      return bytes.toString(UTF_8);
    }
  }
}
