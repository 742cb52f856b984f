package io.grape.server.tcp;

import com.sun.management.UnixOperatingSystemMXBean;
import io.grape.core.OncePerInterval;
import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that this process may open. Each connection of each port takes one. Without any left, a broker can neither connect to Redis
 * nor read how its child processes are, so connections are refused before that.
 */
public final class OpenFiles {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFiles.class);
    private static final AttributeKey<Boolean> COUNTED = AttributeKey.valueOf(OpenFiles.class, "counted");
    /** For libraries, Redis, the log and what else a broker opens before it has connections. */
    private static final long AT_START = 256;
    /** For connections to Redis that are opened again, and for whatever else comes. */
    private static final long RESERVE = 128;

    private static final int MIN_CONNECTIONS = 16;

    /** Of the process, and so of all its brokers. */
    private static final OpenFiles OF_PROCESS = new OpenFiles(mostFiles());

    private final long files;
    private final AtomicLong open = new AtomicLong();
    private final OncePerInterval warnings = new OncePerInterval(Duration.ofMinutes(1));

    OpenFiles(long files) {
        this.files = files;
    }

    /** Those of this process. */
    public static OpenFiles ofProcess() {
        return OF_PROCESS;
    }

    private static long mostFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }

    /** How many connections all ports may have together. */
    private long most() {
        return Math.max(4L * MIN_CONNECTIONS, files - AT_START - RESERVE);
    }

    /** So many connections of one port, or fewer where that many files cannot be opened: other ports and health checks need some, too. */
    public int connections(int wanted) {
        long room = Math.max(MIN_CONNECTIONS, most() / 3 * 2);
        if (wanted <= room) {
            return wanted;
        }
        LOG.warn(
                "connections are limited below --max-connections, because this process may open few files: raise its limit with"
                        + " ulimit -n, or LimitNOFILE of systemd maxConnections={} limitedTo={} files={}",
                wanted,
                room,
                files);
        return (int) room;
    }

    /** Counts a connection, once, until it closes. False where there is no file left for it, so that it must be closed. */
    public boolean admit(Channel channel) {
        if (channel.hasAttr(COUNTED)) {
            return true;
        }
        channel.attr(COUNTED).set(true);
        boolean isAdmitted = open.incrementAndGet() <= most();
        var unused = channel.closeFuture().addListener(closed -> open.decrementAndGet());
        if (!isAdmitted && warnings.isDue()) {
            LOG.warn(
                    "connections are refused, because this process may open few files: raise its limit with ulimit -n, or LimitNOFILE"
                            + " of systemd files={}",
                    files);
        }
        return isAdmitted;
    }
}
