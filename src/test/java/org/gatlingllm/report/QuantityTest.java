package org.gatlingllm.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.gatlingllm.metric.Distribution;
import org.gatlingllm.metric.Metric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0.0001, <0.001",
    "-0.0001, >-0.001",
    "0.0005, 0.001",
    "0.1234, 0.123",
    "0.9996, 1.00",
    "1.234, 1.23",
    "9.994, 9.99",
    "9.996, 10.0",
    "18.52, 18.5",
    "99.94, 99.9",
    "99.96, 100",
    "145.4, 145",
    "12345.6, 12346",
    "-0.7, -0.700"
  })
  void hasThreeDigitsAndWholeNumbersFromAHundredOn(double shown, String text) {
    assertThat(Quantity.of(shown).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void isADashWhereThereIsNoNumber(double shown) {
    assertThat(Quantity.of(shown)).isEqualTo(Quantity.ABSENT);
  }

  @Test
  void aPercentileOfNoSampleIsADashWithoutAStar() {
    Quantity quantity = Quantity.of(Metric.REQUEST_LATENCY, Distribution.of(), 0.99);

    assertThat(quantity.marked()).isEqualTo("–");
  }

  @Test
  void aPercentileThatTheSampleIsTooSmallForHasAStar() {
    Distribution few = Distribution.of(1e6, 2e6, 3e6);

    assertThat(Quantity.of(Metric.REQUEST_LATENCY, few, 0.95).marked()).isEqualTo("2.90*");
  }

  @ParameterizedTest
  @CsvSource({"0.5, p50", "0.9, p90", "0.95, p95", "0.99, p99", "0.999, p999"})
  void quantilesAreNamedAsInTheReports(double quantile, String name) {
    assertThat(Quantity.percentile(quantile)).isEqualTo(name);
  }

  @Test
  void aNumberForAMachineIsPlainAndRefusesWhatIsNone() {
    assertThat(Quantity.exact(1_500_000).toPlainString()).isEqualTo("1500000");
    assertThat(Quantity.exact(1e-6).toPlainString()).isEqualTo("0.000001");
    assertThatThrownBy(() -> Quantity.exact(Double.NaN)).isInstanceOf(NumberFormatException.class);
  }
}
