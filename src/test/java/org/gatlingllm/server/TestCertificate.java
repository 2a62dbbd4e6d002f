package org.gatlingllm.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.UUID;
import javax.net.ssl.KeyManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * A certificate for 127.0.0.1 that nobody vouches for, made once a JVM by the {@code keytool} of
 * its JDK: a key in the repository would be one more secret that is none.
 */
final class TestCertificate {
  private static @Nullable KeyManagerFactory made;

  private TestCertificate() {}

  /**
   * The certificate and its key.
   *
   * @throws IllegalStateException when the JDK cannot make one: a Java runtime without keytool
   */
  static synchronized KeyManagerFactory keys() {
    if (made == null) {
      try {
        made = make();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot make a certificate with keytool: " + e, e);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("cannot read the certificate of keytool: " + e, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while keytool made a certificate", e);
      }
    }
    return made;
  }

  private static KeyManagerFactory make()
      throws IOException, GeneralSecurityException, InterruptedException {
    Path folder = Files.createTempDirectory("llm-server");
    Path file = folder.resolve("keys.p12");
    String password = UUID.randomUUID().toString();
    try {
      keytool(file, password);
      KeyStore store = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(file)) {
        store.load(in, password.toCharArray());
      }
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password.toCharArray());
      return keys;
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(folder);
    }
  }

  private static void keytool(Path file, String password) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=127.0.0.1",
                "-ext",
                "san=ip:127.0.0.1,dns:localhost",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                password)
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(
          "cannot make a certificate: keytool ended with " + List.of(process.exitValue(), said));
    }
  }
}
