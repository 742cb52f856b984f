package io.grape.bench.queue;

import java.util.Locale;

/**
 * How the producers send.
 *
 * @param kind one call per job, one call per batch, or one call per job at a fixed rate
 * @param size jobs of a batch; jobs a second of a rate; 1 for single calls
 */
public record LoadShape(Kind kind, int size) {
    /** The kinds of load. */
    public enum Kind {
        SINGLE,
        BATCHES,
        RATE
    }

    /** Reads what {@link #toString} writes. */
    static LoadShape parse(String text) {
        String[] parts = text.split(":", 2);
        return new LoadShape(Kind.valueOf(parts[0].toUpperCase(Locale.ROOT)), Integer.parseInt(parts[1]));
    }

    /** {@code single:1}, {@code batches:100} or {@code rate:200}. */
    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + ":" + size;
    }
}
