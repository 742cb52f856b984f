package io.grape.client.buffer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records in the files of a directory: appended by any thread, read in order by one, and dropped when they are settled.
 * {@code docs/buffer.md} describes the files.
 */
public final class Journal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    private final Path directory;
    private final JournalOptions options;
    private final DirectoryLock directoryLock;
    private final PositionFile position;
    private final SegmentEnds ends;
    private final Segments segments;
    private final JournalReader reader;
    private final Damage damage = new Damage();
    private final GroupCommit commit;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private @Nullable SegmentWriter writer;
    private boolean stopped;

    private Journal(Path directory, JournalOptions options, DirectoryLock directoryLock, Executor callbacks)
            throws IOException {
        this.directory = directory;
        this.options = options;
        this.directoryLock = directoryLock;
        this.position = new PositionFile(directory);
        this.ends = new SegmentEnds(directory);
        this.segments = Recovery.run(directory, position.position(), ends, damage);
        this.reader = new JournalReader(segments, position.position(), segments.end(), damage);
        this.commit = new GroupCommit(callbacks, ends);
    }

    /**
     * Opens the journal of a directory. Throws an IllegalStateException if that is in use.
     *
     * @param callbacks runs what depends on the futures of appends, which may wait for another append
     */
    public static Journal open(Path directory, JournalOptions options, Executor callbacks) throws IOException {
        Files.createDirectories(directory);
        DirectoryLock held = DirectoryLock.of(directory);
        try {
            return new Journal(directory, options, held, callbacks);
        } catch (IOException | RuntimeException e) {
            held.close();
            throw e;
        }
    }

    /**
     * Appends a record. The future completes when it is as durable as the options say.
     *
     * <p>Throws a {@link BufferFullException}, an UncheckedIOException if it cannot be written, an IllegalStateException
     * after {@link #stop}, or a CancellationException if interrupted while it waits for room.
     */
    public CompletableFuture<Void> append(byte[] payload) {
        return append(payload, options.whenFull() == WhenFull.BLOCK);
    }

    /** The same, but it never waits for room: for the thread that makes it. */
    public CompletableFuture<Void> appendAtOnce(byte[] payload) {
        return append(payload, false);
    }

    private CompletableFuture<Void> append(byte[] payload, boolean mayWait) {
        long length = Frame.HEADER + (long) payload.length;
        lock.lock();
        try {
            awaitRoom(length, mayWait);
            SegmentWriter to = writer(length);
            to.append(payload);
            segments.appended(to.segment(), length);
            return options.durability() == Durability.DISK
                    ? commit.written(to)
                    : CompletableFuture.completedFuture(null);
        } catch (IOException e) {
            throw new UncheckedIOException("the buffer in " + directory + " cannot be written", e);
        } finally {
            lock.unlock();
        }
    }

    private void awaitRoom(long length, boolean mayWait) {
        while (!stopped && segments.bytes() + length > options.maxBytes()) {
            if (segments.jobs() == 0 && segments.bytes() > 0) {
                // All of it is settled, but the last segment was still in use.
                leave();
                delete(segments.settled(segments.end(), segments.end()));
            } else if (!mayWait || length > options.maxBytes()) {
                throw new BufferFullException(directory, segments.bytes(), options.maxBytes());
            } else {
                await();
            }
        }
        if (stopped) {
            throw new IllegalStateException("the buffer in " + directory + " is closed");
        }
    }

    @SuppressWarnings("WaitNotInLoop") // Its caller loops.
    private void await() {
        try {
            room.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while the buffer was full");
        }
    }

    private SegmentWriter writer(long length) throws IOException {
        SegmentWriter current = writer;
        if (current != null) {
            if (current.hasJustFailed()) {
                throw new IOException("a write or sync failed less than a second ago");
            }
            if (current.isFailed() || (current.end() > 0 && current.end() + length > options.segmentBytes())) {
                leave();
            }
        }
        if (writer == null) {
            writer = begin();
        }
        return writer;
    }

    private SegmentWriter begin() throws IOException {
        Segment segment = segments.begin(directory);
        try {
            SegmentWriter begun = new SegmentWriter(segment);
            ends.note(segment.number(), 0);
            return begun;
        } catch (IOException e) {
            segments.forget(segment);
            throw e;
        }
    }

    private void leave() {
        if (writer != null) {
            segments.seal();
            commit.leave(writer);
            writer = null;
        }
    }

    /** The next record; null if there is none yet. For one thread, as are the two methods below. */
    public @Nullable Entry next() throws IOException {
        return reader.next();
    }

    /** This record is settled. That is remembered once all before it are, too. */
    public void settled(Entry entry) {
        segments.settled(entry.at().segment());
    }

    /**
     * Remembers that all before this record is settled. Null: all that was read. Segments behind it of which each record is
     * settled are deleted, too: it may wait for long, and is to hold no room of others.
     */
    public void settledBefore(@Nullable Entry first) throws IOException {
        Position to = first == null ? reader.position() : first.at();
        boolean isNew = !to.equals(position.position());
        if (isNew) {
            position.write(to);
        }
        List<Segment> settled = segments.settled(to, reader.position());
        if (!isNew && settled.isEmpty()) {
            return;
        }
        delete(settled);
        lock.lock();
        try {
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static void delete(List<Segment> segments) {
        for (Segment segment : segments) {
            try {
                Files.deleteIfExists(segment.file());
            } catch (IOException e) {
                // It is deleted when the journal is opened the next time.
                LOG.warn("buffer: cannot delete file={}", segment.file(), e);
            }
        }
    }

    /** The records that are not settled. */
    public long jobs() {
        return segments.jobs();
    }

    /** The size of the files. */
    public long bytes() {
        return segments.bytes();
    }

    /** How often bytes were skipped, as they are no record, or were missing at the end of a file. */
    public long damaged() {
        return damage.count();
    }

    /** Ends appends, those that wait for room included, and syncs what was appended. */
    public void stop() {
        lock.lock();
        try {
            stopped = true;
            leave();
            room.signalAll();
        } finally {
            lock.unlock();
        }
        commit.close();
    }

    /** Gives the directory back. What is not settled stays there. */
    @Override
    public void close() throws IOException {
        stop();
        reader.close();
        position.close();
        ends.close();
        directoryLock.close();
    }
}
