package io.grape.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A job as a consume, a peek or a list shows it. */
public final class Job<T> {
    private final WireJob wire;
    private final Codec<T> codec;

    Job(WireJob wire, Codec<T> codec) {
        this.wire = wire;
        this.codec = codec;
    }

    /** Under which it is live in its tube. */
    public String id() {
        return wire.id();
    }

    /** The name of its tube. */
    public String tube() {
        return wire.tube();
    }

    /** Where it was when the broker answered. */
    public JobState state() {
        return JobState.of(wire.state());
    }

    /** Its payload. Decodes it each time; throws {@link DecodeException} where the codec cannot. */
    public T payload() {
        try {
            return codec.decode(wire.payload());
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw new DecodeException(wire.tube(), wire.id(), e);
        }
    }

    /** The bytes of its payload. Not copied: not to be changed. */
    public byte[] bytes() {
        return wire.payload();
    }

    /** What its payload is, such as {@code application/json}: the codec's of its producer. */
    public String contentType() {
        return wire.contentType();
    }

    /** What its producer gave it along, by name in lower case. */
    public Map<String, String> headers() {
        return wire.headers();
    }

    /** 0 to 2^32-1, smaller is more urgent. */
    public long priority() {
        return wire.priority();
    }

    /** The number of executions: how often it was handed out, this time included. */
    public int noe() {
        return wire.noe();
    }

    /** After how many executions it fails; 0 = never. */
    public int maxAttempts() {
        return wire.maxAttempts();
    }

    /** What it was produced or last released with. */
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

    /** Of a retained job, its present lease. */
    public Optional<Lease> lease() {
        return Optional.ofNullable(wire.lease()).map(Lease::of);
    }

    /** When its lease runs out, by Redis's clock. */
    public Optional<Instant> leaseUntil() {
        return Optional.ofNullable(wire.leaseUntil());
    }

    /** Of a failed job, why it was buried. */
    public Optional<String> reason() {
        return Optional.ofNullable(wire.reason());
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
