package io.grape.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.Payload;
import java.nio.ByteBuffer;

/**
 * Reads what is stored with a job besides its payload. The prelude packs it: version 1 byte, created, delay and ttr 6 bytes
 * each in ms, priority and maximum attempts 4 bytes each, all big-endian; the rest is the content type.
 */
record JobHeader(
        long createdMillis, long delayMillis, long ttrMillis, long priority, int maxAttempts, String contentType) {
    /** Not printable, so that it is nobody's content type. */
    private static final String JSON_SHORT = "\u0001";

    private static final String BINARY_SHORT = "";

    static JobHeader read(byte[] stored) {
        ByteBuffer in = ByteBuffer.wrap(stored);
        byte version = in.get();
        if (version != 1) {
            throw new GrapeException(
                    ErrorCode.INTERNAL, "a job was stored by a later release: header version " + version);
        }
        long created = sixBytes(in);
        long delay = sixBytes(in);
        long ttr = sixBytes(in);
        long priority = Integer.toUnsignedLong(in.getInt());
        int maxAttempts = in.getInt();
        byte[] type = new byte[in.remaining()];
        in.get(type);
        return new JobHeader(created, delay, ttr, priority, maxAttempts, longName(new String(type, ISO_8859_1)));
    }

    private static long sixBytes(ByteBuffer in) {
        return (Short.toUnsignedLong(in.getShort()) << 32) | Integer.toUnsignedLong(in.getInt());
    }

    /** The content type as it is stored: the two usual ones take no room. */
    static String shortName(String contentType) {
        return switch (contentType) {
            case Payload.BINARY -> BINARY_SHORT;
            case Payload.JSON -> JSON_SHORT;
            default -> contentType;
        };
    }

    private static String longName(String stored) {
        return switch (stored) {
            case BINARY_SHORT -> Payload.BINARY;
            case JSON_SHORT -> Payload.JSON;
            default -> stored;
        };
    }
}
