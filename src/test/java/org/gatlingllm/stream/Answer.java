package org.gatlingllm.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.gatlingllm.metric.TokenCounts;
import org.jspecify.annotations.Nullable;

/** What a stream has told so far. The dialect writes into it, event by event. */
final class Answer {
  /** Text beyond this many characters is not kept. */
  private static final int MAX_TEXT = 1 << 24;

  private static final int MAX_REASON = 128;
  private static final byte[] ERROR = "error".getBytes(US_ASCII);
  private static final byte[] OBJECT = "object".getBytes(US_ASCII);
  private static final byte[] TYPE = "type".getBytes(US_ASCII);

  private final @Nullable StringBuilder content;
  private final @Nullable StringBuilder reasoning;

  private boolean token;
  private boolean visible;
  private boolean error;
  private int eventTotal = TokenCounts.UNKNOWN;
  private int texts;
  private int textFrom;
  private int textTo;

  private int textLength;
  private boolean reasoningStreamed;
  private final ToldCounts counts = new ToldCounts();
  private @Nullable String finishReason;
  private final ServerClocks clocks = new ServerClocks();
  private boolean endMark;
  private boolean last;

  Answer(boolean keepText) {
    content = keepText ? new StringBuilder() : null;
    reasoning = keepText ? new StringBuilder() : null;
  }

  void beginEvent() {
    token = false;
    visible = false;
    error = false;
    eventTotal = TokenCounts.UNKNOWN;
    texts = 0;
  }

  // ---- what the current event delivers; each consumes one value of the cursor

  /** A piece of visible text. */
  void text(JsonCursor json) {
    if (json.nextString() && json.length() > 0) {
      token = true;
      visible = true;
      keep(content, json);
      note(json);
    }
  }

  private void note(JsonCursor json) {
    texts++;
    textFrom = json.textFrom();
    textTo = json.textTo();
  }

  /** A piece of reasoning; whether there was any. */
  boolean reasoning(JsonCursor json) {
    boolean some = json.nextString() && json.length() > 0;
    if (some) {
      token = true;
      reasoningStreamed = true;
      keep(reasoning, json);
      note(json);
    }
    return some;
  }

  /** Generated output that is neither text nor reasoning: a name or the arguments of a call. */
  void call(JsonCursor json) {
    byte first = json.peek();
    if (first == '{') {
      json.enterObject();
      while (json.nextMember()) {
        token = true;
        json.skip();
      }
    } else {
      token |= json.nextString() && json.length() > 0;
    }
  }

  /** A token that is no text, such as an end token that was sent. */
  void specialToken(JsonCursor json) {
    token |= json.nextString() && json.length() > 0;
  }

  /** All the visible text so far: a token event when it grew. */
  void textSoFar(JsonCursor json) {
    if (json.nextString() && json.length() > textLength) {
      textLength = json.length();
      texts = 2; // not told by the event alone
      token = true;
      visible = true;
      if (content != null) {
        content.setLength(0);
      }
      keep(content, json);
    }
  }

  /** How much visible text there is, for {@link #forgetText}. */
  int textMark() {
    return content == null ? 0 : content.length();
  }

  /** Takes back text since the mark: it belonged to another choice than the first. */
  void forgetText(int mark) {
    if (content != null) {
      content.setLength(mark);
    }
  }

  /** How much reasoning there is, for {@link #forgetReasoning}. */
  int reasoningMark() {
    return reasoning == null ? 0 : reasoning.length();
  }

  /** Takes back reasoning since the mark. */
  void forgetReasoning(int mark) {
    if (reasoning != null) {
      reasoning.setLength(mark);
    }
  }

  private static void keep(@Nullable StringBuilder text, JsonCursor json) {
    if (text != null && text.length() + json.length() <= MAX_TEXT) {
      json.appendTo(text);
    }
  }

  /** A member that the dialect does not know: it may be how an error is told. */
  void other(JsonCursor json) {
    if (json.named(ERROR)) {
      if (!json.nextNull()) {
        error = true;
        json.skip();
      }
    } else if (json.named(OBJECT) || json.named(TYPE)) {
      error |= json.nextString() && json.isText(ERROR);
    } else {
      json.skip();
    }
  }

  /** The current event tells an error. */
  void error() {
    error = true;
  }

  // ---- what holds for the stream

  /** Keeps the reason; whether there was one. Some servers send an empty one with each event. */
  boolean finishReason(JsonCursor json) {
    boolean some = json.nextString() && json.length() > 0;
    if (some) {
      finishReason(json.text());
    }
    return some;
  }

  /** Keeps the reason and takes it as the end mark. */
  void finish(JsonCursor json) {
    endMark |= finishReason(json);
  }

  void finishReason(String reason) {
    finishReason = reason.length() > MAX_REASON ? reason.substring(0, MAX_REASON) : reason;
  }

  /** The answer is whole, though more (usage) may follow. */
  void endMark() {
    endMark = true;
  }

  /** This was the last event: nothing of use follows. */
  void last() {
    endMark = true;
    last = true;
  }

  /** Nothing of use follows, and it is no good end. */
  void lastAfterError() {
    last = true;
  }

  void output(int count) {
    if (count != TokenCounts.UNKNOWN) {
      counts.output(count);
      eventTotal = count;
    }
  }

  /** Counts that the stream tells, beside that of output. */
  ToldCounts counts() {
    return counts;
  }

  /** The server's own clocks. */
  ServerClocks clocks() {
    return clocks;
  }

  // ---- read by the stream reader

  boolean isToken() {
    return token;
  }

  /** Whether the event is a token by one text alone: with another text it would tell the same. */
  boolean hasOnePlainText() {
    return texts == 1;
  }

  /** Where that text begins in the event's bytes. */
  int textFrom() {
    return textFrom;
  }

  /** Where it ends. */
  int textTo() {
    return textTo;
  }

  boolean isVisible() {
    return visible;
  }

  boolean isError() {
    return error;
  }

  int eventTotal() {
    return eventTotal;
  }

  boolean hasEndMark() {
    return endMark;
  }

  boolean isLast() {
    return last;
  }

  @Nullable String finishReason() {
    return finishReason;
  }

  @Nullable String content() {
    return content == null ? null : content.toString();
  }

  @Nullable String reasoning() {
    return reasoning == null ? null : reasoning.toString();
  }

  TokenCounts tokens(int events, boolean running) {
    return counts.of(events, reasoningStreamed, running);
  }
}
