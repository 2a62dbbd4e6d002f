package org.gatlingllm.report;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.imageio.ImageIO;
import org.gatlingllm.analysis.RunAnalysis;
import org.gatlingllm.metric.Metric;

/**
 * The latency–throughput curve as a picture: output tokens per second to the right, time to first
 * token (p50 and p95) and inter-token latency (p50 and p99) upwards, one line a run through its
 * closed levels, open levels as diamonds of their own, suspect points hollow, intervals as bars.
 *
 * <p>Needs fonts: on a Java without any, every method here throws an {@link Error} or a runtime
 * exception of AWT. {@link ReportFiles} then goes without pictures and says so.
 */
public final class CurveChart {
  private static final int WIDTH = 900;
  private static final int TOP = 460;
  private static final int BOTTOM = 400;

  /** The bitmap has this many pixels for one of the drawing, so that it is sharp on any screen. */
  private static final int SCALE = 2;

  private static final double ROOM = 1.12;

  static {
    // a picture in memory needs no screen; without this a Java with a stale DISPLAY would look for
    // one, and on macOS an icon would appear
    if (System.getProperty("java.awt.headless") == null) {
      System.setProperty("java.awt.headless", "true");
    }
    // a file as cache would need a shutdown hook, and the report of Ctrl-C is drawn in one
    ImageIO.setUseCache(false);
  }

  private CurveChart() {}

  /**
   * Loads what drawing needs. A process that may have to draw while it shuts down calls this
   * before: AWT hangs hooks into the shutdown when it first draws, and then it is too late for
   * that.
   */
  public static void prepare() {
    BufferedImage image = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.drawString("0", 0, 0);
    graphics.dispose();
  }

  /** Whether there is a point to draw. */
  public static boolean drawable(List<RunAnalysis> runs) {
    return !firstTokens(runs).isEmpty();
  }

  /** Returns the picture as PNG. */
  public static byte[] png(List<RunAnalysis> runs) {
    BufferedImage image =
        new BufferedImage(WIDTH * SCALE, height(runs) * SCALE, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.scale(SCALE, SCALE);
    paint(graphics, runs);
    graphics.dispose();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", out);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot encode a picture into memory", e);
    }
    return out.toByteArray();
  }

  /** Returns the picture as SVG. */
  public static String svg(List<RunAnalysis> runs) {
    VectorGraphics2D graphics = new VectorGraphics2D();
    paint(graphics, runs);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      new SVGProcessor()
          .getDocument(graphics.getCommands(), new PageSize(0, 0, WIDTH, height(runs)))
          .writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write a picture into memory", e);
    }
    return SvgText.tidy(out.toString(StandardCharsets.UTF_8));
  }

  private static void paint(Graphics2D graphics, List<RunAnalysis> runs) {
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, WIDTH, height(runs));
    double most = mostTokens(runs);
    List<CurveSeries> first = firstTokens(runs);
    CurvePanel.paint(graphics, "Time to first token", first, most, new CurvePanel.Size(WIDTH, TOP));
    List<CurveSeries> gaps = gaps(runs);
    if (!gaps.isEmpty()) {
      graphics.translate(0, TOP);
      CurvePanel.paint(
          graphics, "Inter-token latency", gaps, most, new CurvePanel.Size(WIDTH, BOTTOM));
    }
  }

  private static int height(List<RunAnalysis> runs) {
    return gaps(runs).isEmpty() ? TOP : TOP + BOTTOM;
  }

  private static List<CurveSeries> firstTokens(List<RunAnalysis> runs) {
    return CurveSeries.of(runs, Metric.TIME_TO_FIRST_TOKEN, 0.5, 0.95);
  }

  private static List<CurveSeries> gaps(List<RunAnalysis> runs) {
    return CurveSeries.of(runs, Metric.INTER_TOKEN_LATENCY, 0.5, 0.99);
  }

  /** One scale for both panels, so that points of one level stand above each other. */
  private static double mostTokens(List<RunAnalysis> runs) {
    double most =
        firstTokens(runs).stream()
            .flatMap(series -> series.points().stream())
            .mapToDouble(CurvePoint::tokensPerSecond)
            .max()
            .orElse(0);
    return most > 0 ? most * ROOM : 1;
  }
}
