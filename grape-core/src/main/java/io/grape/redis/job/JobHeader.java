package io.grape.redis.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.Headers;
import io.grape.core.job.IdReuse;
import io.grape.core.job.JobTags;
import io.grape.core.job.Payload;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reads the header that {@code job.lua} packs before a payload, all big-endian. It has version, flags, created ms in 6
 * bytes, then the fields that the flags name. Default values take no space. Source: {@code docs/storage.md}.
 */
public record JobHeader(
        long createdMillis,
        long delayMillis,
        long ttrMillis,
        long priority,
        int maxAttempts,
        JobTags tags,
        Headers headers,
        Payload payload,
        @Nullable Checkpoint checkpoint,
        IdReuse idReuse,
        @Nullable Instant expiresAt,
        boolean begun) {
    private static final int VERSION = 1;
    /** What stands before the ms at which a job expires, in a reply. */
    private static final byte EXPIRY = 3;
    /** What stands before the ms at which it would have, had it not been begun. */
    private static final byte EXPIRY_OF_BEGUN = 4;

    /** What stands before the ms of a window, and before the ms at which a job is due at the latest. */
    private static final byte WINDOW = 5;

    private static final byte BOUND = 6;

    private static final int WITH_DELAY = 1;
    private static final int WITH_TTR = 2;
    private static final int WITH_PRIORITY = 4;
    private static final int WITH_ATTEMPTS = 8;
    private static final int WITH_JSON = 16;
    private static final int WITH_CONTENT_TYPE = 32;
    private static final int WITH_HEADERS = 128;
    private static final long USUAL_TTR = 60_000;
    private static final int USUAL_ATTEMPTS = 20;
    private static final long USUAL_PRIORITY = 1024;

    /** Not printable, so it is no real content type. */
    private static final String JSON_SHORT = "\u0001";

    /**
     * Reads the job's checkpoint, what it says about later produces of its id, its expiry and its tags if there are any, the header, the
     * job's headers if there are any, and the payload.
     */
    public static JobHeader read(byte[] stored) {
        ByteBuffer in = ByteBuffer.wrap(stored);
        Checkpoint checkpoint = WorkReader.checkpoint(in);
        IdReuse idReuse = idReuse(in);
        boolean begun = begins(in, EXPIRY_OF_BEGUN);
        Instant expiresAt = begun || begins(in, EXPIRY) ? time(in) : null;
        JobTags tags = TagFields.read(in);
        byte version = in.get();
        if (version != VERSION) {
            throw new GrapeException(
                    ErrorCode.INTERNAL, "a job was stored by a later release: header version " + version);
        }
        int flags = in.get();
        long created = sixBytes(in);
        long delay = has(flags, WITH_DELAY) ? sixBytes(in) : 0;
        long ttr = has(flags, WITH_TTR) ? sixBytes(in) : USUAL_TTR;
        long priority = has(flags, WITH_PRIORITY) ? Integer.toUnsignedLong(in.getInt()) : USUAL_PRIORITY;
        int attempts = has(flags, WITH_ATTEMPTS) ? in.getInt() : USUAL_ATTEMPTS;
        String contentType = contentType(in, flags);
        Headers headers = has(flags, WITH_HEADERS) ? HeaderLines.read(in) : Headers.NONE;
        Payload payload = new Payload(bytes(in, in.remaining()), contentType);
        return new JobHeader(
                created, delay, ttr, priority, attempts, tags, headers, payload, checkpoint, idReuse, expiresAt, begun);
    }

    private static IdReuse idReuse(ByteBuffer in) {
        Instant debounceUntil = begins(in, BOUND) ? time(in) : null;
        if (!begins(in, WINDOW)) {
            return debounceUntil == null ? IdReuse.NONE : new IdReuse(null, debounceUntil);
        }
        in.get();
        return new IdReuse(Duration.ofMillis(Integer.toUnsignedLong(in.getInt())), debounceUntil);
    }

    private static boolean begins(ByteBuffer in, byte sign) {
        return in.hasRemaining() && in.get(in.position()) == sign;
    }

    private static Instant time(ByteBuffer in) {
        in.get();
        return Instant.ofEpochMilli(sixBytes(in));
    }

    private static boolean has(int flags, int flag) {
        return (flags & flag) != 0;
    }

    private static String contentType(ByteBuffer in, int flags) {
        return has(flags, WITH_CONTENT_TYPE)
                ? new String(bytes(in, Byte.toUnsignedInt(in.get())), ISO_8859_1)
                : has(flags, WITH_JSON) ? Payload.JSON : Payload.BINARY;
    }

    private static byte[] bytes(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static long sixBytes(ByteBuffer in) {
        return (Short.toUnsignedLong(in.getShort()) << 32) | Integer.toUnsignedLong(in.getInt());
    }

    /** The content type as the produce script takes it: the two common ones are short. */
    static String shortName(String contentType) {
        return switch (contentType) {
            case Payload.BINARY -> "";
            case Payload.JSON -> JSON_SHORT;
            default -> contentType;
        };
    }

    /** The content type of a short name. */
    static String longName(String contentType) {
        return switch (contentType) {
            case "" -> Payload.BINARY;
            case JSON_SHORT -> Payload.JSON;
            default -> contentType;
        };
    }
}
