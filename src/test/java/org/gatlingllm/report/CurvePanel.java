package org.gatlingllm.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * One panel of the picture: a latency over the throughput. XChart draws lines, markers and the axis
 * of throughput; {@link CurveLegend}, {@link CurveGrid} and {@link CurveOverlay} what XChart has no
 * form for.
 */
final class CurvePanel {
  static final Color INK = new Color(0x1f2937);
  static final Color MUTED = new Color(0x6b7280);
  private static final Color CLEAR = new Color(255, 255, 255, 0);
  private static final Color[] PALETTE = {
    new Color(0x1d4ed8), new Color(0xc2410c), new Color(0x047857), new Color(0x7e22ce),
    new Color(0xbe123c), new Color(0x4d7c0f), new Color(0x0e7490), new Color(0x374151)
  };

  /** How far the colour of the tail goes towards white. */
  private static final double TINT = 0.45;

  static final BasicStroke SOLID = new BasicStroke(2f);
  static final BasicStroke DASHED =
      new BasicStroke(2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10f, new float[] {6, 4}, 0);
  private static final int MARKER_SIZE = 9;
  private static final int LEFT = 84;

  private CurvePanel() {}

  /** Paints the panel at the origin of the graphics; at least one series. */
  static void paint(
      Graphics2D graphics, String title, List<CurveSeries> series, double mostTokens, Size size) {
    List<CurvePoint> points = series.stream().flatMap(s -> s.points().stream()).toList();
    CurveAxis axis = CurveAxis.of(points);
    String unit = axis.logarithmic() ? ", ms (logarithmic)" : ", ms";
    XYChart chart =
        new XYChartBuilder()
            .width(size.width())
            .height(size.height())
            .xAxisTitle("output tokens per second")
            .build();
    look(chart.getStyler());
    scale(chart.getStyler(), axis, mostTokens);
    series.forEach(s -> add(chart, s));
    int head = CurveLegend.paint(graphics, title + unit, series, size.width());
    graphics.translate(0, head);
    layOut(chart, size.width(), size.height() - head);
    CurveGrid.paint(graphics, chart, axis, mostTokens);
    chart.paint(graphics, size.width(), size.height() - head);
    new CurveOverlay(graphics, chart).paint(series);
    graphics.translate(0, -head);
  }

  /**
   * The panel's measures.
   *
   * @param width in pixels
   * @param height in pixels
   */
  record Size(int width, int height) {}

  /** A chart knows where a value lies only after it was painted once. */
  private static void layOut(XYChart chart, int width, int height) {
    Graphics2D nowhere = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
    chart.paint(nowhere, width, height);
    nowhere.dispose();
  }

  /** The colour of a series: full for the middle, a tint for the tail. */
  static Color color(CurveSeries series) {
    Color full = color(series.color());
    return series.tail() ? tint(full) : full;
  }

  /** The colour of a run, from 0. */
  static Color color(int run) {
    return PALETTE[run % PALETTE.length];
  }

  static Color tint(Color full) {
    return new Color(tint(full.getRed()), tint(full.getGreen()), tint(full.getBlue()));
  }

  private static int tint(int channel) {
    return (int) Math.round(channel + (255 - channel) * TINT);
  }

  private static void add(XYChart chart, CurveSeries series) {
    double[] x = series.points().stream().mapToDouble(CurvePoint::tokensPerSecond).toArray();
    double[] y = series.points().stream().mapToDouble(CurvePoint::millis).toArray();
    XYSeries drawn = chart.addSeries(Integer.toString(chart.getSeriesMap().size()), x, y);
    drawn.setMarkerColor(color(series));
    drawn.setLineColor(color(series));
    drawn.setLineStyle(series.tail() ? DASHED : SOLID);
    if (series.open()) {
      drawn.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
    }
    drawn.setMarker(series.open() ? SeriesMarkers.DIAMOND : SeriesMarkers.CIRCLE);
  }

  private static void scale(XYStyler style, CurveAxis axis, double mostTokens) {
    style.setYAxisLogarithmic(axis.logarithmic());
    style.setYAxisMin(axis.low());
    style.setYAxisMax(axis.high());
    style.setXAxisMin(0.0);
    style.setXAxisMax(mostTokens);
    style.setYAxisTicksVisible(false);
    style.setXAxisDecimalPattern("#,##0.##");
    style.setLocale(Locale.ROOT);
    // both panels leave the same room at the left, so that levels stand above each other
    style.setYAxisLeftWidthHint(LEFT);
    style.setPlotContentSize(0.96);
  }

  private static void look(XYStyler style) {
    style.setBaseFont(font(Font.PLAIN, 12));
    style.setAxisTitleFont(font(Font.PLAIN, 12));
    style.setAxisTickLabelsFont(font(Font.PLAIN, 12));
    style.setChartFontColor(INK);
    style.setXAxisTitleColor(MUTED);
    style.setYAxisTitleVisible(false);
    style.setAxisTickLabelsColor(MUTED);
    style.setChartBackgroundColor(CLEAR);
    style.setPlotBackgroundColor(CLEAR);
    style.setPlotBorderVisible(false);
    style.setPlotGridLinesVisible(false);
    style.setAxisTicksLineVisible(false);
    style.setAxisTicksMarksVisible(false);
    style.setChartTitleVisible(false);
    style.setChartPadding(14);
    style.setLegendVisible(false);
    style.setMarkerSize(MARKER_SIZE);
    style.setAntiAlias(true);
  }

  static Font font(int style, int size) {
    return new Font(Font.SANS_SERIF, style, size);
  }
}
