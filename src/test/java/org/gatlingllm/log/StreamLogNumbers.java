package org.gatlingllm.log;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;

/** An array of whole numbers, read into a buffer that grows and is used again for the next line. */
final class StreamLogNumbers {
  private long[] values = new long[1 << 10];
  private int size;

  void clear() {
    size = 0;
  }

  /** Reads the array that begins here. */
  void read(JsonParser json) throws IOException, StreamLogCorruption {
    clear();
    if (json.nextToken() != JsonToken.START_ARRAY) {
      throw new StreamLogCorruption("expected an array of whole numbers, found something else");
    }
    while (json.nextToken() == JsonToken.VALUE_NUMBER_INT) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = json.getLongValue();
    }
    if (json.currentToken() != JsonToken.END_ARRAY) {
      throw new StreamLogCorruption("expected an array of whole numbers, found another in it");
    }
  }

  int size() {
    return size;
  }

  long get(int index) {
    return values[index];
  }
}
