package org.gatlingllm.report;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.Line2D;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The head of a panel: its title, then a row that says which colour is which run and which form is
 * what. XChart's legend has an entry a series and does not wrap; this one has an entry a run.
 */
final class CurveLegend {
  private static final int LEFT = 24;
  private static final int TITLE_LINE = 34;
  private static final int ROW = 22;
  private static final int MARK_WIDTH = 14;
  private static final int LINE_WIDTH = 30;
  private static final int SPACE = 6;
  private static final int GAP = 20;

  private final Graphics2D graphics;
  private final int right;
  private int x = LEFT;
  private int y = TITLE_LINE + ROW;

  private CurveLegend(Graphics2D graphics, int width) {
    this.graphics = graphics;
    this.right = width - LEFT;
  }

  /** Paints at the origin and returns the height that it took. */
  static int paint(Graphics2D graphics, String title, List<CurveSeries> series, int width) {
    graphics.setColor(CurvePanel.INK);
    graphics.setFont(CurvePanel.font(Font.BOLD, 15));
    graphics.drawString(title, LEFT, TITLE_LINE - 4);
    graphics.setFont(CurvePanel.font(Font.PLAIN, 12));
    CurveLegend legend = new CurveLegend(graphics, width);
    legend.runs(series);
    legend.forms(series);
    return legend.y + ROW / 2;
  }

  private void runs(List<CurveSeries> series) {
    Map<Integer, String> runs = new LinkedHashMap<>();
    series.forEach(s -> runs.putIfAbsent(s.color(), s.line()));
    runs.forEach((color, line) -> entry(CurvePanel.color(color), false, false, line));
  }

  private void forms(List<CurveSeries> series) {
    Color middle = CurvePanel.INK;
    Color tail = CurvePanel.tint(CurvePanel.INK);
    percentile(series, false, middle);
    percentile(series, true, tail);
    if (series.stream().anyMatch(CurveSeries::open)) {
      entry(middle, true, false, "open loop");
    }
    if (series.stream().anyMatch(s -> s.points().stream().anyMatch(CurvePoint::suspect))) {
      entry(middle, false, true, "suspect");
    }
  }

  private void percentile(List<CurveSeries> series, boolean tail, Color color) {
    series.stream()
        .filter(s -> s.tail() == tail)
        .findFirst()
        .ifPresent(
            s -> {
              makeRoom(LINE_WIDTH, s.percentile());
              double middle = y - CurveMark.RADIUS;
              graphics.setColor(color);
              graphics.setStroke(tail ? CurvePanel.DASHED : CurvePanel.SOLID);
              graphics.draw(new Line2D.Double(x, middle, x + LINE_WIDTH - SPACE, middle));
              text(LINE_WIDTH, s.percentile());
            });
  }

  private void entry(Color color, boolean open, boolean hollow, String text) {
    makeRoom(MARK_WIDTH, text);
    Shape shape = CurveMark.shape(x + CurveMark.RADIUS, y - CurveMark.RADIUS, open);
    graphics.setColor(color);
    graphics.fill(shape);
    if (hollow) {
      CurveMark.hollow(graphics, shape, color);
    }
    text(MARK_WIDTH, text);
  }

  private void makeRoom(int markWidth, String text) {
    if (x > LEFT && x + markWidth + graphics.getFontMetrics().stringWidth(text) > right) {
      x = LEFT;
      y += ROW;
    }
  }

  private void text(int markWidth, String text) {
    graphics.setColor(CurvePanel.INK);
    graphics.drawString(text, x + markWidth, y);
    x += markWidth + graphics.getFontMetrics().stringWidth(text) + GAP;
  }
}
