package org.gatlingllm;

import java.nio.file.Path;
import org.gatlingllm.gatling.LlmProtocol;
import org.gatlingllm.gatling.Settings;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Hands the judged run to the gates; it is read once for all of them. */
final class JudgedRunResolver implements ParameterResolver {
  private static final Path RUNS = Path.of("target", "gatling");

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == JudgedRun.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(JudgedRun.class))
        .getOrComputeIfAbsent(JudgedRun.class, type -> find(), JudgedRun.class);
  }

  private static JudgedRun find() {
    return JudgedRun.find(
        Settings.read(LlmProtocol.systemProperties()),
        RUNS,
        PullRequest.current(),
        System.out::println);
  }
}
