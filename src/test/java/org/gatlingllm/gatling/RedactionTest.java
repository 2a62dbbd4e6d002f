package org.gatlingllm.gatling;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatling.http.client.Request;
import io.gatling.http.client.RequestBuilder;
import io.gatling.http.client.proxy.HttpProxyServer;
import io.gatling.http.client.proxy.SocksProxyServer;
import io.gatling.http.client.realm.BasicRealm;
import io.gatling.http.client.resolver.InetAddressNameResolver;
import io.gatling.http.client.uri.Uri;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.cookie.DefaultCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RedactionTest {
  /** All that is escaped somewhere, and what looks like an escape and is none. */
  private static final String KEY = "sk-aB/c\"dE\\nf+G&h%41i<j'k=Lm/n";

  private static final Redaction OF_KEY = new Redaction(List.of(KEY));

  /** How servers repeat a text. */
  @SuppressWarnings("ImmutableEnumChecker") // a function without state
  private enum Form {
    PLAIN(UnaryOperator.identity()),
    JSON(RedactionTest::json),
    JSON_IN_JSON(text -> json(json(text))),
    SLASHES_ESCAPED(text -> json(text).replace("/", "\\/")),
    UNICODE_ESCAPED(text -> each(text, "\\u%04x")),
    UNICODE_ESCAPED_TWICE(text -> each(text, "\\\\u%04X")),
    BYTES_ESCAPED(text -> each(text, "\\x%02x")),
    URL(text -> URLEncoder.encode(text, UTF_8)),
    URL_LOWER_CASE(text -> each(text, "%%%02x")),
    URL_TWICE(text -> URLEncoder.encode(URLEncoder.encode(text, UTF_8), UTF_8)),
    URL_OF_JSON(text -> URLEncoder.encode(json(text), UTF_8)),
    HTML(text -> html(text)),
    HTML_NUMBERS(text -> each(text, "&#%d;")),
    HTML_HEX(text -> each(text, "&#x%x;")),
    HTML_IN_JSON(text -> json(html(text))),
    LOWER_CASE(text -> text.toLowerCase(Locale.ROOT));

    private final UnaryOperator<String> escape;

    Form(UnaryOperator<String> escape) {
      this.escape = escape;
    }
  }

  @ParameterizedTest
  @EnumSource
  void keyIsTakenOutInEveryForm(Form form) {
    String said = "{\"error\": \"no such key: " + form.escape.apply(KEY) + " (401)\"}";

    assertThat(OF_KEY.redact(said)).isEqualTo("{\"error\": \"no such key: *** (401)\"}");
  }

  @ParameterizedTest
  @EnumSource
  void keyInWhichASampleWasCutIsTakenOut(Form form) {
    String said = "no such key: " + form.escape.apply(KEY);
    int enough = "no such key: ".length() + form.escape.apply(KEY.substring(0, 6)).length();
    for (int end = enough; end <= said.length(); end++) {
      assertThat(OF_KEY.redact(said.substring(0, end)))
          .as("%s", said.substring(0, end))
          .isEqualTo("no such key: ***");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization",
        "Proxy-Authorization",
        "X-Api-Key",
        "api-key",
        "x-goog-api-key",
        "Ocp-Apim-Subscription-Key",
        "X-Vault-Token"
      })
  void headerOfAKeyIsKnownByItsName(String header) {
    assertThat(of(request("/").addHeader(header, "sk-12345")).redact("no such key: sk-12345"))
        .isEqualTo("no such key: ***");
    assertThat(of(request("/").addHeader(header, "Bearer sk-12345")).redact("key=sk-12345"))
        .isEqualTo("key=***");
  }

  @Test
  void loginsAreKnownDecoded() {
    String header = "Basic " + Base64.getEncoder().encodeToString("me:hunter22".getBytes(UTF_8));

    assertThat(of(request("/").addHeader("authorization", header)))
        .satisfies(RedactionTest::hidesLogin);
    assertThat(of(request("/").setRealm(new BasicRealm("me", "hunter22"))))
        .satisfies(RedactionTest::hidesLogin);
    assertThat(of(new RequestBuilder("r", HttpMethod.POST, uri("me:hunter22@"), RESOLVER)))
        .satisfies(RedactionTest::hidesLogin);
  }

  @Test
  void loginOfAProxyIsKnown() throws UnknownHostException {
    var proxy =
        new HttpProxyServer(
            "127.0.0.1", 1, new BasicRealm("me", "hunter22"), false, new DefaultHttpHeaders());

    assertThat(of(request("/").setProxyServer(proxy))).satisfies(RedactionTest::hidesLogin);
  }

  private static void hidesLogin(Redaction redaction) {
    assertThat(redaction.redact("me:hunter22? hunter22!")).isEqualTo("***? ***!");
    assertThat(redaction.redact("p4ss me%3Ahunter22")).isEqualTo("p4ss ***");
  }

  @Test
  void encodedLoginIsTakenOut() {
    Redaction redaction = of(request("/").setRealm(new BasicRealm("me", "hunter22")));

    assertThat(redaction.redact("Authorization: Basic bWU6aHVudGVyMjI="))
        .isEqualTo("Authorization: ***");
    assertThat(redaction.redact("bWU6aHVudGVyMjI=")).isEqualTo("***");
  }

  @Test
  void passwordBeyondAsciiIsTakenOut() {
    Redaction redaction = of(request("/").setRealm(new BasicRealm("me", "pässwörd")));

    assertThat(redaction.redact("pässwörd p%C3%A4ssw%C3%B6rd p\\u00e4ssw\\u00f6rd"))
        .isEqualTo("*** *** ***");
  }

  @Test
  void keysOfTheAddressAndCookiesAreKnown() {
    Redaction redaction =
        of(
            request("/v1?alt=server-sent&key=sk%2F12345")
                .setCookies(List.of(new DefaultCookie("sid", "c00kie"))));

    assertThat(redaction.redact("/v1?alt=server-sent&key=sk%2F12345 sk/12345 sid=c00kie"))
        .isEqualTo("/v1?alt=server-sent&key=*** *** sid=***");
    assertThat(of(request("/").addHeader("cookie", "a=c00kie; b=s3cret")).redact("s3cret c00kie"))
        .isEqualTo("*** ***");
  }

  @Test
  void keyOfATrialIsKnown() {
    Redaction redaction =
        Redaction.of(
            Map.of("x-api-key", "sk-12345"), Set.of(), URI.create("http://h/v1?key=sk-67890"));

    assertThat(redaction.redact("sk-12345 sk-67890")).isEqualTo("*** ***");
  }

  @Test
  void headersOfTheSettingsAreKnownWhateverTheyAreCalled() {
    Request request = request("/").addHeader("X-Tenant", "acme-12345").build();

    assertThat(Redaction.of(request, Set.of("x-tenant")).redact("no acme-12345"))
        .isEqualTo("no ***");
  }

  @Test
  void loginOfASocksProxyIsKnown() throws UnknownHostException {
    var proxy = new SocksProxyServer("127.0.0.1", 1, new BasicRealm("me", "hunter22"), true);

    assertThat(of(request("/").setProxyServer(proxy))).satisfies(RedactionTest::hidesLogin);
    assertThat(of(request("/").setProxyServer(new SocksProxyServer("127.0.0.1", 1, null, true))))
        .satisfies(none -> assertThat(none.redact("hunter22")).isEqualTo("hunter22"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "12", "{\"key\": \"", "ключ: "})
  void keyWithinATextInBase64IsTakenOutButForWhatItsNeighboursShare(String before) {
    byte[] text = (before + KEY + " and more").getBytes(UTF_8);
    for (Base64.Encoder encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
      String told = "denied: " + encoder.encodeToString(text);
      String shown = OF_KEY.redact(told);

      assertThat(shown)
          .contains("***")
          .startsWith("denied: ")
          .hasSizeLessThan(told.length() - KEY.length());
    }
  }

  @Test
  void otherHeadersAndShortValuesStay() {
    assertThat(of(request("/").addHeader("x-trace", "sk-12345")).redact("sk-12345"))
        .isEqualTo("sk-12345");
    assertThat(of(request("/").addHeader("api-key", "none")).redact("there is none"))
        .isEqualTo("there is none");
    assertThat(OF_KEY.redact("50% of \\d+ &amp; so on &")).isEqualTo("50% of \\d+ &amp; so on &");
    assertThat(OF_KEY.redact((String) null)).isNull();
  }

  @Test
  void exceptionIsToldWithoutTheKey() {
    assertThat(OF_KEY.redact(new IllegalStateException("found " + KEY, new Error(KEY))))
        .contains("IllegalStateException: found ***", "Caused by: java.lang.Error: ***")
        .contains("at org.gatlingllm.gatling.RedactionTest")
        .doesNotContain("aB/c");
  }

  private static final InetAddressNameResolver RESOLVER = InetAddressNameResolver.JAVA_RESOLVER;

  private static Redaction of(RequestBuilder request) {
    Request built = request.build();
    return Redaction.of(built, Set.of());
  }

  private static RequestBuilder request(String path) {
    Uri uri = Uri.create("http://127.0.0.1" + path);
    return new RequestBuilder("r", HttpMethod.POST, uri, RESOLVER)
        .setHeaders(new DefaultHttpHeaders());
  }

  private static Uri uri(String userInfo) {
    return Uri.create("http://" + userInfo + "127.0.0.1/");
  }

  private static String json(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  private static String html(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("\"", "&quot;")
        .replace("'", "&apos;");
  }

  private static String each(String text, String format) {
    StringBuilder escaped = new StringBuilder();
    text.chars().forEach(c -> escaped.append(String.format(Locale.ROOT, format, c)));
    return escaped.toString();
  }
}
