package io.grape.bench.load;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A talk and the server that it talks to.
 *
 * @param from the address of this machine that it comes from; null = the usual one
 */
public record TimedCall(
        InetSocketAddress server,
        ConnectionScript talk,
        @Nullable InetAddress from) {
    /** One from the usual address. */
    public TimedCall(InetSocketAddress server, ConnectionScript talk) {
        this(server, talk, null);
    }
}
