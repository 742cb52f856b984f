package io.grape.client.transport;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks up the names of brokers, from the first call on and every 30 s, because a name may stand for several brokers, such
 * as a headless service of Kubernetes. Each address is a broker of its own then. Only addresses of the family that the
 * system prefers count: one that cannot reach the other would see half of its brokers fail.
 */
final class NameLookups {
    private static final Logger LOG = LoggerFactory.getLogger(NameLookups.class);
    private static final long EACH_NANOS = Duration.ofSeconds(30).toNanos();
    private static final int HTTP_PORT = 80;
    private static final int MAX = 100;

    private final List<URI> names;
    private final Brokers brokers;
    private final Threads threads;
    private final AtomicBoolean begun = new AtomicBoolean();

    NameLookups(List<URI> uris, Brokers brokers, Threads threads) {
        this.names = uris.stream().filter(NameLookups::mayHaveSeveral).toList();
        this.brokers = brokers;
        this.threads = threads;
    }

    /** A certificate is checked against the name, which a connection to an address would not have. */
    private static boolean mayHaveSeveral(URI uri) {
        String host = uri.getHost();
        boolean isName = !host.startsWith("[") && !host.matches("[0-9.]+") && !host.equalsIgnoreCase("localhost");
        return isName && uri.getScheme().equalsIgnoreCase("http");
    }

    /** Begins with the first call. Does not wait: until the first lookup has ended, a name is one broker. */
    void begin() {
        if (!names.isEmpty() && begun.compareAndSet(false, true)) {
            threads.workers().execute(this::lookUpAll);
        }
    }

    private void lookUpAll() {
        try {
            names.forEach(this::lookUp);
        } finally {
            var unused = threads.after(EACH_NANOS, this::lookUpAll);
        }
    }

    private void lookUp(URI name) {
        try {
            brokers.resolved(name, PinnedAddress.hasProxy(name) ? List.of() : addresses(name));
        } catch (UnknownHostException e) {
            // What was known stays: the brokers may be well when the name server is not.
            LOG.debug("no address broker={}", name, e);
        }
    }

    private static List<InetSocketAddress> addresses(URI name) throws UnknownHostException {
        InetAddress[] all = InetAddress.getAllByName(name.getHost());
        int port = name.getPort() < 0 ? HTTP_PORT : name.getPort();
        return Arrays.stream(all)
                .filter(address -> address.getClass() == all[0].getClass())
                .distinct()
                .limit(MAX)
                .map(address -> new InetSocketAddress(address, port))
                .toList();
    }
}
