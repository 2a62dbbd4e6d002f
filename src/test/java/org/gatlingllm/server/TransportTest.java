package org.gatlingllm.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.gatlingllm.server.ServerOptions.Tls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class TransportTest {
  private static final ServerOptions FAST = ServerOptions.preset("fast");

  @Test
  void tlsAloneIsHttp11() throws Exception {
    try (SimulatedLlmServer server = SimulatedLlmServer.start(FAST.withTls(Tls.HTTP1))) {
      HttpResponse<String> response = ask(server);

      assertThat(server.baseUrl()).startsWith("https://127.0.0.1:");
      assertThat(response.version()).isEqualTo(Version.HTTP_1_1);
      assertThat(response.body()).endsWith("data: [DONE]\n\n");
    }
  }

  @Test
  void clientsThatAskForHttp2GetIt() throws Exception {
    try (SimulatedLlmServer server = SimulatedLlmServer.start(FAST.withTls(Tls.HTTP2))) {
      HttpResponse<String> response = ask(server);

      assertThat(response.version()).isEqualTo(Version.HTTP_2);
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).endsWith("data: [DONE]\n\n");
      assertThat(server.truth()).singleElement().matches(RequestTruth::complete);
    }
  }

  @Test
  void resetOfAStreamLeavesTheConnectionToTheOthers() throws Exception {
    FaultScript script = FaultScript.none().on(1, new Fault.Reset(1));
    ServerOptions options = FAST.withTls(Tls.HTTP2).withFaults(script);
    try (SimulatedLlmServer server = SimulatedLlmServer.start(options)) {
      HttpClient client = client();

      assertThatThrownBy(() -> ask(client, server)).isInstanceOf(IOException.class);
      assertThat(ask(client, server).body()).endsWith("data: [DONE]\n\n");
      assertThat(server.truth()).extracting(RequestTruth::connection).containsExactly(1L, 1L);
    }
  }

  @Test
  void tokensArePausedApartThoughAllAreDue() throws IOException {
    ServerOptions options = FAST.withTokenPause(Duration.ofMillis(5));
    try (SimulatedLlmServer server = SimulatedLlmServer.start(options)) {
      RawHttp.Heard heard = RawHttp.ask(server, RawHttp.CHAT, RawHttp.chat(4, true));

      assertThat(heard.body()).endsWith("data: [DONE]\n\n");
      RequestTruth truth = server.truth().get(0);
      for (int i = 1; i < 4; i++) {
        assertThat(truth.sentNanos(i) - truth.sentNanos(i - 1)).isGreaterThanOrEqualTo(5_000_000);
      }
    }
  }

  private static HttpResponse<String> ask(SimulatedLlmServer server) throws Exception {
    return ask(client(), server);
  }

  private static HttpResponse<String> ask(HttpClient client, SimulatedLlmServer server)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(server.baseUrl() + RawHttp.CHAT))
            .POST(BodyPublishers.ofString(RawHttp.chat(4, true)))
            .build(),
        BodyHandlers.ofString());
  }

  private static HttpClient client() throws GeneralSecurityException, IOException {
    X509ExtendedKeyManager keys =
        (X509ExtendedKeyManager) TestCertificate.keys().getKeyManagers()[0];
    X509Certificate[] chain = keys.getCertificateChain("server");
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", chain[0]);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return HttpClient.newBuilder().sslContext(context).build();
  }
}
