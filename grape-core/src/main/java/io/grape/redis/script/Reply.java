package io.grape.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

/**
 * A script's reply: a code and strings.
 *
 * @param replicas how many replicas have its writes; 0 if none was asked
 */
public record Reply(List<byte[]> values, int replicas) {
    /** The last millisecond of the year 9999. */
    private static final long LATEST = 253_402_300_799_999L;

    Reply(List<byte[]> values) {
        this(values, 0);
    }

    public String code() {
        return text(0);
    }

    public int size() {
        return values.size();
    }

    public byte[] bytes(int index) {
        return values.get(index);
    }

    public String text(int index) {
        return new String(bytes(index), UTF_8);
    }

    public boolean isEmpty(int index) {
        return bytes(index).length == 0;
    }

    /** A whole number. */
    public long number(int index) {
        return Long.parseLong(text(index));
    }

    /** A score. Its fraction orders jobs of one millisecond. An invalid time becomes the nearest valid one. */
    public long millis(int index) {
        return switch (text(index)) {
            case "inf" -> LATEST;
            case "-inf" -> 0;
            default -> (long) Math.max(0, Math.min(LATEST, Double.parseDouble(text(index))));
        };
    }
}
