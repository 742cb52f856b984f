package io.grape.client;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what becomes of the jobs of a buffer, and tells the client's listener, whose exceptions stop nothing. */
final class BufferTotals {
    private static final Logger LOG = LoggerFactory.getLogger(BufferTotals.class);

    private final String buffer;
    private final ClientEvents events;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong existed = new AtomicLong();
    private final AtomicLong rejected = new AtomicLong();
    private final AtomicLong expired = new AtomicLong();
    private final AtomicLong unreadable = new AtomicLong();
    private final AtomicLong listenerFailures = new AtomicLong();
    private final AtomicLong forgotten = new AtomicLong();
    private long damaged;

    BufferTotals(String buffer, ClientEvents events) {
        this.buffer = buffer;
        this.events = events;
    }

    void written(String tube) {
        tell(() -> events.buffered(tube));
    }

    void full() {
        tell(() -> events.bufferFull(buffer));
    }

    /** @param isKnown whether the broker knew the id, and made no job */
    void sent(String tube, boolean isKnown) {
        sent.incrementAndGet();
        if (isKnown) {
            existed.incrementAndGet();
        }
        tell(() -> events.unbuffered(tube, isKnown ? "existed" : "sent"));
    }

    void dropped(DroppedJob job) {
        GrapeException failure = job.failure();
        (failure == null ? expired : rejected).incrementAndGet();
        String outcome = failure == null ? "expired" : failure.code().name().toLowerCase(Locale.ROOT);
        tell(() -> events.unbuffered(job.tube().name(), outcome));
    }

    /** A record is no job. It is told with the other damages. */
    void unreadable() {
        unreadable.incrementAndGet();
    }

    void listenerFailed() {
        listenerFailures.incrementAndGet();
        tell(() -> events.dropListenerFailed(buffer));
    }

    /** So many dropped jobs are not kept any longer. */
    void forgotten(long jobs) {
        forgotten.addAndGet(jobs);
        tell(() -> events.droppedForgotten(buffer, jobs));
    }

    /** From time to time, by one thread. */
    void state(BufferStatus now) {
        long before = damaged;
        damaged = now.damaged();
        for (long found = before; found < damaged; found++) {
            tell(() -> events.bufferDamaged(buffer));
        }
        tell(() -> events.bufferState(buffer, now.pending(), now.bytes(), now.oldestAge()));
    }

    private static void tell(Runnable event) {
        try {
            event.run();
        } catch (Throwable e) {
            // Other languages may throw checked exceptions.
            LOG.warn("the events of the client threw", e);
        }
    }

    BufferStatus status(long pending, long bytes, Duration oldestAge, long skipped) {
        return new BufferStatus(
                pending,
                bytes,
                oldestAge,
                sent.get(),
                existed.get(),
                rejected.get(),
                expired.get(),
                skipped + unreadable.get(),
                listenerFailures.get(),
                forgotten.get());
    }
}
