package org.gatlingllm.stream;

import org.gatlingllm.metric.RequestRecord.Ending;
import org.jspecify.annotations.Nullable;

/** Reads the events of one decoded body and keeps what they tell. */
final class EventReader implements EventSink {
  private final Dialect dialect;
  private final EventDecoder decoder;
  private final Answer answer;
  private final JsonCursor cursor = new JsonCursor();
  private final Arrivals arrivals = new Arrivals();

  /** The last event, where {@link #answer} still tells of it; null where texts are kept. */
  private final @Nullable EventTemplate last;

  private long readNanos;
  private int count;
  private int firstToken = -1;
  private int firstContent = -1;
  private @Nullable Failure failure;
  private boolean gaveUp;

  EventReader(Dialect dialect, boolean keepText) {
    this.dialect = dialect;
    this.decoder = dialect.decoder(this);
    this.answer = new Answer(keepText);
    this.last = keepText ? null : new EventTemplate();
  }

  void read(byte[] bytes, int from, int to, long nanos) {
    if (!ended()) {
      readNanos = nanos;
      decoder.read(bytes, from, to);
    }
  }

  void end() {
    if (!gaveUp) {
      decoder.end();
    }
  }

  @Override
  public void event(byte[] bytes, int from, int to, boolean namedError) {
    if (ended()) {
      return; // of the same read as the last one
    }
    int index = count++;
    if (last != null && !namedError && last.fits(bytes, from, to)) {
      token(index); // as the last one
    } else {
      event(index, bytes, from, to, namedError);
    }
  }

  private void event(int index, byte[] bytes, int from, int to, boolean namedError) {
    if (blank(bytes, from, to)) {
      if (namedError) {
        fail(Failure.told(null, null));
      }
      return;
    }
    if (Json.isDone(bytes, from, to)) {
      if (dialect.endsWithDone()) {
        answer.last();
      }
      return;
    }
    begin(bytes, from, to);
    if (cursor.enterObject()) {
      dialect.read(cursor, answer);
    }
    if (namedError || answer.isError()) {
      told(bytes, from, to);
    } else if (!cursor.atEnd()) {
      fail(Failure.malformed(ServerError.read(bytes, from, from).sample(bytes, from, to)));
    } else if (last != null && answer.hasOnePlainText()) {
      last.keep(bytes, from, to, answer.textFrom(), answer.textTo());
    }
    token(index);
  }

  private void begin(byte[] bytes, int from, int to) {
    answer.beginEvent();
    cursor.open(bytes, from, to);
    if (last != null) {
      last.forget();
    }
  }

  private void token(int index) {
    if (!answer.isToken()) {
      return;
    }
    arrivals.add(readNanos, answer.isVisible(), answer.eventTotal());
    if (firstToken < 0) {
      firstToken = index;
    }
    if (firstContent < 0 && answer.isVisible()) {
      firstContent = index;
    }
    if (arrivals.full()) {
      giveUp(Failure.tooManyTokens());
    }
  }

  @Override
  public void stray(byte[] bytes, int from, int to, boolean errorField) {
    if (ended()) {
      return;
    }
    boolean error = errorField;
    if (!errorField) {
      begin(bytes, from, to);
      if (cursor.enterObject()) {
        while (cursor.nextMember()) {
          answer.other(cursor);
        }
      }
      error = answer.isError();
    }
    if (error) {
      told(bytes, from, to);
    }
  }

  private void told(byte[] bytes, int from, int to) {
    ServerError error = ServerError.read(bytes, from, to);
    fail(Failure.told(error.kind(), error.sample(bytes, from, to)));
  }

  @Override
  public void tooLong() {
    if (!ended()) {
      giveUp(Failure.tooLong());
    }
  }

  /** The first failure is the cause; what comes after it is its consequence. */
  private void fail(Failure what) {
    if (failure == null) {
      failure = what;
    }
  }

  void giveUp(Failure why) {
    gaveUp = true;
    fail(why);
    decoder.stop();
  }

  boolean gaveUp() {
    return gaveUp;
  }

  boolean ended() {
    return gaveUp || answer.isLast();
  }

  boolean hasEndMark(boolean properEnd) {
    return answer.hasEndMark() || (properEnd && dialect.endsWithBody() && count > 0);
  }

  int count() {
    return count;
  }

  int tokenEvents() {
    return arrivals.events();
  }

  @Nullable Failure failure() {
    return failure;
  }

  @Nullable String finishReason() {
    return answer.finishReason();
  }

  StreamResult result(Ending ending) {
    TokenArrivals times = new TokenArrivals(arrivals);
    return new StreamResult(
        times,
        answer.tokens(arrivals.events(), times.runningTotals() != null),
        ending,
        answer.clocks().timings(),
        new StreamResult.Text(answer.content(), answer.reasoning()),
        new StreamResult.Events(count, firstToken, firstContent));
  }

  private static boolean blank(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] < 0 || bytes[i] > ' ') {
        return false;
      }
    }
    return true;
  }
}
