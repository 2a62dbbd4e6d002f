package org.gatlingllm.server;

import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/** A request as it was read, free of Netty's buffers. */
final class Incoming {

  private static final String BEARER = "Bearer ";

  final String method;
  final String path;
  final byte[] body;
  final @Nullable String key;
  final boolean keepAlive;
  final boolean http11;
  final boolean readable;
  final long receivedNanos;

  Incoming(FullHttpRequest request, long receivedNanos) {
    this.method = request.method().name();
    this.path = pathOf(request.uri());
    this.body = ByteBufUtil.getBytes(request.content());
    this.key = keyOf(request);
    this.keepAlive = HttpUtil.isKeepAlive(request);
    this.http11 = request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) >= 0;
    this.readable = request.decoderResult().isSuccess();
    this.receivedNanos = receivedNanos;
  }

  private static String pathOf(String uri) {
    int query = uri.indexOf('?');
    return query < 0 ? uri : uri.substring(0, query);
  }

  private static @Nullable String keyOf(FullHttpRequest request) {
    String authorization = request.headers().get(HttpHeaderNames.AUTHORIZATION);
    if (authorization != null && authorization.startsWith(BEARER)) {
      return authorization.substring(BEARER.length());
    }
    return request.headers().get("x-api-key");
  }
}
