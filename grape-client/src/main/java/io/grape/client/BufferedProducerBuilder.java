package io.grape.client;

import io.grape.client.buffer.Durability;
import io.grape.client.buffer.Journal;
import io.grape.client.buffer.JournalOptions;
import io.grape.client.buffer.WhenFull;
import io.grape.client.transport.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The settings of a {@link BufferedProducer}. A wrong value throws an IllegalArgumentException at once. */
public final class BufferedProducerBuilder {
    private static final Duration LONGEST_AGE = Duration.ofDays(3650);
    private static final Duration MIN_DEDUP = Duration.ofSeconds(1);
    private static final Duration MAX_DEDUP = Duration.ofDays(7);
    private static final long MIN_BYTES = 1 << 20;
    private static final long DROPPED_BYTES = 16 << 20;

    private final Path directory;
    private final JobProducer producer;
    private final ClientEvents events;

    private long maxBytes = 256L << 20;
    private Duration maxAge = Duration.ofDays(1);
    private WhenFull whenFull = WhenFull.THROW;
    private Durability durability = Durability.DISK;
    private AckLevel ack = AckLevel.DISK;
    private @Nullable Duration dedup;
    private @Nullable Consumer<DroppedJob> onDropped;

    BufferedProducerBuilder(Path directory, JobProducer producer, ClientEvents events) {
        this.directory = directory;
        this.producer = producer;
        this.events = events;
    }

    /** How much its files may take, 1 MiB or more. A job that has been sent is deleted with the rest of its file. Default: 256 MiB. */
    public BufferedProducerBuilder maxBytes(long value) {
        if (value < MIN_BYTES) {
            throw new IllegalArgumentException("maxBytes: expected " + MIN_BYTES + " or more, got " + value);
        }
        maxBytes = value;
        return this;
    }

    /** How old a job may become, by this machine's clock, before it is dropped; up to 3650 days. Default: 1 day. */
    public BufferedProducerBuilder maxAge(Duration value) {
        if (value.isNegative() || value.isZero() || value.compareTo(LONGEST_AGE) > 0) {
            throw new IllegalArgumentException("maxAge: expected more than 0, up to 3650 days, got " + value);
        }
        maxAge = value;
        return this;
    }

    /** What a produce does when there is no room. Default: {@link WhenFull#THROW}. */
    public BufferedProducerBuilder whenFull(WhenFull value) {
        whenFull = Objects.requireNonNull(value, "whenFull");
        return this;
    }

    /** What must have a job before its produce returns. Default: {@link Durability#DISK}. */
    public BufferedProducerBuilder durability(Durability value) {
        durability = Objects.requireNonNull(value, "durability");
        return this;
    }

    /** What must hold a job at the brokers before it is dropped here. Default: {@link AckLevel#DISK}. */
    public BufferedProducerBuilder ack(AckLevel value) {
        ack = Objects.requireNonNull(value, "ack");
        return this;
    }

    /**
     * How long the broker remembers the ids of these jobs after their end, 1 s to 7 days, unless a job says so itself. A job
     * whose confirmation was lost is sent again; if it was finished meanwhile, it then makes no second job. Default: the
     * tube's.
     */
    public BufferedProducerBuilder dedup(Duration value) {
        if (value.compareTo(MIN_DEDUP) < 0 || value.compareTo(MAX_DEDUP) > 0) {
            throw new IllegalArgumentException("dedup: expected 1 s to 7 days, got " + value);
        }
        dedup = value;
        return this;
    }

    /**
     * Gets the jobs that a broker refuses for good, and those that are too old. It is called on the thread that sends: the
     * next jobs wait for it. After a crash it may get a job again. A job at which it throws is kept in {@code dropped.jsonl} of
     * the directory. Default: all are.
     */
    public BufferedProducerBuilder onDropped(Consumer<DroppedJob> value) {
        onDropped = Objects.requireNonNull(value, "onDropped");
        return this;
    }

    /**
     * Opens the directory, which is created if need be, and begins to send what is there.
     *
     * <p>Throws an IllegalStateException if another process, or another buffer of this one, uses it, and an
     * UncheckedIOException if it cannot be read or written.
     */
    public BufferedProducer open() {
        Transport transport = producer.transport();
        Journal journal;
        try {
            journal = Journal.open(directory, new JournalOptions(maxBytes, whenFull, durability), transport.workers());
        } catch (IOException e) {
            throw new UncheckedIOException("the buffer in " + directory + " cannot be opened", e);
        }
        BufferTotals totals = new BufferTotals(name(), events);
        BufferReplay replay = new BufferReplay(
                journal,
                (tube, jobs) -> BatchProduce.runWhole(
                        transport,
                        Target.tubes(tube.name(), "jobs").with("ack", ProduceCall.wire(ack)),
                        jobs,
                        tube.codec()),
                maxAge,
                new Drops(onDropped, new DroppedFile(directory, DROPPED_BYTES, totals::forgotten), totals),
                totals);
        replay.start();
        return new BufferedProducer(journal, replay, totals, producer, dedup);
    }

    private String name() {
        Path last = directory.toAbsolutePath().normalize().getFileName();
        return last == null ? "/" : last.toString();
    }
}
