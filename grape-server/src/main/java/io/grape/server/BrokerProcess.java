package io.grape.server;

import io.grape.server.config.RedisUri;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
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
    private boolean stopping;

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
            if (!stopping) {
                open.push(one);
                return;
            }
        }
        close(one);
    }

    /** Closes everything and ends this process; does not return. Who comes second waits for the end that is under way. */
    void stop(int status) {
        synchronized (open) {
            if (stopping) {
                return;
            }
            stopping = true;
        }
        Thread closing = new Thread(this::closeAll, "close");
        closing.setDaemon(true);
        closing.start();
        try {
            closing.join(MOST_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (closing.isAlive()) {
            LOG.warn("the drain took too long, what is left is cut off");
        }
        LOG.info("stopped");
        // Not exit: that would wait for the hook that may have called this, and say 143 after a SIGTERM.
        Runtime.getRuntime().halt(status);
    }

    private void closeAll() {
        while (true) {
            AutoCloseable next;
            synchronized (open) {
                next = open.poll();
            }
            if (next == null) {
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
