package org.gatlingllm.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A response on HTTP/1.x, written by hand beneath the codec: so faults can leave out what a codec
 * would insist on, and a token costs one copy.
 */
final class Http1Wire extends GatheringWire {

  private final boolean chunkable;
  private final boolean last;
  private boolean chunked;

  /**
   * A response on that connection.
   *
   * @param beneath the context from which outbound bytes bypass the HTTP codec
   * @param chunkable whether the client knows chunked bodies (HTTP/1.1)
   * @param last whether the connection ends after this response
   */
  Http1Wire(ChannelHandlerContext beneath, boolean chunkable, boolean last) {
    super(beneath);
    this.chunkable = chunkable;
    this.last = last;
  }

  @Override
  public void head(int status, Map<String, String> headers, int bodyLength) {
    chunked = bodyLength == STREAMED && chunkable;
    StringBuilder head = new StringBuilder(200);
    head.append("HTTP/1.1 ").append(HttpResponseStatus.valueOf(status)).append("\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    if (chunked) {
      head.append("transfer-encoding: chunked\r\n");
    } else if (bodyLength != STREAMED) {
      head.append("content-length: ").append(bodyLength).append("\r\n");
    }
    if (last || (bodyLength == STREAMED && !chunkable)) {
      head.append("connection: close\r\n");
    }
    gathered().writeCharSequence(head.append("\r\n"), StandardCharsets.ISO_8859_1);
  }

  @Override
  public void data(ByteBuf piece) {
    ByteBuf out = gathered();
    if (!piece.isReadable()) {
      return; // a chunk of no bytes would end the body
    }
    if (chunked) {
      out.writeCharSequence(
          Integer.toHexString(piece.readableBytes()) + "\r\n", StandardCharsets.US_ASCII);
    }
    out.writeBytes(piece);
    if (chunked) {
      out.writeCharSequence("\r\n", StandardCharsets.US_ASCII);
    }
  }

  @Override
  public void end() {
    super.end();
    if (chunked) {
      gathered().writeCharSequence("0\r\n\r\n", StandardCharsets.US_ASCII);
    }
  }

  @Override
  public void flush() {
    flushed(beneath.writeAndFlush(taken()));
    if (ended() && (last || !chunkable)) {
      closeAfterFlushed(beneath.channel());
    }
  }

  @Override
  public void breakOff(boolean reset) {
    if (reset) {
      beneath.channel().config().setOption(ChannelOption.SO_LINGER, 0);
    }
    closeAfterFlushed(beneath.channel());
  }
}
