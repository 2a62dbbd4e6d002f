package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.gatlingllm.metric.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ContentDecoderTest {
  private static final String TOKEN = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n";
  private static final String DONE =
      "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

  private static StreamReader reader(String encoding) {
    StreamReader reader = new StreamReader(Dialect.named("openai-chat"), true);
    reader.headers(200, "text/event-stream", encoding, null);
    return reader;
  }

  private static byte[] packed(String how, String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = packing(how, bytes)) {
      out.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private static OutputStream packing(String how, OutputStream bytes) throws IOException {
    return switch (how) {
      case "gzip" -> new GZIPOutputStream(bytes, 512, true);
      case "zlib" -> new DeflaterOutputStream(bytes, new Deflater(6, false), 512, true);
      default -> new DeflaterOutputStream(bytes, new Deflater(6, true), 512, true);
    };
  }

  private static String encoding(String how) {
    return how.equals("gzip") ? "gzip" : "deflate";
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zlib", "raw"})
  void anyCutGivesTheSameText(String how) throws IOException {
    byte[] body = packed(how, TOKEN.repeat(30) + DONE);
    Random random = new Random(3);
    for (int i = 0; i < 300; i++) {
      StreamReader reader = reader(encoding(how));
      int from = 0;
      while (from < body.length) {
        int length = Math.min(1 + random.nextInt(i + 1), body.length - from);
        reader.read(ByteBuffer.wrap(body, from, length), from);
        from += length;
      }
      reader.endOfBody();
      assertThat(reader.result().outcome()).isEqualTo(Outcome.OK);
      assertThat(reader.result().text().content()).isEqualTo("a".repeat(30));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zlib", "raw"})
  void whatTheServerFlushedIsReadAtOnce(String how) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    StreamReader reader = reader(encoding(how));
    try (OutputStream out = packing(how, bytes)) {
      for (int i = 1; i <= 5; i++) {
        out.write(TOKEN.getBytes(UTF_8));
        out.flush();
        reader.read(ByteBuffer.wrap(bytes.toByteArray()), i);
        bytes.reset();
        assertThat(reader.result().arrivals().count()).isEqualTo(i);
      }
    }
    reader.brokenOff();
  }

  @Test
  void headerWithAllItsPartsAndSeveralMembersAreRead() throws IOException {
    byte[] plain = packed("gzip", TOKEN + DONE);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.write(new byte[] {0x1F, (byte) 0x8B, 8, 4 + 8 + 16 + 2, 0, 0, 0, 0, 0, 0});
    body.write(new byte[] {3, 0, 9, 9, 9, 'n', 0, 'c', 0, 1, 2});
    body.write(plain, 10, plain.length - 10);
    body.write(packed("gzip", ": more\n\n"));
    for (int step : new int[] {1, 7, 10_000}) {
      StreamReader reader = reader("x-gzip");
      byte[] bytes = body.toByteArray();
      for (int from = 0; from < bytes.length; from += step) {
        reader.read(ByteBuffer.wrap(bytes, from, Math.min(step, bytes.length - from)), from);
      }
      reader.endOfBody();
      assertThat(reader.result().outcome()).isEqualTo(Outcome.OK);
      assertThat(reader.result().text().content()).isEqualTo("a");
    }
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void bombIsGivenUpInsteadOfUnpacked() throws IOException {
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    byte[] blanks = "\n".repeat(1 << 20).getBytes(UTF_8);
    try (OutputStream out = new GZIPOutputStream(bomb)) {
      for (int i = 0; i < 300; i++) {
        out.write(blanks);
      }
    }
    StreamReader reader = reader("gzip");
    reader.read(ByteBuffer.wrap(bomb.toByteArray()), 1);
    assertThat(reader.ended()).isTrue();
    reader.endOfBody();
    assertThat(reader.result().outcome()).isEqualTo(Outcome.ERROR_IN_STREAM);
    assertThat(reader.result().ending().message()).contains("no token within");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate"})
  void bodyThatIsNotPackedIsAnError(String encoding) {
    StreamReader reader = reader(encoding);
    reader.read(ByteBuffer.wrap((TOKEN + DONE).getBytes(UTF_8)), 1);
    reader.endOfBody();
    assertThat(reader.result().outcome()).isEqualTo(Outcome.ERROR_IN_STREAM);
    assertThat(reader.result().ending().message()).contains("content encoding");
  }

  @Test
  void unknownEncodingIsNamedWithItsRemedy() {
    StreamReader reader = reader("br");
    reader.read(ByteBuffer.wrap(new byte[] {1, 2, 3}), 1);
    reader.endOfBody();
    assertThat(reader.result().outcome()).isEqualTo(Outcome.NOT_A_STREAM);
    assertThat(reader.result().ending().message()).contains("identity");
  }
}
