package org.gatlingllm.gatling;

import io.gatling.javaapi.core.CheckBuilder;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What a scenario adds to the HTTP request and to what is checked of its stream.
 *
 * @param http all changes of the request, in the order in which they were given
 */
record Wire(UnaryOperator<HttpRequestActionBuilder> http, List<CheckBuilder> checks) {

  /** Nothing. */
  static Wire plain() {
    return new Wire(UnaryOperator.identity(), List.of());
  }

  Wire withHttp(UnaryOperator<HttpRequestActionBuilder> change) {
    return new Wire(request -> change.apply(http.apply(request)), checks);
  }

  Wire withChecks(CheckBuilder... more) {
    List<CheckBuilder> all = new ArrayList<>(checks);
    all.addAll(List.of(more));
    return new Wire(http, all);
  }
}
