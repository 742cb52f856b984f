package io.grape.server.http.connection;

import io.grape.server.address.CallerAddress;
import io.grape.server.address.TrustedProxies;
import io.netty.util.AttributeKey;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.net.SocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who is connected, as it is known from the connection alone: found once for all its requests.
 *
 * @param text its IP address as text, null where it is not known
 * @param isProxy whether it is a trusted one, behind which there are clients of their own
 * @param callers the name by which quotas know the address
 */
public record Peer(@Nullable String text, boolean isProxy, CallerAddress address, List<String> callers) {
    private static final AttributeKey<Peer> KEY = AttributeKey.valueOf(Peer.class, "of");

    /** The one of a connection. */
    public static Peer of(HttpConnection connection, TrustedProxies proxies) {
        if (!(connection instanceof HttpServerConnection ours)) {
            return known(null, proxies);
        }
        var kept = ours.channelHandlerContext().channel().attr(KEY);
        Peer peer = kept.get();
        if (peer == null) {
            SocketAddress remote = connection.remoteAddress();
            peer = known(remote == null ? null : remote.hostAddress(), proxies);
            kept.set(peer);
        }
        return peer;
    }

    private static Peer known(@Nullable String text, TrustedProxies proxies) {
        CallerAddress address = proxies.caller(text, List.of());
        return new Peer(text, proxies.includes(text), address, List.of(address.caller()));
    }
}
