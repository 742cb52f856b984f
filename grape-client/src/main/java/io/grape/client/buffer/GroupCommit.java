package io.grape.client.buffer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Syncs what was written, on a thread of its own: one sync for all that was written while the one before ran. */
final class GroupCommit {
    private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);

    private final Thread thread = new Thread(this::run, "grape-buffer-sync");
    private final Executor callbacks;
    private final SegmentEnds ends;
    private Batch next = new Batch();
    private boolean closed;

    /** What one sync is for. */
    private static final class Batch {
        private final Set<SegmentWriter> written = new LinkedHashSet<>();
        private final Set<SegmentWriter> left = new LinkedHashSet<>();
        private final List<CompletableFuture<Void>> waiting = new ArrayList<>();

        boolean isEmpty() {
            return written.isEmpty() && left.isEmpty();
        }
    }

    /**
     * @param callbacks completes futures; what depends on them may wait for another sync
     * @param ends gets the length of what was synced
     */
    GroupCommit(Executor callbacks, SegmentEnds ends) {
        this.callbacks = callbacks;
        this.ends = ends;
        thread.setDaemon(true);
        thread.start();
    }

    /** Completes when what was written before is on disk. */
    synchronized CompletableFuture<Void> written(SegmentWriter to) {
        CompletableFuture<Void> synced = new CompletableFuture<>();
        next.written.add(to);
        next.waiting.add(synced);
        notifyAll();
        return synced;
    }

    /** Closes it after its last sync. */
    synchronized void leave(SegmentWriter writer) {
        next.left.add(writer);
        notifyAll();
    }

    private void run() {
        while (true) {
            Batch batch = null;
            try {
                batch = take();
                if (batch.isEmpty()) {
                    return;
                }
                commit(batch);
            } catch (InterruptedException e) {
                // Nobody asks for its end that way.
                LOG.debug("buffer: the sync was interrupted, and goes on");
            } catch (Throwable e) {
                // Others wait for the next sync.
                LOG.error("buffer: a sync failed", e);
                if (batch != null) {
                    complete(batch.waiting, e);
                }
            }
        }
    }

    /** Empty after the close. */
    private synchronized Batch take() throws InterruptedException {
        while (next.isEmpty() && !closed) {
            wait();
        }
        Batch taken = next;
        next = new Batch();
        return taken;
    }

    private void commit(Batch batch) {
        IOException failure = null;
        for (SegmentWriter writer : batch.written) {
            failure = first(failure, () -> sync(writer));
        }
        for (SegmentWriter writer : batch.left) {
            failure = first(failure, () -> sync(writer));
            failure = first(failure, writer::close);
        }
        complete(batch.waiting, failure);
    }

    private void sync(SegmentWriter writer) throws IOException {
        long end = writer.end();
        writer.sync();
        ends.note(writer.segment().number(), end);
    }

    /** Elsewhere: what depends on these futures may itself wait for a sync. */
    private void complete(List<CompletableFuture<Void>> waiting, @Nullable Throwable failure) {
        Runnable completion = () -> waiting.forEach(one -> {
            if (failure == null) {
                one.complete(null);
            } else {
                one.completeExceptionally(failed(failure));
            }
        });
        try {
            callbacks.execute(completion);
        } catch (RuntimeException | OutOfMemoryError e) {
            // There is no other thread.
            completion.run();
        }
    }

    private static RuntimeException failed(Throwable failure) {
        String detail = "the buffer was not synced";
        return failure instanceof IOException e
                ? new UncheckedIOException(detail, e)
                : new IllegalStateException(detail, failure);
    }

    private interface Step {
        void run() throws IOException;
    }

    private static @Nullable IOException first(@Nullable IOException before, Step step) {
        try {
            step.run();
            return before;
        } catch (IOException e) {
            return before == null ? e : before;
        }
    }

    /** Syncs the rest, and returns when that is done. */
    void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
