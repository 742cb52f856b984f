package io.grape.client;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands over the jobs that a buffer does not send any more: to its listener, or else to a file. A job that neither of them
 * takes stays in the buffer. For one thread.
 */
final class Drops {
    private static final Logger LOG = LoggerFactory.getLogger(Drops.class);
    private static final long PAUSE = Duration.ofSeconds(1).toNanos();

    private final @Nullable Consumer<DroppedJob> listener;
    private final DroppedFile file;
    private final BufferTotals totals;
    private boolean failed;
    private long failedAt;

    /** @param listener null: all are for the file */
    Drops(@Nullable Consumer<DroppedJob> listener, DroppedFile file, BufferTotals totals) {
        this.listener = listener;
        this.file = file;
        this.totals = totals;
    }

    private interface Step {
        void run() throws IOException;
    }

    /** False if nobody has it: it is to be dropped again later. */
    boolean drop(DroppedJob job) {
        if (isPausing()) {
            return false;
        }
        GrapeException failure = job.failure();
        LOG.warn(
                "buffer: job dropped tube={} id={} why={}",
                job.tube(),
                job.job().id(),
                failure == null ? "expired" : failure.getMessage());
        if (isTaken(job) || isDone("written", () -> file.add(job))) {
            totals.dropped(job);
            return true;
        }
        return false;
    }

    /** The same for a record that cannot be read. */
    boolean drop(byte[] record, Exception why) {
        if (isPausing()) {
            return false;
        }
        LOG.error("buffer: a record cannot be read, it is dropped bytes={}", record.length, why);
        boolean isWritten = isDone("written", () -> file.add(record, why));
        if (isWritten) {
            totals.unreadable();
        }
        return isWritten;
    }

    /** Whether what was dropped is on disk, so that its records may be deleted. */
    boolean areOnDisk() {
        return file.isSynced() || (!isPausing() && isDone("synced", file::sync));
    }

    private boolean isPausing() {
        return failed && System.nanoTime() - failedAt < PAUSE;
    }

    private boolean isTaken(DroppedJob job) {
        if (listener == null) {
            return false;
        }
        try {
            listener.accept(job);
            return true;
        } catch (Throwable e) {
            // Other languages may throw checked exceptions.
            LOG.error(
                    "buffer: the listener to dropped jobs threw, the job goes to the file tube={} id={}",
                    job.tube(),
                    job.job().id(),
                    e);
            totals.listenerFailed();
            return false;
        }
    }

    private boolean isDone(String what, Step step) {
        try {
            step.run();
            failed = false;
            return true;
        } catch (IOException | RuntimeException e) {
            LOG.error("buffer: dropped jobs cannot be {}, they stay in the buffer", what, e);
            failed = true;
            failedAt = System.nanoTime();
            return false;
        }
    }
}
