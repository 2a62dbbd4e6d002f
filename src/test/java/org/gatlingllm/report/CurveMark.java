package org.gatlingllm.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;

/** The form of a point: a circle for a closed level, a diamond for an open one. */
final class CurveMark {
  static final double RADIUS = 4.5;

  /** A diamond of the circle's radius would look smaller than the circle. */
  private static final double DIAMOND = 5.5;

  private CurveMark() {}

  static Shape shape(double x, double y, boolean open) {
    if (!open) {
      return new Ellipse2D.Double(x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS);
    }
    Path2D diamond = new Path2D.Double();
    diamond.moveTo(x, y - DIAMOND);
    diamond.lineTo(x + DIAMOND, y);
    diamond.lineTo(x, y + DIAMOND);
    diamond.lineTo(x - DIAMOND, y);
    diamond.closePath();
    return diamond;
  }

  static void hollow(Graphics2D graphics, Shape shape, Color color) {
    graphics.setColor(Color.WHITE);
    graphics.fill(shape);
    graphics.setColor(color);
    graphics.setStroke(new BasicStroke(2f));
    graphics.draw(shape);
  }
}
