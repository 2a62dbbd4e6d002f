package org.gatlingllm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.SimulatedLlmServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--preset nope",
        "--port x",
        "--port 70000",
        "--no-such-option",
        "--time-scale 0",
        "--slots 0",
        "--fault 1:cut",
        "--stall-server 5",
        "--api-key-env NO_SUCH_VARIABLE_HERE",
        "--truth /dev/null/x"
      })
  void whatCannotStartIsToldInOneSentence(String arguments) {
    assertThat(errorOf(arguments.split(" ", -1))).startsWith("server: ").hasLineCount(1);
  }

  @Test
  void takenPortIsToldInOneSentence() {
    try (SimulatedLlmServer taken = SimulatedLlmServer.start(ServerOptions.preset("fast"))) {
      assertThat(errorOf("--port", Integer.toString(taken.port())))
          .startsWith("server: cannot listen on 127.0.0.1:" + taken.port())
          .hasLineCount(1);
    }
  }

  private static String errorOf(String... arguments) {
    StringWriter error = new StringWriter();
    int code = Server.commandLine().setErr(new PrintWriter(error)).execute(arguments);
    assertThat(code).as(List.of(arguments).toString()).isEqualTo(2);
    return error.toString();
  }
}
