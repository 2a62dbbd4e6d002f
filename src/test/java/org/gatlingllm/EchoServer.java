package org.gatlingllm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/**
 * A server that repeats each secret that it is told, as the request's header {@code x-echo} says.
 * It is an HTTP proxy and a SOCKS proxy as well, and then answers itself.
 */
final class EchoServer implements AutoCloseable {
  private static final int SOCKS = 5;
  private static final int LONG = 1000;

  private final RawServer server = new RawServer(this::serve);
  private final Queue<String> heard = new ConcurrentLinkedQueue<>();

  String baseUrl() {
    return server.baseUrl();
  }

  int port() {
    return server.port();
  }

  /** All secrets that it was told. */
  Queue<String> heard() {
    return heard;
  }

  private void serve(InputStream in, OutputStream out) throws IOException {
    in.mark(1);
    boolean socks = in.read() == SOCKS;
    in.reset();
    List<String> secrets = new ArrayList<>();
    if (socks) {
      secrets.add(password(in, out));
    }
    Map<String, String> head = RawServer.head(in);
    in.skipNBytes(Long.parseLong(head.getOrDefault("content-length", "0")));
    secrets.addAll(secrets(head));
    heard.addAll(secrets);
    // what asks for a tunnel says nothing else
    Echo echo = Echo.parse(head.getOrDefault(Echo.HEADER, Echo.Place.REASON + " PLAIN"));
    answer(echo.place(), said(secrets, echo.form()), out);
  }

  /** The server's side of a SOCKS handshake with a login (RFC 1928, 1929). */
  private static String password(InputStream in, OutputStream out) throws IOException {
    in.skipNBytes(1);
    in.skipNBytes(in.read()); // what the client offers
    out.write(new byte[] {SOCKS, 2}); // a login
    in.skipNBytes(1);
    in.skipNBytes(in.read()); // the user
    String password = new String(in.readNBytes(in.read()), ISO_8859_1);
    out.write(new byte[] {1, 0}); // accepted
    in.skipNBytes(3);
    in.skipNBytes(in.read() == 1 ? 4 + 2 : in.read() + 2); // an address or a name, and the port
    out.write(new byte[] {SOCKS, 0, 0, 1, 0, 0, 0, 0, 0, 0}); // connected
    return password;
  }

  private static List<String> secrets(Map<String, String> head) {
    List<String> secrets = new ArrayList<>();
    for (String name : List.of("authorization", "proxy-authorization", "x-key", "x-tenant")) {
      String value = head.getOrDefault(name, "");
      String key = value.substring(value.indexOf(' ') + 1);
      secrets.add(key);
      if (value.startsWith("Basic ")) {
        String login = new String(Base64.getDecoder().decode(key), UTF_8);
        secrets.add(login);
        secrets.add(login.substring(login.indexOf(':') + 1));
      }
    }
    secrets.add(after("=", head.getOrDefault("cookie", "")));
    secrets.add(after("api_key=", head.getOrDefault("", "").split(" ", -1)[1]));
    secrets.removeIf(String::isEmpty);
    return secrets;
  }

  private static String after(String mark, String text) {
    int at = text.indexOf(mark);
    return at < 0 ? "" : text.substring(at + mark.length());
  }

  private static String said(List<String> secrets, Echo.Form form) {
    return "not you: " + secrets.stream().map(form::of).collect(Collectors.joining(" or "));
  }

  private static void answer(Echo.Place place, String said, OutputStream out) throws IOException {
    switch (place) {
      case REASON -> write("401 " + said, "", "", out);
      case NO_STATUS_LINE -> RawServer.write("HTTP/" + said + "\r\n\r\n", out);
      case CONTENT_TYPE -> write("200 OK", "content-type: text/" + said, "hello", out);
      case CONTENT_ENCODING ->
          write("200 OK", "content-type: text/event-stream\r\ncontent-encoding: " + said, "", out);
      case RETRY_AFTER -> write("503 No", "retry-after: " + said, "", out);
      case SET_COOKIE -> write("401 No", "set-cookie: again=" + said, "", out);
      case LOCATION -> write("302 Found", "location: http://127.0.0.1:1/?" + said, "", out);
      case ERROR_MESSAGE -> write("401 No", json(), error("message", said), out);
      case ERROR_CODE -> write("401 No", json(), error("code", said), out);
      case LONG_TEXT -> write("401 No", "content-type: text/plain", "-".repeat(LONG) + said, out);
      case ERROR_EVENT -> stream(error("message", said), out);
      case ERROR_EVENT_IN_CHUNKS -> chunks("data: " + error("message", said) + "\n\n", out);
      case BROKEN_EVENT -> stream("{\"choices\": " + said, out);
      case FINISH_REASON ->
          stream(
              "{\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":"
                  + quoted(said)
                  + "}]}",
              out);
      case CONTENT -> stream("{\"choices\":[{\"delta\":{\"content\":" + quoted(said) + "}}]}", out);
    }
  }

  private static String json() {
    return "content-type: application/json";
  }

  private static String error(String field, String said) {
    return "{\"error\":{\"" + field + "\":" + quoted(said) + "}}";
  }

  /** A form that escapes as JSON does is one already. */
  private static String quoted(String said) {
    return '"' + (said.contains("\\u00") ? said : said.replace("\\", "\\\\")) + '"';
  }

  private static void stream(String event, OutputStream out) throws IOException {
    write(
        "200 OK",
        "content-type: text/event-stream",
        "data: " + event + "\n\ndata: [DONE]\n\n",
        out);
  }

  private static void chunks(String body, OutputStream out) throws IOException {
    RawServer.write(
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n",
        out);
    for (int i = 0; i < body.length(); i++) {
      RawServer.write("1\r\n" + body.charAt(i) + "\r\n", out);
    }
    RawServer.write("0\r\n\r\n", out);
  }

  private static void write(String status, String header, String body, OutputStream out)
      throws IOException {
    RawServer.write(
        "HTTP/1.1 "
            + status
            + "\r\nconnection: close\r\n"
            + (header.isEmpty() ? "" : header + "\r\n")
            + "content-length: "
            + body.length()
            + "\r\n\r\n"
            + body,
        out);
  }

  @Override
  public void close() {
    server.close();
  }
}
