package io.grape.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A job as a consume, a take, a peek or a list shows it. */
public final class Job<T> {
    private final WireJob wire;
    private final Codec<T> codec;

    Job(WireJob wire, Codec<T> codec) {
        this.wire = wire;
        this.codec = codec;
    }

    /** Its id, unique in its tube. */
    public String id() {
        return wire.id();
    }

    /** The name of its tube. */
    public String tube() {
        return wire.tube();
    }

    /** Its state at the time of the response. */
    public JobState state() {
        return JobState.of(wire.state());
    }

    /** Its payload, decoded at each call. Throws {@link DecodeException} if the codec cannot. */
    public T payload() {
        try {
            return codec.decode(wire.payload());
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw new DecodeException(wire.tube(), wire.id(), e);
        }
    }

    /** The bytes of its payload. They are not a copy: do not change them. */
    public byte[] bytes() {
        return wire.payload();
    }

    /** The content type of its payload, such as {@code application/json}, from its producer's codec. */
    public String contentType() {
        return wire.contentType();
    }

    /** The headers of its producer, by name in lower case. */
    public Map<String, String> headers() {
        return wire.headers();
    }

    /** Whose job it is, such as a customer. */
    public Optional<String> key() {
        return Optional.ofNullable(wire.key());
    }

    /** What it is about, in the order of its producer; unmodifiable. */
    public List<String> labels() {
        return wire.labels();
    }

    /** 0 to 2^32-1, smaller is more urgent. */
    public long priority() {
        return wire.priority();
    }

    /** The number of executions (deliveries), this one included. */
    public int noe() {
        return wire.noe();
    }

    /** The number of this execution, as {@link #noe}: 1 = the first. */
    public int attempt() {
        return noe();
    }

    /** The number of executions after which it fails; 0 = no limit. */
    public int maxAttempts() {
        return wire.maxAttempts();
    }

    /** The delay of its produce or last release. */
    public Duration delay() {
        return wire.delay();
    }

    /** How long a lease lasts. */
    public Duration ttr() {
        return wire.ttr();
    }

    /** By Redis's clock. */
    public Instant createdAt() {
        return wire.createdAt();
    }

    /** By Redis's clock; of a failed job, when it last became ready. */
    public Optional<Instant> dueAt() {
        return Optional.ofNullable(wire.dueAt());
    }

    /** The current lease of a retained job. */
    public Optional<Lease> lease() {
        return Optional.ofNullable(wire.lease()).map(Lease::of);
    }

    /** When its lease expires, by Redis's clock. */
    public Optional<Instant> leaseUntil() {
        return Optional.ofNullable(wire.leaseUntil());
    }

    /** Why a failed job was buried. */
    public Optional<String> reason() {
        return Optional.ofNullable(wire.reason());
    }

    /** When it failed; empty unless it did. */
    public Optional<Instant> failedAt() {
        return Optional.ofNullable(wire.failedAt());
    }

    /** When it expires unless it is begun by then, or would have. Source: {@code docs/http.md#expiry}. */
    public Optional<Instant> expiresAt() {
        return Optional.ofNullable(wire.expiresAt());
    }

    /** Whether the token has no right to see its payload and headers, which are empty then. */
    public boolean isPayloadHidden() {
        return wire.payloadHidden();
    }

    /** Of a job that waits and has a time to expire: whether it was delivered before, so that it does not expire. */
    public boolean isBegun() {
        return wire.begun();
    }

    /**
     * How long its id is remembered after its end, if its produce said so: {@link NewJob#dedup}. Empty in a delivery. Source:
     * {@code docs/http.md#dedup-window}.
     */
    public Optional<Duration> dedup() {
        return Optional.ofNullable(wire.dedup());
    }

    /**
     * When it is due at the latest, however often debounced produces put it off. Empty in a delivery, and without such a limit.
     * Source: {@code docs/http.md#debounce}.
     */
    public Optional<Instant> debounceUntil() {
        return Optional.ofNullable(wire.debounceUntil());
    }

    /** How far its consumer said it is, while it is retained. */
    public Optional<Progress> progress() {
        return Optional.ofNullable(wire.progress());
    }

    /** What the last consumer that handed it over left. */
    public Optional<Checkpoint> checkpoint() {
        return Optional.ofNullable(wire.checkpoint());
    }

    /** The wish that its consumer stops, while it is retained. */
    public Optional<Cancellation> cancelled() {
        return Optional.ofNullable(wire.cancelled());
    }

    /** Its revision, of a peek or a change: another one after each change, release, kick and delivery. */
    public Optional<String> rev() {
        return Optional.ofNullable(wire.rev());
    }

    Lease requireLease() {
        return lease().orElseThrow(
                        () -> new IllegalStateException("job " + id() + " is " + wire.state() + ", without a lease"));
    }

    @Override
    public String toString() {
        return "Job[" + tube() + "/" + id() + ", " + wire.state() + ", noe=" + noe() + "]";
    }
}
