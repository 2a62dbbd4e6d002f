package org.gatlingllm.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import org.gatlingllm.metric.Outcome;
import org.gatlingllm.metric.RequestRecord.Ending;
import org.junit.jupiter.api.Test;

final class RequestFailuresTest {
  @Test
  void checksThatFoundOtherTimesOrTextsFallIntoOneGroup() {
    assertThat(grouped("ttft.find.lessThan(PT0.2S), PT0.31S is not less than PT0.2S"))
        .isEqualTo("ttft.find.lessThan(PT0.2S), the time is not less than PT0.2S");
    assertThat(grouped("content.find.is(yes), found no,\nfound never"))
        .isEqualTo("content.find.is(yes), found another text");
    assertThat(grouped("finishReason.find.is(stop), found length"))
        .isEqualTo("finishReason.find.is(stop), found length");
    assertThat(grouped("itl.find.exists, found nothing"))
        .isEqualTo("itl.find.exists, found nothing");
  }

  @Test
  void addressesAndPortsSplitNoGroup() {
    assertThat(message(new ConnectException("refused: /127.0.0.1:8000")))
        .isEqualTo("connection: refused");
    assertThat(message(new IOException("reset by 10.0.0.7:443")))
        .isEqualTo(message(new IOException("reset by 10.0.0.8:8443")));
  }

  private static String grouped(String message) {
    return String.valueOf(
        RequestFailures.grouped(new Ending(Outcome.CHECK, 200, message, null, "stop", -1)));
  }

  private static String message(Throwable thrown) {
    return RequestFailures.ofThrowable(
            thrown, false, Duration.ofSeconds(1), new Redaction(List.of()))
        .message();
  }
}
