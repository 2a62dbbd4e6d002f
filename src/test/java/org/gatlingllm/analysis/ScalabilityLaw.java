package org.gatlingllm.analysis;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.SingularMatrixException;

/**
 * Gunther's Universal Scalability Law: {@code X(N) = λN ÷ (1 + σ(N − 1) + κN(N − 1))}, the
 * throughput of N users.
 *
 * @param lambda throughput of one user
 * @param sigma contention: the share of the work that users cannot do side by side
 * @param kappa coherency: what users cost each other in pairs
 * @param rSquared share of the variance of throughput that the law explains; NaN where throughput
 *     does not vary
 */
record ScalabilityLaw(double lambda, double sigma, double kappa, double rSquared) {
  private static final double SAME = 1e-9;

  /**
   * Fits the law by least squares. {@code N ÷ X} is linear in the three parameters; each point is
   * weighted with {@code X² ÷ N}, which turns its error into that of X. Neither σ nor κ may be
   * negative: where the free fit has one so, the best fit with it at 0 is taken.
   *
   * @param users N of each point
   * @param throughput X of each point
   * @return empty where there are fewer than four points, or none fits
   */
  static Optional<ScalabilityLaw> fit(double[] users, double[] throughput) {
    if (users.length < 4) {
      return Optional.empty();
    }
    return Stream.of(List.of(1, 2), List.of(1), List.of(2), List.<Integer>of())
        .flatMap(terms -> solve(users, throughput, terms).stream())
        .filter(law -> law.lambda > 0 && law.sigma >= 0 && law.kappa >= 0)
        .min(Comparator.comparingDouble(law -> law.squaredError(users, throughput)))
        .map(law -> law.explained(users, throughput));
  }

  /** Throughput of so many users. */
  double throughput(double users) {
    return lambda * users / (1 + sigma * (users - 1) + kappa * users * (users - 1));
  }

  /** Users beyond whom throughput falls, {@code √((1 − σ) ÷ κ)}; infinite where it never does. */
  double peakUsers() {
    return kappa <= SAME ? Double.POSITIVE_INFINITY : Math.sqrt(Math.max(0, 1 - sigma) / kappa);
  }

  /** What throughput tends to where it never falls: {@code λ ÷ σ}, infinite without contention. */
  double ceiling() {
    return sigma <= SAME ? Double.POSITIVE_INFINITY : lambda / sigma;
  }

  /** Terms: 1 for σ(N − 1), 2 for κN(N − 1); those not named are 0. */
  private static Optional<ScalabilityLaw> solve(double[] users, double[] x, List<Integer> terms) {
    double[][] rows = new double[users.length][];
    double[] target = new double[users.length];
    for (int i = 0; i < users.length; i++) {
      double n = users[i];
      double weight = x[i] * x[i] / n;
      double[] all = {1, n - 1, n * (n - 1)};
      rows[i] =
          Stream.concat(Stream.of(0), terms.stream()).mapToDouble(t -> weight * all[t]).toArray();
      target[i] = weight * n / x[i];
    }
    try {
      double[] solved =
          new QRDecomposition(new Array2DRowRealMatrix(rows))
              .getSolver()
              .solve(new ArrayRealVector(target))
              .toArray();
      return Optional.of(
          new ScalabilityLaw(
              1 / solved[0],
              term(solved, terms.indexOf(1)),
              term(solved, terms.indexOf(2)),
              Double.NaN));
    } catch (SingularMatrixException sameLoads) {
      return Optional.empty();
    }
  }

  private static double term(double[] solved, int index) {
    return index < 0 ? 0 : solved[index + 1] / solved[0];
  }

  private double squaredError(double[] users, double[] x) {
    double sum = 0;
    for (int i = 0; i < users.length; i++) {
      sum += Math.pow(x[i] - throughput(users[i]), 2);
    }
    return sum;
  }

  private ScalabilityLaw explained(double[] users, double[] x) {
    double mean = Arrays.stream(x).average().orElseThrow();
    double total = Arrays.stream(x).map(v -> Math.pow(v - mean, 2)).sum();
    boolean varies = Math.sqrt(total / x.length) > 0.05 * mean;
    double share = varies ? 1 - squaredError(users, x) / total : Double.NaN;
    return new ScalabilityLaw(lambda, sigma, kappa, share);
  }
}
