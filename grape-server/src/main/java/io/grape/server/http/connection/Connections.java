package io.grape.server.http.connection;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.OncePerInterval;
import io.grape.server.address.TrustedProxies;
import io.grape.server.admission.InFlightLimits;
import io.grape.server.admission.LimitKind;
import io.grape.server.tcp.OpenFiles;
import io.netty.channel.Channel;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who is connected: so many in all, and so many of one address, unless that is a trusted proxy; and how long ago somebody was.
 *
 * <p>What comes beyond stands outside. There is room for some, to see how the broker is and to acknowledge jobs, each with one call.
 * When that is full, the one who has stood there for longest makes room, unless it waits for its response: a call that is not there as
 * a whole keeps nobody out, nor does a response that is not read.
 */
public final class Connections {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final int MIN_OUTSIDE = 16;
    private static final int PART_OUTSIDE = 8;

    private final int most;
    private final int mostOutside;
    private final InFlightLimits inFlight;
    private final TrustedProxies proxies;
    private final Map<HttpConnection, Outside> outside = new LinkedHashMap<>();
    private final AtomicInteger open = new AtomicInteger();
    private final OncePerInterval warnings = new OncePerInterval(Duration.ofMinutes(1));
    private volatile boolean any;
    private volatile boolean anyOutside;
    private volatile long lastClosed;

    /** Why one stands outside, and whether it waits for its response, or has to make room. */
    private static final class Outside {
        private final GrapeException why;
        private boolean waits;
        private boolean leaves;

        Outside(GrapeException why) {
            this.why = why;
        }
    }

    public Connections(HttpOptions options) {
        this.most = options.most().connections();
        this.mostOutside = Math.max(MIN_OUTSIDE, most / PART_OUTSIDE);
        this.inFlight = options.most().inFlight();
        this.proxies = options.proxies();
    }

    /** How many are open, those outside too. */
    public int open() {
        return open.get();
    }

    /** Takes the connection's close handler: it has one only. */
    public void opened(HttpConnection connection) {
        Channel channel =
                ((HttpServerConnection) connection).channelHandlerContext().channel();
        if (!OpenFiles.ofProcess().admit(channel)) {
            inFlight.countRefusal(LimitKind.FILES);
            connection.close();
            return;
        }
        any = true;
        open.incrementAndGet();
        InFlightLimits.Permit permit = permit(connection);
        connection.closeHandler(closed -> {
            lastClosed = System.nanoTime();
            permit.release();
            left(connection);
            open.decrementAndGet();
        });
        if (!permit.isGranted()) {
            standOutside(connection, new GrapeException(ErrorCode.QUOTA_EXCEEDED, permit.refusal()));
        } else if (inside() > most) {
            inFlight.countRefusal(LimitKind.CONNECTIONS);
            standOutside(
                    connection,
                    new GrapeException(
                            ErrorCode.OVERLOADED, "this broker has " + most + " connections open, try another"));
        }
    }

    private synchronized int inside() {
        return open.get() - outside.size();
    }

    private InFlightLimits.Permit permit(HttpConnection connection) {
        return inFlight.acquire(LimitKind.CONNECTIONS_OF_ADDRESS, callers(connection));
    }

    /** Whose this connection is: that of an address, of a trusted proxy nobody's. */
    public List<String> callers(HttpConnection connection) {
        Peer peer = Peer.of(connection, proxies);
        return peer.isProxy() ? List.of() : peer.callers();
    }

    private void standOutside(HttpConnection connection, GrapeException why) {
        warn();
        add(connection, why).ifPresent(HttpConnection::close);
    }

    /** Who has to make room: the newcomer where all others wait for their responses. */
    private synchronized Optional<HttpConnection> add(HttpConnection newcomer, GrapeException why) {
        outside.put(newcomer, new Outside(why));
        anyOutside = true;
        if (outside.values().stream().filter(one -> !one.leaves).count() <= mostOutside) {
            return Optional.empty();
        }
        Optional<Map.Entry<HttpConnection, Outside>> first = outside.entrySet().stream()
                .filter(one -> !one.getValue().leaves && !one.getValue().waits)
                .findFirst();
        first.ifPresent(one -> one.getValue().leaves = true);
        return first.map(Map.Entry::getKey);
    }

    /** The call of this connection is there as a whole and waits for its response, or no longer does. */
    public void waits(HttpConnection connection, boolean waits) {
        if (anyOutside) {
            synchronized (this) {
                Optional.ofNullable(outside.get(connection)).ifPresent(one -> one.waits = waits);
            }
        }
    }

    private synchronized void left(HttpConnection connection) {
        outside.remove(connection);
        anyOutside = !outside.isEmpty();
    }

    /** True for one behind which there are clients of their own. */
    public boolean isOfProxy(HttpConnection connection) {
        return Peer.of(connection, proxies).isProxy();
    }

    /** True for one that stands outside: it is closed after its call. */
    public boolean isOutside(HttpConnection connection) {
        return anyOutside && outside(connection) != null;
    }

    private synchronized @Nullable Outside outside(HttpConnection connection) {
        return outside.get(connection);
    }

    /** Refuses what is not served outside to one that stands there. */
    public void check(HttpConnection connection, boolean isServedOutside) {
        Outside one = anyOutside ? outside(connection) : null;
        if (one != null && !isServedOutside) {
            throw one.why;
        }
    }

    private void warn() {
        if (warnings.isDue()) {
            LOG.warn(
                    "connections are for health and acknowledgements only, there are too many maxConnections={}", most);
        }
    }

    /** True when none is open, and none was for so long. */
    public boolean noneFor(Duration time) {
        return open.get() == 0 && (!any || System.nanoTime() - lastClosed > time.toNanos());
    }
}
