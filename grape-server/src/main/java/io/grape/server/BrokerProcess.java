package io.grape.server;

import io.grape.redis.RedisUri;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This process as a broker: it comes up, and goes down once, whoever asks for it. What was opened last is closed first, so
 * that the embedded Redis is there until the last answer is written.
 */
final class BrokerProcess {
    static final int OK = 0;
    static final int FAILED = 1;

    private static final Logger LOG = LoggerFactory.getLogger(BrokerProcess.class);
    /** Whoever sent SIGTERM sends SIGKILL after ten seconds, as a rule. */
    private static final long MOST_MILLIS = 9_500;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private @Nullable Thread closing;
    private volatile int status;

    /** Starts a broker, says so on stdout, and goes on in the background until SIGTERM or SIGINT. */
    void run(ServerConfig config) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(OK), "drain"));
        try {
            String given = config.store().redis();
            String uri = given != null ? given : embedded(config.store().dataDir());
            GrapeServer server = GrapeServer.start(config, uri).await();
            opened(() -> server.close().await());
            int port = server.httpPort();
            String http =
                    port < 0 ? "off" : "http://" + bracketed(config.doors().host()) + ":" + port;
            System.out.println("grape is ready http=" + http + " redis=" + RedisUri.masked(uri));
        } catch (Exception e) {
            System.err.println("grape: cannot start: " + sentence(e));
            LOG.debug("cannot start", e);
            stop(FAILED);
        }
    }

    private String embedded(Path directory) {
        RedisKeeper redis = RedisKeeper.of(DataDir.durableRedis(directory), () -> stop(FAILED));
        opened(redis);
        return redis.uri();
    }

    private static String bracketed(String host) {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    private static String sentence(Exception failure) {
        String message = failure.getMessage();
        return message == null
                ? failure.toString()
                : message.lines().findFirst().orElse(message);
    }

    private void opened(AutoCloseable one) {
        synchronized (open) {
            if (closing == null) {
                open.push(one);
                return;
            }
        }
        close(one);
    }

    /**
     * Closes everything and ends this process; does not return. Who comes second waits for the end that is under way: the
     * shutdown hook must not return before that, or the JVM would end in the middle of it.
     */
    void stop(int wanted) {
        Thread end = ending(wanted);
        try {
            end.join(MOST_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (end.isAlive()) {
            LOG.warn("the drain took too long, what is left is cut off");
        }
        // Not exit: that would wait for the hook that may have called this, and say 143 after a SIGTERM.
        Runtime.getRuntime().halt(status);
    }

    /** The end of this process, which begins now if it did not before: who asks first says with which status. */
    private Thread ending(int wanted) {
        synchronized (open) {
            if (closing == null) {
                status = wanted;
                closing = new Thread(this::closeAll, "close");
                closing.setDaemon(true);
                closing.start();
            }
            return closing;
        }
    }

    private void closeAll() {
        while (true) {
            AutoCloseable next;
            synchronized (open) {
                next = open.poll();
            }
            if (next == null) {
                LOG.info("stopped");
                return;
            }
            close(next);
        }
    }

    private static void close(AutoCloseable one) {
        try {
            one.close();
        } catch (Exception e) {
            LOG.warn("could not be closed: {}", e.toString());
        }
    }
}
