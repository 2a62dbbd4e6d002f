package org.gatlingllm.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Decides what becomes of a request: an answer of the server itself, a refusal, a scripted fault,
 * or a generation. One for a server; used by all its event loops.
 */
final class Intake {

  private static final String HEALTH = "/health";
  private static final String MODELS = "/v1/models";
  private static final Set<String> OWN = Set.of(HEALTH, MODELS, "/metrics");

  /** A script, and the requests counted since it began. */
  private record Playing(FaultScript script, AtomicLong requests) {}

  private final ServerOptions options;
  private final EngineThread engine;
  private final TruthLog truth;
  private final AtomicLong ordinals = new AtomicLong();
  private final AtomicInteger inEngine = new AtomicInteger();
  private volatile Playing playing;
  private volatile boolean stopping;

  Intake(ServerOptions options, EngineThread engine, TruthLog truth) {
    this.options = options;
    this.engine = engine;
    this.truth = truth;
    this.playing = new Playing(options.faults, new AtomicLong());
  }

  ServerOptions options() {
    return options;
  }

  EngineThread engine() {
    return engine;
  }

  long requests() {
    return ordinals.get();
  }

  void play(FaultScript script) {
    playing = new Playing(script, new AtomicLong());
  }

  /** From now on a connection that closes was closed by the server. */
  void stop() {
    stopping = true;
  }

  void left() {
    inEngine.decrementAndGet();
  }

  void ended(Recording recording, boolean complete, boolean leftByClient) {
    truth.end(recording, complete, leftByClient && !stopping);
  }

  /**
   * Answers a request, or begins to; {@code whenDone} runs when the response has its proper end.
   */
  Response accept(Incoming incoming, Wire wire, long connection, Runnable whenDone) {
    Optional<Protocol> protocol = Protocol.of(incoming.path);
    if (protocol.isEmpty() && incoming.readable && incoming.method.equals("POST")) {
      protocol = playing.script.replays() ? Optional.of(Protocol.CHAT) : protocol;
    }
    if (protocol.isEmpty() || !incoming.readable) {
      return answerItself(incoming, wire, whenDone);
    }
    if (!incoming.method.equals("POST")) {
      Refusal refusal = Refusal.wrongMethod(incoming.method, incoming.path, "POST");
      return refuse(refusal, protocol.get().error(refusal), wire, whenDone);
    }
    Recording recording =
        new Recording(
            ordinals.incrementAndGet(), connection, incoming.path, incoming.receivedNanos);
    truth.begin(recording);
    try {
      checkKey(incoming);
      return generate(protocol.get(), incoming, wire, recording, whenDone);
    } catch (Refusal refusal) {
      recording.head(refusal.status, System.nanoTime());
      ended(recording, true, false);
      return refuse(refusal, protocol.get().error(refusal), wire, whenDone);
    }
  }

  private Response generate(
      Protocol protocol, Incoming incoming, Wire wire, Recording recording, Runnable whenDone) {
    Fault fault = nextFault(incoming.receivedNanos);
    if (fault != null) {
      recording.fault(fault.kind());
    }
    if (fault instanceof Fault.Status status) {
      return answerStatus(status, wire, recording, whenDone);
    } else if (fault instanceof Fault.ResetAtOnce) {
      ended(recording, false, false);
      wire.breakOff(true);
      return Response.WRITTEN;
    } else if (fault instanceof Fault.CloseUnheard close) {
      ended(recording, false, false);
      engine.at(
          System.nanoTime() + close.delay().toNanos(),
          () -> wire.execute(() -> wire.breakOff(false)));
      return Response.WRITTEN;
    } else if (fault instanceof Fault.Replayed replayed) {
      ReplayExchange exchange =
          new ReplayExchange(this, wire, recording, replayed.replay(), whenDone);
      exchange.start();
      return exchange;
    }
    return begin(plan(protocol, incoming, recording, fault), wire, recording, fault, whenDone);
  }

  private @Nullable Fault nextFault(long receivedNanos) {
    Playing now = playing;
    long ordinal = now.requests.incrementAndGet();
    if (ordinal == 1) {
      for (FaultScript.ServerStall stall : now.script.serverStalls()) {
        engine.stall(receivedNanos + stall.after().toNanos(), stall.duration().toNanos());
      }
    }
    return now.script.of(ordinal);
  }

