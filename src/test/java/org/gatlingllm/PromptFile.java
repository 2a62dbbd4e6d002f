package org.gatlingllm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.gatlingllm.gatling.SettingsException;

/**
 * The user's own prompts: {@code .csv} with a column {@code prompt}, {@code .json} with an array of
 * objects, or {@code .jsonl} with an object a line; each has a field {@code prompt}.
 */
final class PromptFile {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final CSVFormat CSV =
      CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();
  private static final String FIELD = "prompt";

  private PromptFile() {}

  /**
   * Reads the records, for a feeder.
   *
   * @throws SettingsException when there is no such file, or a record has no prompt
   */
  static List<Map<String, Object>> read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw wrong(file, "a file, found none");
    }
    List<Map<String, Object>> records;
    try {
      records = records(file);
    } catch (IOException | IllegalArgumentException e) {
      throw wrong(file, "records with a field \"prompt\", found: " + firstLine(e));
    }
    if (records.isEmpty()) {
      throw wrong(file, "at least one record, found none");
    }
    for (Map<String, Object> record : records) {
      if (!record.containsKey(FIELD)) {
        throw wrong(file, "a field \"prompt\" in each record, found one with " + record.keySet());
      }
    }
    return records;
  }

  private static List<Map<String, Object>> records(Path file) throws IOException {
    if (file.toString().endsWith(".csv")) {
      return rows(file);
    }
    return file.toString().endsWith(".jsonl") ? lines(file) : array(file);
  }

  private static List<Map<String, Object>> rows(Path file) throws IOException {
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8);
        CSVParser rows = CSV.parse(reader)) {
      List<Map<String, Object>> records = new ArrayList<>();
      rows.forEach(row -> records.add(Map.copyOf(row.toMap())));
      return records;
    }
  }

  private static List<Map<String, Object>> array(Path file) throws IOException {
    return JSON.readValue(
        Files.readAllBytes(file), new TypeReference<List<Map<String, Object>>>() {});
  }

  private static List<Map<String, Object>> lines(Path file) throws IOException {
    List<Map<String, Object>> records = new ArrayList<>();
    for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      if (!line.isBlank()) {
        records.add(record(line, records.size() + 1));
      }
    }
    return records;
  }

  private static Map<String, Object> record(String line, int number) {
    try {
      return JSON.readValue(line, new TypeReference<Map<String, Object>>() {});
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("record " + number + " is no JSON object", e);
    }
  }

  /** Jackson tells what it found in the first line, and quotes the file in the next. */
  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("nothing");
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
