package org.gatlingllm.report;

import java.util.List;
import java.util.function.BiConsumer;

/**
 * One column of a CSV file: its name stands beside what fills it, so that the two cannot drift
 * apart.
 *
 * @param name in the first row
 * @param fill adds exactly one cell
 */
record CsvColumn<T>(String name, BiConsumer<CsvRow, T> fill) {
  /** Returns the file's text: names, then one row an item. */
  static <T> String file(List<CsvColumn<T>> columns, List<T> items) {
    List<CsvRow> rows = items.stream().map(item -> row(columns, item)).toList();
    return CsvRow.file(columns.stream().map(CsvColumn::name).toList(), rows);
  }

  private static <T> CsvRow row(List<CsvColumn<T>> columns, T item) {
    CsvRow row = new CsvRow();
    columns.forEach(column -> column.fill().accept(row, item));
    return row;
  }
}