  private Generation plan(
      Protocol protocol, Incoming incoming, Recording recording, @Nullable Fault fault) {
    GenerationRequest request = GenerationRequest.read(protocol, incoming.body);
    if (options.model.isPresent() && !options.model.get().equals(request.model())) {
      throw Refusal.unknownModel(request.model());
    }
    long limit = (long) options.serviceModel.slots() + options.maxQueue;
    if (inEngine.incrementAndGet() > limit) {
      inEngine.decrementAndGet();
      throw Refusal.queueFull(options.maxQueue, options.retryAfterSeconds);
    }
    long seed = options.seed * 1_000_003 + recording.ordinal();
    OutputLength length = OutputLength.draw(request, options, seed);
    recording.planned(request.prompt().tokens(), length.tokens());
    OutputText text = OutputText.seeded(seed);
    if (fault instanceof Fault.SplitCharacter split) {
      text = text.withMultiByteWord(split.afterTokens());
    }
    return new Generation(
        request,
        HexFormat.of().toHexDigits(seed),
        System.currentTimeMillis(),
        text,
        length.tokens(),
        length.stop());
  }

  private Response begin(
      Generation generation,
      Wire wire,
      Recording recording,
      @Nullable Fault fault,
      Runnable whenDone) {
    if (generation.request().stream()) {
      StreamExchange exchange =
          new StreamExchange(this, wire, generation, recording, fault, whenDone);
      exchange.start();
      exchange.open();
      return exchange;
    }
    WholeExchange exchange = new WholeExchange(this, wire, generation, recording, fault, whenDone);
    exchange.start();
    return exchange;
  }

  private Response answerStatus(
      Fault.Status status, Wire wire, Recording recording, Runnable whenDone) {
    if (status.body().isEmpty()) {
      throw Refusal.scripted(status);
    }
    recording.head(status.status(), System.nanoTime());
    ended(recording, true, false);
    Map<String, String> headers = new LinkedHashMap<>(Refusal.scripted(status).headers);
    headers.put("content-type", status.contentType());
    return write(status.status(), headers, status.body().get(), wire, whenDone);
  }

  private Response answerItself(Incoming incoming, Wire wire, Runnable whenDone) {
    try {
      if (!incoming.readable) {
        throw Refusal.badRequest("", "", "We could not read your request as HTTP.");
      }
      if (!OWN.contains(incoming.path)) {
        throw Refusal.unknownUrl(incoming.method, incoming.path);
      }
      if (!incoming.method.equals("GET")) {
        throw Refusal.wrongMethod(incoming.method, incoming.path, "GET");
      }
      if (incoming.path.equals(HEALTH)) {
        return write(200, jsonType(), "{\"status\":\"ok\"}", wire, whenDone);
      }
      checkKey(incoming);
      return incoming.path.equals(MODELS)
          ? write(200, jsonType(), Json.text(models()), wire, whenDone)
          : metrics(wire, whenDone);
    } catch (Refusal refusal) {
      return refuse(refusal, Protocol.openAiError(refusal), wire, whenDone);
    }
  }

  private Response metrics(Wire wire, Runnable whenDone) {
    MetricsExchange exchange = new MetricsExchange(wire, whenDone);
    exchange.start(engine);
    return exchange;
  }

  private JsonNode models() {
    ObjectNode model = Json.object().put("id", options.model.orElse("simulated"));
    model.put("object", "model").put("created", 0).put("owned_by", "simulated");
    return Json.object().put("object", "list").set("data", Json.array(model));
  }

  private void checkKey(Incoming incoming) {
    if (options.apiKey.isPresent() && !options.apiKey.get().equals(incoming.key)) {
      throw Refusal.wrongKey(incoming.key == null);
    }
  }

  private static Response refuse(Refusal refusal, JsonNode error, Wire wire, Runnable whenDone) {
    Map<String, String> headers = new LinkedHashMap<>(refusal.headers);
    headers.putAll(jsonType());
    return write(refusal.status, headers, Json.text(error), wire, whenDone);
  }

  private static Response write(
      int status, Map<String, String> headers, String body, Wire wire, Runnable whenDone) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    wire.head(status, headers, bytes.length);
    wire.data(Unpooled.wrappedBuffer(bytes));
    wire.end();
    wire.flush();
    whenDone.run();
    return Response.WRITTEN;
  }

  private static Map<String, String> jsonType() {
    return Map.of("content-type", "application/json");
  }
}
