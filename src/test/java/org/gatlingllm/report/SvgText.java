package org.gatlingllm.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Mends what the SVG writer gets wrong, so that browsers draw it and a repository can hold it. */
final class SvgText {
  /** Names a file on another host. */
  private static final Pattern DOCTYPE = Pattern.compile("<!DOCTYPE[^>]*>\\s*");

  /** Names the font of the machine that drew; others may lack it and would take one with serifs. */
  private static final Pattern FONT = Pattern.compile("(font-family:(&#34;|&quot;)[^&;]*\\2);");

  private static final Pattern CLIP = Pattern.compile("<clipPath id=\"(clip-?\\d+)\"");
  private static final Pattern PLACE = Pattern.compile("\\b(d|c?[xy][12]?)=\"[^\"]*\"");
  private static final Pattern DECIMALS = Pattern.compile("(\\.\\d\\d)\\d+");

  private SvgText() {}

  /** Returns the same picture, which can be drawn, is smaller and equal for equal input. */
  static String tidy(String svg) {
    // an empty namespace on an element takes it out of SVG: a browser would draw nothing
    String drawn = DOCTYPE.matcher(svg).replaceFirst("").replace(" xmlns=\"\"", "");
    return shortened(numbered(FONT.matcher(drawn).replaceAll("$1,sans-serif;")));
  }

  /** Clip paths are named by hash codes of objects, which differ from run to run. */
  private static String numbered(String svg) {
    String numbered = svg;
    Matcher matcher = CLIP.matcher(svg);
    for (int i = 1; matcher.find(); i++) {
      numbered = numbered.replaceAll("\\b" + matcher.group(1) + "\\b", "area" + i);
    }
    return numbered;
  }

  /** A hundredth of a pixel is enough. */
  private static String shortened(String svg) {
    return PLACE
        .matcher(svg)
        .replaceAll(place -> DECIMALS.matcher(place.group()).replaceAll("$1").replace("$", "\\$"));
  }
}
