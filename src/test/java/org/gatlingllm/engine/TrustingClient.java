package org.gatlingllm.engine;

import java.net.Socket;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The JDK's HTTP client as it asks servers under test outside of the load. It trusts any
 * certificate, as Gatling does: a load test of a server with a certificate of its own is no attack.
 */
public final class TrustingClient {
  static {
    System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host"); // of llm.headers
  }

  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);

  private TrustingClient() {}

  /** A client that speaks HTTP/1.1, follows no redirect and gives up connecting after 10 s. */
  public static HttpClient make() {
    try {
      SSLContext tls = SSLContext.getInstance("TLS");
      tls.init(null, new TrustManager[] {new TrustAll()}, new SecureRandom());
      return HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_LIMIT)
          .sslContext(tls)
          .build();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot use TLS: " + e.getMessage(), e);
    }
  }

  private static final class TrustAll extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
