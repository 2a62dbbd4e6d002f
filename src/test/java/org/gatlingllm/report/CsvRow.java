package org.gatlingllm.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.commons.csv.CSVFormat;
import org.jspecify.annotations.Nullable;

/** The cells of one row under construction: numbers as they are, texts made safe, absent empty. */
final class CsvRow {
  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();

  private final List<String> cells = new ArrayList<>();

  CsvRow text(@Nullable String text) {
    cells.add(text == null ? "" : SafeCell.of(text));
    return this;
  }

  CsvRow number(double shown) {
    cells.add(Double.isFinite(shown) ? Quantity.exact(shown).toPlainString() : "");
    return this;
  }

  CsvRow count(long count) {
    cells.add(Long.toString(count));
    return this;
  }

  CsvRow count(OptionalInt count) {
    cells.add(count.isPresent() ? Integer.toString(count.getAsInt()) : "");
    return this;
  }

  /** Returns the file's text: a row of names, then these rows. */
  static String file(List<String> names, List<CsvRow> rows) {
    StringBuilder out = new StringBuilder();
    print(out, names);
    rows.forEach(row -> print(out, row.cells));
    return out.toString();
  }

  private static void print(StringBuilder out, List<String> cells) {
    try {
      // not CSVPrinter: its class file names an annotation that is not on the class path, and
      // javac warns of it wherever the class is mentioned
      FORMAT.printRecord(out, cells.toArray());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot print a row of CSV into memory", e);
    }
  }
}
