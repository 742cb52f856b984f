package io.grape.outbox;

import io.grape.client.Codec;
import io.grape.client.GrapeBuilder;
import io.grape.client.JsonCodecs;
import io.grape.client.NewJob;
import io.grape.client.TubeCodecs;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The settings of an {@link Outbox}. A wrong value throws an IllegalArgumentException at once. */
public final class OutboxBuilder {
    private static final Duration MAX_DEDUP = Duration.ofDays(7);
    private static final int MIB = 1 << 20;

    private String table = "grape_outbox";
    private @Nullable Dialect dialect;
    private Duration dedup = Duration.ofMinutes(15);
    private int maxPayload = MIB;
    private Supplier<Map<String, String>> headers = Map::of;
    private @Nullable JsonCodecs json;

    OutboxBuilder() {}

    /** The table, with a schema before it if need be: {@code jobs.grape_outbox}. Default: {@code grape_outbox}. */
    public OutboxBuilder table(String value) {
        table = Objects.requireNonNull(value, "table");
        return this;
    }

    /** The database. Default: what the driver of each connection says. */
    public OutboxBuilder dialect(Dialect value) {
        dialect = Objects.requireNonNull(value, "dialect");
        return this;
    }

    /**
     * The {@linkplain NewJob#dedup dedup window} of jobs that have none of their own: so long after its end, a job is not made
     * again by a relay that repeats its produce. 1 s to 7 days; 0 = the window of the tube. Default: 15 minutes.
     */
    public OutboxBuilder dedup(Duration value) {
        boolean isWindow = value.toSeconds() >= 1 && value.compareTo(MAX_DEDUP) <= 0;
        if (!value.isZero() && !isWindow) {
            throw new IllegalArgumentException("dedup: expected 0, or 1 s to 7 days, got " + value);
        }
        dedup = value;
        return this;
    }

    /**
     * The longest payload in bytes, as the brokers have it: a longer one fails while the transaction can still be rolled back.
     * Default: 1 MiB.
     */
    public OutboxBuilder maxPayloadBytes(int value) {
        if (value < 1) {
            throw new IllegalArgumentException("maxPayloadBytes: expected 1 or more, got " + value);
        }
        maxPayload = value;
        return this;
    }

    /**
     * Headers for each job, such as the {@code traceparent} of the caller. A header of the job itself wins. Called once for each
     * job, on the calling thread. Default: none.
     */
    public OutboxBuilder headers(Supplier<Map<String, String>> value) {
        headers = Objects.requireNonNull(value, "headers");
        return this;
    }

    /** The JSON of tubes that name no mapper, as {@link GrapeBuilder#json} has it. Default: that of {@link Codec#json(Class)}. */
    public OutboxBuilder json(JsonCodecs value) {
        json = Objects.requireNonNull(value, "json");
        return this;
    }

    /** Creates the outbox. It needs no database yet. */
    public Outbox build() {
        return new Outbox(new OutboxTable(table, dialect), dedup, maxPayload, headers, new TubeCodecs(json));
    }
}
