package io.grape.client.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request to one address of a name. {@code HttpClient} connects to the first address only, and does not let a
 * caller say another one, unless that is a proxy: so a broker is addressed as one. The request still names the host, so it is
 * the same to a balancer. HttpClient asks for the proxy on the thread that sends; if it ever asked elsewhere, the name would
 * lead to its first address, as without this.
 */
final class PinnedAddress extends ProxySelector {
    private static final ThreadLocal<InetSocketAddress> PINNED = new ThreadLocal<>();

    /** Sends a request to the address; null: wherever its name leads. */
    <T> T to(@Nullable InetSocketAddress address, Supplier<T> send) {
        if (address == null) {
            return send.get();
        }
        PINNED.set(address);
        try {
            return send.get();
        } finally {
            PINNED.remove();
        }
    }

    /** Whether requests to there go by way of a proxy, which finds the address itself. */
    static boolean hasProxy(URI uri) {
        return usual(uri).stream().anyMatch(proxy -> proxy.type() != Proxy.Type.DIRECT);
    }

    private static List<Proxy> usual(URI uri) {
        ProxySelector usual = ProxySelector.getDefault();
        return usual == null ? List.of(Proxy.NO_PROXY) : usual.select(uri);
    }

    @Override
    public List<Proxy> select(URI uri) {
        InetSocketAddress address = PINNED.get();
        return address == null ? usual(uri) : List.of(new Proxy(Proxy.Type.HTTP, address));
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {
        ProxySelector usual = ProxySelector.getDefault();
        if (usual != null) {
            usual.connectFailed(uri, address, failure);
        }
    }
}
