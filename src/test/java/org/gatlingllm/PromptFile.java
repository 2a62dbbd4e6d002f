package org.gatlingllm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.gatling.javaapi.core.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.gatlingllm.gatling.SettingsException;
import org.gatlingllm.stream.CompletionRequest.Message;

/**
 * The user's own prompts, for a feeder: {@code .csv} with a header, {@code .json} with an array of
 * objects, or {@code .jsonl} with an object a line. {@link PromptRecord} says where in a record the
 * prompt is.
 */
final class PromptFile {
  /** Where a session keeps the conversation of its record. */
  private static final String CONVERSATION = "llm.conversation";

  /** What begins so in a session is Gatling's or ours. */
  private static final String GATLINGS = "gatling.";

  private static final ObjectReader JSON =
      new ObjectMapper().readerFor(new TypeReference<Map<String, Object>>() {});
  private static final CSVFormat CSV =
      CSVFormat.RFC4180
          .builder()
          .setHeader()
          .setSkipHeaderRecord(true)
          .setAllowMissingColumnNames(true) // spreadsheets write a comma after the last one
          .get();

  private final Path file;
  private final List<Map<String, Object>> records = new ArrayList<>();
  private int read;

  private PromptFile(Path file) {
    this.file = file;
  }

  /**
   * Reads the records that have a prompt; of conversations (ShareGPT's data has empty ones) those
   * without are left out, which is told in a line.
   *
   * @throws SettingsException when there is no such file, or a record is none
   */
  static List<Map<String, Object>> read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw wrong(file, "a file, found none");
    }
    PromptFile prompts = new PromptFile(file);
    try {
      prompts.read();
    } catch (CharacterCodingException e) {
      throw wrong(file, "a text in UTF-8, found another encoding after record " + prompts.read);
    } catch (IOException e) {
      throw wrong(
          file, "records, found in the one after record " + prompts.read + ": " + firstLine(e));
    }
    return prompts.records();
  }

  /** What the record that was fed to this user asks. */
  static List<Message> messages(Session session) {
    return session.<Object>getList(CONVERSATION).stream().map(Message.class::cast).toList();
  }

  private void read() throws IOException {
    boolean csv = file.toString().toLowerCase(Locale.ROOT).endsWith(".csv");
    try (Reader reader = text(file)) {
      if (csv) {
        readCsv(reader);
      } else {
        readJson(reader);
      }
    }
  }

  /** Without the mark that Windows puts before a text in UTF-8. */
  private static Reader text(Path file) throws IOException {
    BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8);
    reader.mark(1);
    if (reader.read() != '\uFEFF') {
      reader.reset();
    }
    return reader;
  }

  private void readJson(Reader reader) throws IOException {
    try (MappingIterator<Map<String, Object>> objects = JSON.readValues(reader)) {
      while (objects.hasNextValue()) {
        add(objects.nextValue());
      }
    }
  }

  private void readCsv(Reader reader) throws IOException {
    try (CSVParser rows = CSV.parse(reader)) {
      rows.forEach(row -> add(Map.copyOf(row.toMap())));
    } catch (UncheckedIOException e) {
      throw Objects.requireNonNull(e.getCause());
    }
  }

  private void add(Map<String, Object> row) {
    read++;
    PromptRecord prompt = PromptRecord.of(row);
    if (prompt.unknown()) {
      throw wrong(
          file,
          PromptRecord.EXPECTED
              + " in each record, found one with "
              + row.keySet()
              + " in record "
              + read);
    }
    if (!prompt.messages().isEmpty()) {
      Map<String, Object> fed = new HashMap<>(row);
      PromptRecord.CONVERSATIONS.forEach(fed::remove); // large, and of no use any more
      fed.keySet().removeIf(name -> name.startsWith(GATLINGS)); // a session would lose its own
      fed.put(CONVERSATION, prompt.messages());
      records.add(fed);
    }
  }

  private List<Map<String, Object>> records() {
    if (records.isEmpty()) {
      throw wrong(file, "at least one record with a prompt, found none in " + read);
    }
    if (records.size() < read) {
      System.out.println(
          "gatling-llm: "
              + (read - records.size())
              + " of "
              + read
              + " records of "
              + file
              + " hold no prompt and are left out");
    }
    return records;
  }

  /** Jackson tells what it found in the first line, and quotes the file in the next. */
  private static String firstLine(IOException e) {
    String message =
        e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
    return String.valueOf(message).lines().findFirst().orElse("nothing");
  }

  private static SettingsException wrong(Path file, String expected) {
    return new SettingsException(
        "cannot use the prompts of \""
            + file
            + "\": expected "
            + expected
            + "; set llm.prompt.file");
  }
}
