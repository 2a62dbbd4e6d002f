package org.gatlingllm.gate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.gatlingllm.analysis.RequestSlo;

/**
 * What a run is asked to keep.
 *
 * <p>The file is HOCON; see {@code src/test/resources/slo.conf} for every key.
 */
public final class Slo {
  /** Asks nothing. */
  static final Slo NONE =
      new Slo(RequestSlo.none(), List.of(), Optional.empty(), RegressionRule.STANDARD);

  private final RequestSlo request;
  private final List<Limit> limits;
  private final Optional<Money> costPerHour;
  private final RegressionRule regression;

  Slo(
      RequestSlo request,
      List<Limit> limits,
      Optional<Money> costPerHour,
      RegressionRule regression) {
    this.request = request;
    this.limits = List.copyOf(limits);
    this.costPerHour = costPerHour;
    this.regression = regression;
  }

  /**
   * Reads a file.
   *
   * @throws SloFormatException when it cannot be read or used
   */
  public static Slo read(Path file) {
    return SloFile.read(file);
  }

  /**
   * Reads {@code slo.conf} of the class path.
   *
   * @throws SloFormatException when it cannot be used
   */
  public static Slo standard() {
    return SloFile.resource("slo.conf");
  }

  /**
   * Reads a text.
   *
   * @param name what messages call it
   * @throws SloFormatException when it cannot be used
   */
  public static Slo parse(String text, String name) {
    return SloFile.parse(text, name);
  }

  /**
   * Adds the short form that users of vLLM know, in place of what the file said of goodput.
   *
   * @param text limits of a request in milliseconds: {@code ttft:200 tpot:50 e2el:5000}
   * @param fraction the least {@code good_request_fraction}, of every level
   * @throws SloFormatException when it cannot be used
   */
  public Slo withGoodput(String text, double fraction) {
    List<Limit> changed = new ArrayList<>(limits);
    changed.removeIf(l -> l instanceof ShareLimit s && s.share() == ShareLimit.Share.GOOD);
    changed.add(GoodputShortForm.limit(fraction));
    return new Slo(GoodputShortForm.parse(text), changed, costPerHour, regression);
  }

  /**
   * Sets what the server costs.
   *
   * @param text amount and currency: {@code 2.50 USD}
   * @throws SloFormatException when it cannot be used
   */
  public Slo withCostPerHour(String text) {
    Bound cost =
        Bound.parse(text, Dimension.MONEY, true)
            .orElseThrow(
                () ->
                    new SloFormatException(
                        "llm.costPerHour",
                        -1,
                        "",
                        "expected an amount with its currency, found \"" + text + '"',
                        "write it as in \"2.50 USD\""));
    return new Slo(request, limits, Optional.of(new Money(cost.value(), cost.unit())), regression);
  }

  /** What a request must keep to be good. */
  public RequestSlo request() {
    return request;
  }

  /** What the server costs an hour, if that is known. */
  public Optional<Money> costPerHour() {
    return costPerHour;
  }

  /** How changes since a baseline are judged. */
  public RegressionRule regression() {
    return regression;
  }

  List<Limit> limits() {
    return limits;
  }
}
