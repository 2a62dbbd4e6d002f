package org.gatlingllm;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.http.HttpDsl.Proxy;
import static io.gatling.javaapi.http.HttpDsl.http;
import static org.gatlingllm.gatling.LlmDsl.closed;
import static org.gatlingllm.gatling.LlmDsl.content;
import static org.gatlingllm.gatling.LlmDsl.llm;

import io.gatling.javaapi.core.ActionBuilder;
import io.gatling.javaapi.core.CoreDsl;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.gatlingllm.Echo.Form;
import org.gatlingllm.Echo.Place;

/**
 * Tells an {@link EchoServer} secrets in all ways in which there are some; for {@link SecretIT}.
 */
public final class SecretSimulation extends LlmSimulation {
  /** System property: base URL of the server. */
  static final String SERVER = "it.echo";

  // of letters alone: digits are taken out of some messages anyway

  /** Of the environment. */
  static final String KEY = "sk-QwertzUiop/AsdfGhjkl+YxcvBnm";

  /** Of headers of the settings, one by a name that says so. */
  static final String HEADER = "hd-PoiuzTrewq/LkjhGfdsa";

  static final String TENANT = "tn-MnbvCxy/QayWsxEdc";

  /** Of a request of Gatling's DSL. */
  static final String COOKIE = "ck-RfvTgbZhn+UjmIkol";

  static final String QUERY = "qu-EdcRfvTgbZhnUjm";
  static final String PASSWORD = "pw-TgbZhnUjmIkolPqa";
  static final String PROXY_PASSWORD = "px-WsxEdcRfvTgbZhn";
  static final String SOCKS_PASSWORD = "so-YaqXswCdeVfrBgt";

  /** In an address; not sent by Gatling's client. */
  static final String URL_PASSWORD = "ur-LoikiujUzhtgTrf";

  private static final URI URL = URI.create(System.getProperty(SERVER, "http://127.0.0.1:1"));
  private static final Echo PLAINLY = new Echo(Place.ERROR_MESSAGE, Form.PLAIN);

  {
    List<ActionBuilder> all = new ArrayList<>();
    Echo.all().forEach(echo -> all.add(ofTheSettings(echo)));
    for (Place place : Place.values()) {
      all.add(own("own " + place, new Echo(place, Form.PLAIN), request -> request));
    }
    all.addAll(byProxy());
    all.addAll(withLoginInAddress());
    setUp(levels(closed(exec(all.stream().map(CoreDsl::exec).toList())).concurrency(1).requests(1)))
        .protocols(httpProtocol, llmProtocol);
  }

  private ActionBuilder ofTheSettings(Echo echo) {
    return chat(echo.toString())
        .http(request -> request.header(Echo.HEADER, echo.toString()))
        .check(content().is("nothing of it"));
  }

  private static ActionBuilder own(
      String name, Echo echo, UnaryOperator<HttpRequestActionBuilder> more) {
    return to(URL + "/v1/chat/completions?api_key=" + QUERY, name, echo, more);
  }

  private static ActionBuilder to(
      String url, String name, Echo echo, UnaryOperator<HttpRequestActionBuilder> more) {
    return llm(name).stream(
            more.apply(
                http(name)
                    .post(url)
                    .header(Echo.HEADER, echo.toString())
                    .header("Cookie", "sid=" + COOKIE)
                    .basicAuth("me", PASSWORD)
                    .body(StringBody("{}"))))
        .check(content().is("nothing of it"));
  }

  private static List<ActionBuilder> byProxy() {
    var http = Proxy("127.0.0.1", URL.getPort()).http().credentials("me", PROXY_PASSWORD);
    var socks = Proxy("127.0.0.1", URL.getPort()).socks5().credentials("me", SOCKS_PASSWORD);
    var nobody = Proxy("127.0.0.1", 1).socks5().credentials("me", SOCKS_PASSWORD);
    String https = URL.toString().replace("http:", "https:");
    return List.of(
        own("http proxy", PLAINLY, request -> request.proxy(http)),
        to(https, "tunnel that is refused", PLAINLY, request -> request.proxy(http)),
        own("socks proxy", PLAINLY, request -> request.proxy(socks)),
        own("no socks proxy", PLAINLY, request -> request.proxy(nobody)));
  }

  private static List<ActionBuilder> withLoginInAddress() {
    String login = "http://me:" + URL_PASSWORD + "@";
    return List.of(
        to(login + URL.getAuthority() + "/", "login in url", PLAINLY, request -> request),
        to(login + "127.0.0.1:1/", "login in url of nobody", PLAINLY, request -> request),
        llm("login in no url").stream(http("login in no url").post(s -> login + "[127.0.0.1/")),
        to(login + "127.0.0.1:#{port}/", "login in no el", PLAINLY, request -> request),
        llm("login in base url").baseUrl(login + URL.getAuthority()).prompt("What?"));
  }
}
