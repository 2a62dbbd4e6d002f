package org.gatlingllm.gatling;

import io.gatling.http.client.Request;
import java.util.function.Function;

/**
 * Signs a request before the HTTP client has it. The client would sign while it writes: an {@code
 * Error} of the signing function is lost there, so that its user waits for the timeout, and on
 * HTTP/2 an exception breaks the connection under the streams of others.
 *
 * <p>A prompt that is sent again at once (see {@link Exchange#onSend}) keeps its signature.
 */
final class Signature {
  private Signature() {}

  /**
   * The request, signed where it has a signing function, and with none left.
   *
   * @throws RequestFailures.NotSigned when the function throws
   */
  static Request sign(Request request) {
    Function<Request, Request> function = request.getSignatureCalculator();
    if (function == null) {
      return request;
    }
    try {
      return withoutFunction(function.apply(request.copyWithCopiedHeaders()));
    } catch (Throwable e) { // a user's function: see StreamingAction
      throw new RequestFailures.NotSigned(e);
    }
  }

  private static Request withoutFunction(Request signed) {
    return new Request(
        signed.getName(),
        signed.getMethod(),
        signed.getUri(),
        signed.getHeaders(),
        signed.getCookies(),
        signed.getBody(),
        signed.getRequestTimeout(),
        signed.isAutoOrigin(),
        signed.getLocalAddresses(),
        signed.getRealm(),
        signed.getProxyServer(),
        signed.getProxyProtocolSourceIpV4Address(),
        signed.getProxyProtocolSourceIpV6Address(),
        null,
        signed.getNameResolver(),
        signed.isHttp2Enabled(),
        signed.getHttp2PriorKnowledge(),
        signed.getWsSubprotocol());
  }
}
