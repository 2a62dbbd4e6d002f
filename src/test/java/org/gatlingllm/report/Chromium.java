package org.gatlingllm.report;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A headless Chromium, driven through its DevTools protocol by the JDK's own WebSocket.
 *
 * <p>Commands may come from any thread; events are collected by the thread of the WebSocket.
 * Closing it ends the browser.
 */
final class Chromium implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final List<JsonNode> events = Collections.synchronizedList(new ArrayList<>());

  private Chromium(Process process, URI page) {
    this.process = process;
    this.socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(page, new Listener()).join();
  }

  /** Where a browser is on this machine: {@code CHROMIUM} in the environment, else on the path. */
  static Optional<Path> installed() {
    String named = System.getenv("CHROMIUM");
    Stream<Path> onPath =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)));
    return Stream.concat(Stream.ofNullable(named).map(Path::of), onPath)
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts a browser with an empty profile in a folder of its own. */
  static Chromium start(Path browser, Path profile) throws IOException {
    Process process =
        new ProcessBuilder(
                browser.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--window-size=1280,900",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("chromium.log").toFile())
            .start();
    try {
      Chromium chromium = new Chromium(process, page(process, profile));
      for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
        chromium.send(domain + ".enable", Map.of());
      }
      return chromium;
    } catch (IOException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** Opens a page and waits until it has drawn itself. */
  void open(URI page) {
    events.clear();
    send("Page.navigate", Map.of("url", page.toString()));
    await("document.documentElement.dataset.ready !== undefined");
  }

  /** Sends a command and returns its result. */
  JsonNode send(String method, Map<String, ?> params) {
    int id = ids.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    ObjectNode command = MAPPER.createObjectNode().put("id", id).put("method", method);
    command.set("params", MAPPER.valueToTree(params));
    socket.sendText(command.toString(), true).join();
    JsonNode told = answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    if (told.has("error")) {
      throw new IllegalStateException(method + " failed: " + told.path("error"));
    }
    return told.path("result");
  }

  /** The value of an expression; a promise is waited for. */
  JsonNode value(String expression) {
    JsonNode result =
        send(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (result.has("exceptionDetails")) {
      throw new IllegalStateException(result.path("exceptionDetails").toString());
    }
    return result.path("result").path("value");
  }

  /** Waits until an expression is true, frame by frame. */
  void await(String expression) {
    // a page that is still loading throws away what was asked of the one before it
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      if (value("new Promise(r => setTimeout(() => r(" + expression + "), 20))").asBoolean()) {
        return;
      }
    }
    throw new IllegalStateException("waited " + PATIENCE + " in vain for " + expression);
  }

  /** Presses and releases a key. */
  void press(String key, int code) {
    // a button is pressed by the character of Enter, not by its key code
    Map<String, Object> down =
        key.equals("Enter")
            ? Map.of("type", "keyDown", "text", "\r")
            : Map.of("type", "rawKeyDown");
    for (Map<String, Object> event : List.of(down, Map.<String, Object>of("type", "keyUp"))) {
      ObjectNode node = MAPPER.valueToTree(event);
      node.put("key", key).put("code", key).put("windowsVirtualKeyCode", code);
      send(
          "Input.dispatchKeyEvent",
          MAPPER.convertValue(node, new TypeReference<Map<String, Object>>() {}));
    }
  }

  /** Moves the mouse to a place of the window. */
  void hover(double x, double y) {
    send("Input.dispatchMouseEvent", Map.of("type", "mouseMoved", "x", x, "y", y));
  }

  /** What was logged as an error, by script or browser, since the page was opened. */
  List<String> errors() {
    return events("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled").stream()
        .filter(
            e ->
                !e.path("method").asText().equals("Runtime.consoleAPICalled")
                    || e.path("params").path("type").asText().matches("error|warning|assert"))
        .map(e -> e.path("params").toString())
        .toList();
  }

  /** The addresses of all requests since the page was opened, data inside the page left out. */
  List<String> requests() {
    return events("Network.requestWillBeSent").stream()
        .map(e -> e.path("params").path("request").path("url").asText())
        .filter(url -> !url.startsWith("data:"))
        .toList();
  }

  @Override
  public void close() {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
  }

  private List<JsonNode> events(String... methods) {
    synchronized (events) {
      return events.stream()
          .filter(e -> List.of(methods).contains(e.path("method").asText()))
          .toList();
    }
  }

  /** The address of the first tab: the browser writes its port when it listens. */
  private static URI page(Process process, Path profile) throws IOException {
    Path port = profile.resolve("DevToolsActivePort");
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end && process.isAlive()) {
      List<String> lines = Files.exists(port) ? Files.readAllLines(port) : List.of();
      Optional<URI> page = lines.size() < 2 ? Optional.empty() : tab(lines.get(0));
      if (page.isPresent()) {
        return page.get();
      }
      Thread.onSpinWait();
    }
    throw new IOException(
        "cannot start the browser: "
            + Files.readString(profile.resolve("chromium.log"), StandardCharsets.UTF_8));
  }

  private static Optional<URI> tab(String port) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list")).build();
    try {
      String body =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
      for (JsonNode target : MAPPER.readTree(body)) {
        if (target.path("type").asText().equals("page")) {
          return Optional.of(URI.create(target.path("webSocketDebuggerUrl").asText()));
        }
      }
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the browser started", e);
    }
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      from.request(1);
      if (last) {
        take(text.toString());
        text.setLength(0);
      }
      return CompletableFuture.completedStage(null);
    }

    private void take(String message) {
      try {
        JsonNode node = MAPPER.readTree(message);
        CompletableFuture<JsonNode> asked = answers.remove(node.path("id").asInt(-1));
        if (asked == null) {
          events.add(node);
        } else {
          asked.complete(node);
        }
      } catch (IOException e) {
        throw new IllegalStateException("cannot read what the browser said", e);
      }
    }
  }
}
