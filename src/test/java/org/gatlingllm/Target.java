package org.gatlingllm;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import org.gatlingllm.gatling.Settings;
import org.gatlingllm.gatling.SettingsException;
import org.gatlingllm.metric.RunHeader;
import org.gatlingllm.report.ReportFiles;
import org.gatlingllm.server.ServerOptions;
import org.gatlingllm.server.ServiceModel;
import org.gatlingllm.server.SimulatedLlmServer;
import org.gatlingllm.stream.Dialect;

/**
 * The server under test: the one of {@code llm.baseUrl}, or the simulated one on a free port of
 * this machine.
 *
 * @param baseUrl where it is
 * @param dialect what it speaks
 * @param model the model's name, or empty
 * @param label names the run
 * @param setting what it was set by, for messages
 */
record Target(String baseUrl, Dialect dialect, String model, String label, String setting) {
  private static final String BASE_URL = "llm.baseUrl";
  private static final String REFERENCE_URL = "llm.baseline.baseUrl";
  private static final String LABEL = "llm.label";
  private static final int MOST_PORT = 65_535;

  /**
   * Finds the target, and starts the simulated server where none is named. That server ends with
   * the process.
   *
   * @throws SettingsException when a setting cannot be used
   */
  static Target of(Settings settings) {
    String baseUrl = settings.text(BASE_URL);
    String model = settings.text("llm.model");
    if (baseUrl.isEmpty()) {
      String preset = settings.text("llm.server.preset").toLowerCase(Locale.ROOT);
      return new Target(
          simulated(settings, preset),
          dialect(settings, "/v1/chat/completions"),
          model,
          label(settings, "simulated-" + preset),
          BASE_URL);
    }
    checkUrl(settings, BASE_URL, baseUrl);
    return new Target(
        baseUrl,
        dialect(settings, baseUrl),
        model,
        label(settings, model.isEmpty() ? "run" : model),
        BASE_URL);
  }

  /**
   * The second server, where one is named to compare this one with: it is asked the same, in the
   * same dialect.
   *
   * @throws SettingsException when its address cannot be used
   */
  Optional<Target> comparedWith(Settings settings) {
    String reference = settings.text(REFERENCE_URL);
    if (reference.isEmpty()) {
      return Optional.empty();
    }
    checkUrl(settings, REFERENCE_URL, reference);
    if (settings.text(BASE_URL).isEmpty()) {
      throw settings.wrong(
          BASE_URL, "the address of the server that is compared with that of " + REFERENCE_URL);
    }
    return Optional.of(new Target(reference, dialect, model, label, REFERENCE_URL));
  }

  /** Scheme, host and port: what paths of the user's own requests are relative to. */
  String origin() {
    URI uri = URI.create(baseUrl);
    return uri.getScheme() + "://" + uri.getRawAuthority();
  }

  /** Where requests go. */
  String url() {
    return dialect.url(baseUrl, model);
  }

  /** For the log's header: without the credentials that an address may hold. */
  RunHeader.Target inHeader() {
    return new RunHeader.Target(baseUrl, dialect.name(), model);
  }

  /** Without the credentials that an address may hold. */
  @Override
  public String toString() {
    return inHeader().toString();
  }

  private static String simulated(Settings settings, String preset) {
    if (!ServiceModel.PRESETS.contains(preset)) {
      throw settings.wrong("llm.server.preset", "one of " + ServiceModel.PRESETS);
    }
    double timeScale = settings.number("llm.server.timeScale");
    if (!(timeScale > 0)) {
      throw settings.wrong("llm.server.timeScale", "a number above 0");
    }
    ServerOptions options =
        ServerOptions.defaults()
            .withServiceModel(ServiceModel.preset(preset).withTimeScale(timeScale));
    return SimulatedLlmServer.start(options).baseUrl();
  }

  private static Dialect dialect(Settings settings, String url) {
    String name = settings.text("llm.dialect");
    if (name.isEmpty()) {
      return Dialect.ofPath(url).orElse(Dialect.named("openai-chat"));
    }
    if (!Dialect.names().contains(name)) {
      throw settings.wrong("llm.dialect", "one of " + Dialect.names());
    }
    return Dialect.named(name);
  }

  private static String label(Settings settings, String standard) {
    String label = settings.text(LABEL);
    if (Gate.BASELINES.endsWith(ReportFiles.folderName(label))) {
      throw settings.wrong(LABEL, "another name: that folder is the one of the baselines");
    }
    return (label.isEmpty() ? standard : label).replaceAll("[^A-Za-z0-9._-]+", "-");
  }

  private static void checkUrl(Settings settings, String key, String url) {
    if (checkAddress(settings, key, url).getRawUserInfo() != null) {
      throw settings.wrong(
          key,
          "a URL without user and password, which are not sent from there (a key is taken from"
              + " the environment variable LLM_API_KEY)");
    }
  }

  /** A URL of HTTP; it may hold user and password. */
  static URI checkAddress(Settings settings, String key, String url) {
    try {
      URI uri = new URI(url);
      boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (!http || uri.getHost() == null || uri.getPort() > MOST_PORT) {
        throw settings.wrong(key, "a URL as in http://127.0.0.1:8000");
      }
      return uri;
    } catch (URISyntaxException e) {
      throw settings.wrong(key, "a URL as in http://127.0.0.1:8000");
    }
  }
}
