package org.gatlingllm.stream;

/** Takes what a decoder found. The arrays are valid during the call only. */
interface EventSink {

  /**
   * An event.
   *
   * @param namedError whether the event stream named it {@code error}
   */
  void event(byte[] bytes, int from, int to, boolean namedError);

  /** Text that stands where an event should: an {@code error} field, or JSON without a field. */
  void stray(byte[] bytes, int from, int to, boolean errorField);

  /** A line or an event is longer than {@link EventDecoder#LIMIT}: nothing more will be decoded. */
  void tooLong();
}
