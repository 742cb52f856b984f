package io.grape.server.app;

import io.grape.command.Plain;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is open in this process, and its one end, whoever asks for it. What was opened last is closed first, so that the
 * embedded Redis is there until the last response is written.
 */
public final class ProcessLifecycle {
    public static final int OK = 0;
    public static final int FAILED = 1;

    private static final Logger LOG = LoggerFactory.getLogger(ProcessLifecycle.class);

    private final long mostMillis;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private @Nullable Thread closing;
    private volatile int status;

    private ProcessLifecycle(Duration most) {
        this.mostMillis = most.toMillis();
    }

    /** That of this process, until SIGTERM or SIGINT. What is not closed after {@code most} is cut off. */
    public static ProcessLifecycle begin(Duration most) {
        ProcessLifecycle lifetime = new ProcessLifecycle(most);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> lifetime.stop(OK), "drain"));
        return lifetime;
    }

    /** From now on the end closes this one; closes it at once when the end has begun. */
    public void opened(AutoCloseable one) {
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
    public void stop(int wanted) {
        Thread end = ending(wanted);
        try {
            end.join(mostMillis);
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

    /** Says on stderr, in one line, that this process cannot start and why, and ends it. */
    public void cannotStart(Exception failure) {
        System.err.println("grape: cannot start: " + Plain.text(sentence(failure)));
        LOG.debug("cannot start", failure);
        stop(FAILED);
    }

    private static String sentence(Exception failure) {
        String message = failure.getMessage();
        return message == null
                ? failure.toString()
                : message.lines().findFirst().orElse(message);
    }
}
