package org.gatlingllm.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.XYChart;

/** Intervals, hollow points and the names of the loads, on top of a chart that is painted. */
final class CurveOverlay {
  private static final double CAP = 3;
  private static final int HALF_CLEAR = 0x80;
  private static final double SPACE = 5;

  private final Graphics2D graphics;
  private final XYChart chart;
  private final List<Rectangle2D> taken = new ArrayList<>();

  CurveOverlay(Graphics2D graphics, XYChart chart) {
    this.graphics = graphics;
    this.chart = chart;
  }

  void paint(List<CurveSeries> all) {
    for (CurveSeries series : all) {
      series.points().forEach(point -> interval(series, point));
      series.points().stream().filter(CurvePoint::suspect).forEach(point -> hollow(series, point));
      series
          .points()
          .forEach(point -> taken.add(box(x(point), y(point.millis()), CurveMark.RADIUS + 1)));
    }
    graphics.setFont(CurvePanel.font(Font.PLAIN, 11));
    for (CurveSeries series : all) {
      graphics.setColor(series.tail() ? CurvePanel.MUTED : CurvePanel.INK);
      series.points().forEach(this::name);
    }
  }

  private void interval(CurveSeries series, CurvePoint point) {
    double low = point.interval().low();
    double high = point.interval().high();
    if (!(low > 0) || !Double.isFinite(high)) {
      return;
    }
    Color color = CurvePanel.color(series);
    graphics.setColor(new Color(color.getRed(), color.getGreen(), color.getBlue(), HALF_CLEAR));
    graphics.setStroke(new BasicStroke(1.5f));
    double x = x(point);
    graphics.draw(new Line2D.Double(x, y(low), x, y(high)));
    graphics.draw(new Line2D.Double(x - CAP, y(low), x + CAP, y(low)));
    graphics.draw(new Line2D.Double(x - CAP, y(high), x + CAP, y(high)));
  }

  private void hollow(CurveSeries series, CurvePoint point) {
    Shape shape = CurveMark.shape(x(point), y(point.millis()), series.open());
    CurveMark.hollow(graphics, shape, CurvePanel.color(series));
  }

  /** Writes the name where it hides nothing; where there is no such place, it is left out. */
  private void name(CurvePoint point) {
    FontMetrics metrics = graphics.getFontMetrics();
    double width = metrics.stringWidth(point.name());
    double height = metrics.getAscent();
    double x = x(point);
    double y = y(point.millis());
    double beside = CurveMark.RADIUS + SPACE;
    List<Rectangle2D> places =
        List.of(
            new Rectangle2D.Double(x + beside, y - height / 2, width, height),
            new Rectangle2D.Double(x + SPACE, y - beside - height, width, height),
            new Rectangle2D.Double(x + SPACE, y + SPACE, width, height),
            new Rectangle2D.Double(x - beside - width, y - height / 2, width, height),
            new Rectangle2D.Double(x - width / 2, y - beside - height, width, height),
            new Rectangle2D.Double(x - width / 2, y + beside, width, height));
    places.stream()
        .filter(place -> taken.stream().noneMatch(place::intersects))
        .findFirst()
        .ifPresent(place -> write(point.name(), place));
  }

  private void write(String name, Rectangle2D place) {
    taken.add(place);
    Shape letters =
        graphics
            .getFont()
            .createGlyphVector(graphics.getFontRenderContext(), name)
            .getOutline((float) place.getX(), (float) (place.getMaxY() - 2));
    Color ink = graphics.getColor();
    // a rim, so that a line behind the name does not cross it out
    graphics.setColor(Color.WHITE);
    graphics.setStroke(new BasicStroke(3f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    graphics.draw(letters);
    graphics.setColor(ink);
    graphics.fill(letters);
  }

  private static Rectangle2D box(double x, double y, double radius) {
    return new Rectangle2D.Double(x - radius, y - radius, 2 * radius, 2 * radius);
  }

  private double x(CurvePoint point) {
    return chart.getScreenXFromChart(point.tokensPerSecond());
  }

  private double y(double millis) {
    return chart.getScreenYFromChart(millis);
  }
}
