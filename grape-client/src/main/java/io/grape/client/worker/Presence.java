package io.grape.client.worker;

import io.grape.client.AsyncGrape;
import io.grape.client.ClientEvents;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows brokers that this worker lives, so that its jobs run again soon after it has died: one call stays open for as long as the worker
 * does, and the worker names itself in its other calls. See {@code docs/http.md#presence-of-a-worker}.
 *
 * <p>The call is opened again whenever it ends. If the worker was without it for longer than the grace time of the brokers, they may have
 * ended its leases: so it begins none of the jobs that it held all that time. Handlers that run go on. Their next renewal tells whether
 * the lease is lost.
 *
 * <p>Where a broker does not know the call, or something in between does not let it through, the worker works without it.
 */
final class Presence implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Presence.class);
    private static final long TICK_NANOS = Duration.ofMillis(500).toNanos();
    /** Heartbeats come each second. */
    private static final long SILENT_NANOS = Duration.ofSeconds(5).toNanos();

    /** A broker of an earlier release refuses it, and a proxy that collects whole responses holds it back. */
    private static final long NOT_KNOWN_NANOS = Duration.ofMinutes(1).toNanos();

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(1));

    private static final long FIRST_WITHIN_MILLIS = 500;

    private final String id = UUID.randomUUID().toString();
    private final @Nullable Grape grape;
    private final @Nullable Timer timer;
    /** The first heartbeat, or the end of the first call without one. */
    private final CompletableFuture<@Nullable Void> first = new CompletableFuture<>();

    private @Nullable CompletableFuture<Void> call;
    private boolean isClosed;
    private int failures;
    /** Whether a broker has ever accepted the call. */
    private boolean wasOpen;

    private boolean isOpen;
    private long lastHeartbeat;
    /** The last heartbeat, or the end of a standstill, during which none could be read. */
    private long readAt;

    private long lastTick;
    private long grace;
    /** The last heartbeat before it lost the call. */
    private long awayFrom;

    /** The latest time without the call that was longer than the grace time. */
    private long longAwayFrom;

    private long longAwayUntil;
    private boolean wasLongAway;

    private Presence(@Nullable Grape grape, @Nullable Timer timer) {
        this.grape = grape;
        this.timer = timer;
    }

    static Presence of(Grape grape, Timer timer) {
        return new Presence(grape, timer);
    }

    /** For a worker that does not show it. */
    static Presence off() {
        return new Presence(null, null);
    }

    /** The client, with the name of this worker in its calls. */
    Grape name(Grape client) {
        return grape == null ? client : new NamedGrape(client, client.async().asWorker(id));
    }

    private record NamedGrape(Grape grape, AsyncGrape async) implements Grape {
        @Override
        public Grape within(Duration timeout) {
            return new NamedGrape(grape.within(timeout), async.within(timeout));
        }

        @Override
        public boolean isClosed() {
            return grape.isClosed();
        }

        @Override
        public ClientEvents events() {
            return grape.events();
        }

        @Override
        public void close() {
            grape.close();
        }
    }

    /** Opens the call, and keeps it open until the close. */
    void start() {
        if (grape == null || timer == null) {
            return;
        }
        synchronized (this) {
            lastTick = System.nanoTime();
        }
        open(grape, timer);
        tick(grape, timer);
        awaitFirst();
    }

    /** Waits for the first heartbeat, so that brokers know this worker when it consumes its first jobs. If no broker responds, this returns immediately. */
    private void awaitFirst() {
        try {
            first.get(FIRST_WITHIN_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("starts without a presence call id={}", id);
        }
    }

    private void open(Grape client, Timer later) {
        synchronized (this) {
            if (isClosed || client.isClosed()) {
                return;
            }
            readAt = System.nanoTime();
        }
        // Not under the lock, which each job takes before it begins.
        CompletableFuture<Void> opened = Safely.future(() -> client.async().presence(id, this::heartbeat));
        boolean isTooLate;
        synchronized (this) {
            isTooLate = isClosed;
            call = opened.isDone() ? null : opened;
        }
        if (isTooLate) {
            opened.cancel(true);
        }
        var unused = opened.whenComplete((end, failure) -> ended(client, later, failure));
    }

    private synchronized void heartbeat(Duration graceOfBroker) {
        long now = System.nanoTime();
        if (!isOpen && wasOpen && grace > 0 && now - awayFrom > grace) {
            longAwayFrom = awayFrom;
            longAwayUntil = now;
            wasLongAway = true;
            LOG.warn(
                    "was without its presence call for {} ms, so its leases may have ended",
                    Duration.ofNanos(now - awayFrom).toMillis());
        }
        first.complete(null);
        isOpen = true;
        wasOpen = true;
        failures = 0;
        grace = graceOfBroker.toNanos();
        lastHeartbeat = now;
        readAt = now;
    }

    private void ended(Grape client, Timer later, @Nullable Throwable failure) {
        first.complete(null);
        long pause;
        synchronized (this) {
            if (isOpen) {
                isOpen = false;
                // It may have broken at any time after that.
                awayFrom = lastHeartbeat;
            }
            failures++;
            pause = isNotKnown(failure) ? NOT_KNOWN_NANOS : BACKOFF.nanosAfter(failures);
            call = null;
            if (isClosed || client.isClosed()) {
                return;
            }
        }
        if (failure != null) {
            LOG.debug("the presence call ended, it is opened again id={}: {}", id, failure.toString());
        }
        later.later(pause, () -> open(client, later));
    }

    /** Whether there is no such call for this worker. */
    private boolean isNotKnown(@Nullable Throwable failure) {
        return failure != null
                && Safely.cause(failure) instanceof GrapeException refusal
                && (refusal.code() == ErrorCode.BAD_REQUEST
                        || (refusal.code() == ErrorCode.TIMED_OUT && !wasOpen)
                        // A proxy error may be over in a moment.
                        || (refusal.code() == ErrorCode.UNKNOWN && !wasOpen)
                        || refusal.code() == ErrorCode.FORBIDDEN);
    }

    /** Closes a call on which nothing comes any more, because something in between lost it. */
    private void tick(Grape client, Timer later) {
        CompletableFuture<Void> silent = null;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            long now = System.nanoTime();
            // While the process stood still it read nothing, though there may be something to read.
            if (now - lastTick > 4 * TICK_NANOS) {
                readAt = now;
            }
            lastTick = now;
            // This includes a call that a broker accepted, and of which nothing arrives.
            if (client.isClosed() || now - readAt > SILENT_NANOS) {
                silent = call;
            }
        }
        if (silent != null) {
            silent.cancel(true);
        }
        later.later(TICK_NANOS, () -> tick(client, later));
    }

    /**
     * Whether brokers may have ended the lease of a job because this worker had no call open for too long.
     *
     * @param deliveredAt by {@link System#nanoTime}
     */
    synchronized boolean mayHaveEnded(long deliveredAt) {
        if (!wasOpen || grace == 0) {
            return false;
        }
        return (wasLongAway && isLong(deliveredAt, longAwayFrom, longAwayUntil))
                || (!isOpen && isLong(deliveredAt, awayFrom, System.nanoTime()));
    }

    private boolean isLong(long deliveredAt, long from, long until) {
        return until - (deliveredAt - from > 0 ? deliveredAt : from) > grace;
    }

    /** Closes the call. Nothing is held any more by then. */
    @Override
    public void close() {
        CompletableFuture<Void> open;
        synchronized (this) {
            isClosed = true;
            open = call;
        }
        if (open != null) {
            open.cancel(true);
        }
    }
}
