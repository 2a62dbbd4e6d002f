package org.gatlingllm.gatling;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatling.http.client.Request;
import io.gatling.http.client.proxy.HttpProxyServer;
import io.gatling.http.client.proxy.ProxyServer;
import io.gatling.http.client.proxy.SocksProxyServer;
import io.gatling.http.client.realm.BasicRealm;
import io.netty.handler.codec.http.cookie.Cookie;
import io.netty.handler.proxy.Socks5ProxyHandler;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.gatlingllm.metric.Secrets;
import org.jspecify.annotations.Nullable;

/** Collects the credentials that a request carries, each in every form in which it may be told. */
final class Credentials {
  private final List<String> found = new ArrayList<>();
  private final Set<String> secretHeaders;

  /**
   * None yet.
   *
   * @param secretHeaders names of headers, in lower case, that are secrets whatever they are called
   */
  Credentials(Set<String> secretHeaders) {
    this.secretHeaders = secretHeaders;
  }

  static List<String> of(Request request, Set<String> secretHeaders) {
    Credentials credentials =
        new Credentials(secretHeaders)
            .headers(request.getHeaders())
            .address(request.getUri().getUserInfo(), request.getUri().getQuery());
    for (Cookie cookie : request.getCookies()) {
      credentials.found.add(cookie.value());
    }
    if (request.getRealm() instanceof BasicRealm realm) {
      credentials.header(realm.getAuthorizationHeader());
    }
    credentials.proxy(request.getProxyServer());
    return credentials.found();
  }

  List<String> found() {
    return List.copyOf(found);
  }

  /** The values of those headers whose names announce a secret. */
  Credentials headers(Iterable<Map.Entry<String, String>> headers) {
    for (Map.Entry<String, String> header : headers) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      if (name.equals("cookie")) {
        for (String cookie : header.getValue().split(";", -1)) {
          found.add(cookie.substring(cookie.indexOf('=') + 1));
        }
      } else if (Secrets.named(name) || name.endsWith("token") || secretHeaders.contains(name)) {
        header(header.getValue());
      }
    }
    return this;
  }

  /** The credentials of an address, as they stand in it. */
  Credentials address(@Nullable String userInfo, @Nullable String query) {
    if (userInfo != null) {
      login(userInfo);
    }
    for (String parameter : query == null ? new String[0] : query.split("&", -1)) {
      int equals = parameter.indexOf('=');
      if (equals > 0 && Secrets.named(parameter.substring(0, equals))) {
        found.add(parameter.substring(equals + 1));
      }
    }
    return this;
  }

  private void proxy(@Nullable ProxyServer proxy) {
    if (proxy instanceof HttpProxyServer http && http.getRealm() != null) {
      header(http.getRealm().getAuthorizationHeader());
    } else if (proxy instanceof SocksProxyServer
        && proxy.newProxyHandler() instanceof Socks5ProxyHandler socks // alone tells the password
        && socks.password() != null) {
      login(socks.username() + ":" + socks.password());
    }
  }

  /** A key, or {@code Bearer} and a key, or {@code Basic} and a login. */
  private void header(String value) {
    String stripped = value.strip();
    String key = stripped.substring(stripped.indexOf(' ') + 1).strip();
    found.add(stripped);
    found.add(key);
    if (stripped.regionMatches(true, 0, "basic ", 0, 6)) {
      try {
        login(new String(Base64.getDecoder().decode(key), UTF_8));
      } catch (IllegalArgumentException e) {
        return; // not Base64: there is no login in it
      }
    }
  }

  private void login(String userAndPassword) {
    found.add(userAndPassword);
    found.add(userAndPassword.substring(userAndPassword.indexOf(':') + 1));
  }
}
