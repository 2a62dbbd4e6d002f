package org.gatlingllm.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import org.knowm.xchart.XYChart;

/**
 * The lines of the axis of latency and their numbers: XChart's logarithmic axis names powers only.
 */
final class CurveGrid {
  private static final Color LINE = new Color(0xe5e7eb);
  private static final int BEYOND = 8;
  private static final int GAP = 8;
  private static final int HALF_LETTER = 4;

  private CurveGrid() {}

  /** Paints under a chart that is laid out. */
  static void paint(Graphics2D graphics, XYChart chart, CurveAxis axis, double mostTokens) {
    DecimalFormat format =
        new DecimalFormat("#,##0.###", DecimalFormatSymbols.getInstance(Locale.ROOT));
    double left = chart.getScreenXFromChart(0) - BEYOND;
    double right = chart.getScreenXFromChart(mostTokens) + BEYOND;
    graphics.setFont(CurvePanel.font(Font.PLAIN, 12));
    graphics.setStroke(new BasicStroke(1f));
    for (double tick : axis.ticks()) {
      double y = chart.getScreenYFromChart(tick);
      graphics.setColor(LINE);
      graphics.draw(new Line2D.Double(left, y, right, y));
      String number = format.format(tick);
      double width = graphics.getFontMetrics().stringWidth(number);
      graphics.setColor(CurvePanel.MUTED);
      graphics.drawString(number, (float) (left - GAP - width), (float) y + HALF_LETTER);
    }
  }
}
