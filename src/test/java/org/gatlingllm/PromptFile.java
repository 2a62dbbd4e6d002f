package org.gatlingllm;

import static io.gatling.javaapi.core.CoreDsl.csv;
import static io.gatling.javaapi.core.CoreDsl.jsonFile;
import static io.gatling.javaapi.core.CoreDsl.listFeeder;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gatling.javaapi.core.FeederBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gatlingllm.gatling.SettingsException;

/**
 * The user's own prompts: {@code .csv} with a column {@code prompt}, {@code .json} with an array of
 * objects, or {@code .jsonl} with an object a line; each has a field {@code prompt}. They are taken
 * in turn, from the first again after the last.
 */
final class PromptFile {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FIELD = "prompt";

  private PromptFile() {}

  /**
   * Reads the file.
   *
   * @throws SettingsException when there is none, or its first record has no prompt
   */
  static FeederBuilder<?> read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw wrong(file, "a file, found none");
    }
    try {
      return feeder(file).circular();
    } catch (IOException | IllegalArgumentException e) {
      throw wrong(file, "records with a field \"prompt\", found " + e.getMessage());
    }
  }

  private static FeederBuilder<?> feeder(Path file) throws IOException {
    if (file.toString().endsWith(".jsonl")) {
      List<Map<String, Object>> records = lines(file);
      checked(file, records.isEmpty() ? Map.of() : records.get(0));
      return listFeeder(records);
    }
    FeederBuilder<?> feeder =
        file.toString().endsWith(".csv") ? csv(file.toString()) : jsonFile(file.toString());
    List<? extends Map<String, ?>> records = feeder.readRecords();
    checked(file, records.isEmpty() ? Map.of() : records.get(0));
    return feeder;
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

  private static void checked(Path file, Map<String, ?> first) {
    if (!first.containsKey(FIELD)) {
      throw wrong(file, "records with a field \"prompt\", found the fields " + first.keySet());
    }
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
