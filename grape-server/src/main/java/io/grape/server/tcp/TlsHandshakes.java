package io.grape.server.tcp;

import io.grape.core.OncePerInterval;
import io.grape.server.address.TrustedProxies;
import io.grape.server.admission.InFlightLimits;
import io.grape.server.admission.LimitKind;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS handshakes under way. Each takes memory and time of an event loop for somebody who has not said anything yet.
 *
 * <p>One address has a bounded number of them, unless it is a trusted proxy: what comes beyond is closed at once. All together have a
 * bound, too: there the oldest one makes room, so that others get in.
 */
public final class TlsHandshakes {
    private static final Logger LOG = LoggerFactory.getLogger(TlsHandshakes.class);
    private static final int PART_OF_CONNECTIONS = 4;
    private static final int PART_OF_TIME = 6;
    private static final int MIN = 128;

    private final int most;
    private final Duration time;
    private final InFlightLimits inFlight;
    private final TrustedProxies proxies;
    private final OncePerInterval warnings = new OncePerInterval(Duration.ofMinutes(1));
    private final Set<ChannelHandlerContext> underWay = new LinkedHashSet<>();

    /**
     * None is under way.
     *
     * @param connections how many the port has at a time
     * @param time how long a request may take to come
     */
    public TlsHandshakes(int connections, Duration time, InFlightLimits inFlight, TrustedProxies proxies) {
        this.most = Math.max(MIN, connections / PART_OF_CONNECTIONS);
        this.time = time.dividedBy(PART_OF_TIME);
        this.inFlight = inFlight;
        this.proxies = proxies;
    }

    /** How long one may take. */
    Duration time() {
        return time;
    }

    /**
     * Before anything of it is read.
     *
     * @param tls the place of the handler of TLS: what is closed there is closed without a last word
     */
    void begins(ChannelHandlerContext tls, Future<Channel> handshake) {
        if (!OpenFiles.ofProcess().admit(tls.channel())) {
            inFlight.countRefusal(LimitKind.FILES);
            var unused = tls.close();
            return;
        }
        InFlightLimits.Permit permit = inFlight.acquire(LimitKind.HANDSHAKES, proxies.callers(peer(tls.channel())));
        if (!permit.isGranted()) {
            cutOff(tls);
            return;
        }
        Runnable ends = () -> {
            permit.release();
            remove(tls);
        };
        add(tls).ifPresent(oldest -> {
            inFlight.countRefusal(LimitKind.HANDSHAKES);
            cutOff(oldest);
        });
        listen(handshake, ends);
        listen(tls.channel().closeFuture(), ends);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // It is the same future.
    private static void listen(Future<?> future, Runnable action) {
        future.addListener(done -> action.run());
    }

    private static @Nullable String peer(Channel channel) {
        return channel.remoteAddress() instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress()
                : null;
    }

    /** Who has to make room. */
    private synchronized Optional<ChannelHandlerContext> add(ChannelHandlerContext newcomer) {
        underWay.add(newcomer);
        if (underWay.size() <= most) {
            return Optional.empty();
        }
        Iterator<ChannelHandlerContext> all = underWay.iterator();
        ChannelHandlerContext oldest = all.next();
        all.remove();
        return Optional.of(oldest);
    }

    private synchronized void remove(ChannelHandlerContext one) {
        underWay.remove(one);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // What could fail here is gone already.
    private void cutOff(ChannelHandlerContext tls) {
        if (warnings.isDue()) {
            LOG.warn("TLS handshakes are cut off, too many are under way");
        }
        tls.close();
    }
}
