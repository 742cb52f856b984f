package io.grape.client;

import io.grape.client.JobWriter.Encoded;
import io.grape.client.buffer.BufferFullException;
import io.grape.client.buffer.Journal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Writes jobs into a file, and sends them from there: in their order, with the ids that they have when they are written,
 * until a broker has confirmed them. So a produce works while no broker does, and what it confirmed survives the end of
 * this process. For any number of threads. {@code docs/buffer.md} says what is promised, and what is not.
 *
 * <pre>{@code
 * try (BufferedProducer buffer = grape.bufferedProducer(Path.of("jobs")).open()) {
 *     buffer.produce(MAILS, NewJob.of(mail).id("welcome-8812"));
 * }
 * }</pre>
 *
 * <p>At least once: a job whose confirmation was lost is sent again, with its id. There is never more than one live job of
 * that id. If the first one was finished meanwhile, a second one is made, unless a {@linkplain BufferedProducerBuilder#dedup
 * dedup window} prevents that.
 */
public final class BufferedProducer implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Journal journal;
    private final BufferReplay replay;
    private final BufferTotals totals;
    private final JobProducer producer;
    private final @Nullable Duration dedup;

    BufferedProducer(
            Journal journal, BufferReplay replay, BufferTotals totals, JobProducer producer, @Nullable Duration dedup) {
        this.journal = journal;
        this.replay = replay;
        this.totals = totals;
        this.producer = producer;
        this.dedup = dedup;
    }

    /** Writes a job that is due at once. Returns its id. */
    public <T> String produce(Tube<T> tube, T payload) {
        return produce(tube, NewJob.of(payload));
    }

    /**
     * Writes a job, and returns its id once it is on disk. A delay counts from now, by this machine's clock, however late
     * the job is sent. What a broker would refuse is found when it is sent: see {@link BufferedProducerBuilder#onDropped}.
     *
     * <p>Throws a {@link BufferFullException} if there is no room, a {@link GrapeException} with
     * {@link ErrorCode#BAD_REQUEST} if the payload does not encode or {@link OnDuplicate#REJECT} is asked for, an
     * IllegalStateException after the close, and an UncheckedIOException if it cannot be written. After that one, it may be
     * sent nevertheless.
     */
    public <T> String produce(Tube<T> tube, NewJob<? extends T> job) {
        try {
            // A sync is short: nobody is interrupted meanwhile.
            return produceAsync(tube, job).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : e;
        }
    }

    /**
     * The same as a future, which fails with the same exceptions. Also this call waits, on its thread, if the buffer is full
     * and is to {@linkplain io.grape.client.buffer.WhenFull#BLOCK block}, except in a listener of its jobs. Jobs are sent in
     * the order of these calls.
     */
    public <T> CompletableFuture<String> produceAsync(Tube<T> tube, NewJob<? extends T> job) {
        return producer.accompanied(
                tube, List.of(job), headers -> Futures.of(() -> written(tube, job, headers.get())), id -> null);
    }

    private <T> CompletableFuture<String> written(Tube<T> tube, NewJob<? extends T> job, Map<String, String> headers) {
        Encoded encoded = Encoded.of(job, producer.codecs().apply(tube).codec(), headers);
        try {
            byte[] record = StoredJob.write(tube.name(), encoded, Instant.now(), dedup);
            CompletableFuture<Void> written = replay.isHere() ? journal.appendAtOnce(record) : journal.append(record);
            totals.written(tube.name());
            replay.wake();
            return written.thenApply(done -> job.id());
        } catch (BufferFullException e) {
            totals.full();
            throw e;
        }
    }

    /** What is in it now, and what became of its jobs since it was opened. */
    public BufferStatus status() {
        return replay.status();
    }

    /** Closes it without waiting for brokers: what is not sent yet is sent when the directory is opened again. */
    @Override
    public void close() {
        close(Duration.ZERO);
    }

    /**
     * Takes no more jobs, sends what is there for up to so long, and closes. What is left is sent when the directory is
     * opened again. Returns whether nothing is left. Close the {@link Grape} after it.
     *
     * <p>Throws an IllegalStateException in a listener of its jobs, which would wait for itself.
     */
    public boolean close(Duration drain) {
        if (replay.isHere()) {
            throw new IllegalStateException("expected close outside of the buffer's listeners, got it in one");
        }
        journal.stop();
        replay.stop(drain, GRACE);
        boolean isEmpty = journal.jobs() == 0;
        try {
            journal.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return isEmpty;
    }
}
