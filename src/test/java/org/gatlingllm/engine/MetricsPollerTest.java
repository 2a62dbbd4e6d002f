package org.gatlingllm.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.gatlingllm.metric.EngineGauge;
import org.gatlingllm.metric.EngineReading;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class MetricsPollerTest {
  private static final Duration INTERVAL = Duration.ofMillis(20);

  private final BlockingQueue<EngineReading> readings = new LinkedBlockingQueue<>();
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicBoolean answers = new AtomicBoolean(true);
  private final CountDownLatch silent = new CountDownLatch(1);
  private ServerSocket listening;

  @BeforeEach
  void start() throws IOException {
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::serve, "metrics-poller-test");
    thread.setDaemon(true);
    thread.start();
  }

  @AfterEach
  void stop() throws IOException {
    listening.close();
  }

  @Test
  void readingsComeAtMultiplesOfTheInterval() throws Exception {
    try (MetricsPoller poller = poller(Duration.ofSeconds(5))) {
      long startNanos = System.nanoTime();
      poller.start(readings::add, () -> true);
      for (int i = 0; i < 9; i++) {
        assertThat(readings.take().of(EngineGauge.WAITING)).isEqualTo(6);
      }
      EngineReading tenth = readings.take();
      // the first is due at once, so the tenth after nine intervals; a busy machine makes it later
      assertThat(tenth.atNanos() - startNanos).isGreaterThanOrEqualTo(9 * INTERVAL.toNanos());
    }
  }

  @Test
  void failureIsAReadingAndTheNextOneMayBeGood() throws Exception {
    answers.set(false);
    try (MetricsPoller poller = poller(Duration.ofMillis(50))) {
      poller.start(readings::add, () -> true);
      assertThat(readings.take().failure()).startsWith("no whole answer");
      answers.set(true);
      EngineReading reading = readings.take();
      while (reading.failure() != null) {
        reading = readings.take();
      }
      assertThat(reading.of(EngineGauge.WAITING)).isEqualTo(6);
    }
  }

  @Test
  void nothingIsAskedWhileNothingIsWanted() throws Exception {
    AtomicBoolean wanted = new AtomicBoolean();
    CountDownLatch looked = new CountDownLatch(5);
    try (MetricsPoller poller = poller(Duration.ofSeconds(5))) {
      poller.start(
          readings::add,
          () -> {
            looked.countDown();
            return wanted.get();
          });
      looked.await();
      assertThat(asked).hasValue(0);
      wanted.set(true);
      assertThat(readings.take().failure()).isNull();
    }
  }

  @Test
  void closingDoesNotWaitForAnAnswerAndNothingComesAfterwards() throws Exception {
    answers.set(false);
    MetricsPoller poller = poller(Duration.ofSeconds(20));
    poller.start(readings::add, () -> true);
    silent.await();
    long startNanos = System.nanoTime();
    poller.close();
    assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(2));
    assertThat(readings.poll(200, TimeUnit.MILLISECONDS)).isNull();
  }

  @Test
  void oneThatNeverStartedCanBeClosed() {
    poller(Duration.ofSeconds(1)).close();
    assertThat(asked).hasValue(0);
  }

  private MetricsPoller poller(Duration limit) {
    URI address = URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/metrics");
    return new MetricsPoller(new MetricsEndpoint(address, Optional.empty(), limit), INTERVAL);
  }

  /** A connection a request: those that are not answered stay open until the test ends. */
  private void serve() {
    try {
      while (true) {
        Socket socket = listening.accept();
        asked.incrementAndGet();
        if (answers.get()) {
          try (socket) {
            socket.getInputStream().readNBytes(16);
            socket
                .getOutputStream()
                .write(
                    "HTTP/1.1 200 OK\r\ncontent-length: 16\r\nconnection: close\r\n\r\ntgi_queue_size 6"
                        .getBytes(UTF_8));
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
          }
        } else {
          silent.countDown();
        }
      }
    } catch (IOException e) {
      return; // closed
    }
  }
}
