package io.grape.redis.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.core.JobId;
import io.grape.core.job.Due;
import io.grape.core.job.Expiry;
import io.grape.core.job.Headers;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Payload;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes a new job as the scripts take it: see the header of {@code produce.lua}. */
public final class NewJobArgs {
    private static final int OPTIONS_BYTES = 22;
    private static final int AS_THE_TUBE_SAYS = -1;
    private static final int ENDLESS_UNLESS_SET = -2;
    private static final int IS_DUE = 1;
    private static final int WITH_HEADERS = 2;
    private static final int WITH_TAGS = 4;
    private static final int WITH_WINDOW = 8;
    private static final int WINDOW_BYTES = 4;
    private static final int EXPIRES_IN = 16;
    private static final int EXPIRES_AT = 32;
    private static final int EXPIRY_BYTES = 6;
    private static final int WITH_BOUND = 64;
    private static final int BOUND_BYTES = 6;
    private static final int TTR_AT = 8;

    private NewJobArgs() {}

    /** Per-job values come with the payload, so the script's options are equal. */
    public static byte[] content(NewJob job) {
        byte[] payload = job.payload().bytes();
        return tagged(job, job.headers().isEmpty() ? payload : HeaderLines.before(job.headers(), payload));
    }

    /** How many bytes a job brings along, about. */
    public static int bytes(NewJob job) {
        return job.tags().size() + job.headers().bytes() + job.payload().bytes().length;
    }

    /** The same for the template of a schedule, which always has headers. */
    public static byte[] template(NewJob job) {
        return tagged(job, HeaderLines.before(job.headers(), job.payload().bytes()));
    }

    private static byte[] tagged(NewJob job, byte[] rest) {
        return job.tags().isEmpty() ? rest : TagFields.before(job.tags(), job.weight(), rest);
    }

    public static byte[] options(NewJob job) {
        byte[] contentType = JobHeader.shortName(job.payload().contentType()).getBytes(ISO_8859_1);
        Instant at = job.due().at();
        Duration delay = job.due().delay();
        Duration ttr = job.ttr();
        Duration dedup = job.dedup();
        Expiry expiry = job.expiry();
        Duration debounceMax = job.debounceMax();
        ByteBuffer out = ByteBuffer.allocate(OPTIONS_BYTES
                + (dedup == null ? 0 : WINDOW_BYTES)
                + (expiry == null ? 0 : EXPIRY_BYTES)
                + (debounceMax == null ? 0 : BOUND_BYTES)
                + contentType.length);
        out.put(code(job.onDuplicate())).put(kind(job));
        sixBytes(out, at == null ? Objects.requireNonNull(delay).toMillis() : at.toEpochMilli());
        sixBytes(out, ttr == null ? 0 : ttr.toMillis());
        out.putInt((int) job.priority()).putInt(code(job.maxAttempts()));
        if (dedup != null) {
            out.putInt((int) dedup.toMillis());
        }
        if (expiry != null) {
            Instant expiresAt = expiry.at();
            Duration after = expiry.after();
            sixBytes(out, expiresAt == null ? Objects.requireNonNull(after).toMillis() : expiresAt.toEpochMilli());
        }
        if (debounceMax != null) {
            sixBytes(out, debounceMax.toMillis());
        }
        return out.put(contentType).array();
    }

    /** Reads the template of a schedule. */
    public static NewJob readTemplate(JobId id, byte[] options, byte[] content) {
        ByteBuffer in = ByteBuffer.wrap(options);
        boolean hasTags = (options[1] & WITH_TAGS) != 0;
        in.position(TTR_AT);
        long ttr = ((long) Short.toUnsignedInt(in.getShort()) << Integer.SIZE) | Integer.toUnsignedLong(in.getInt());
        long priority = Integer.toUnsignedLong(in.getInt());
        int attempts = in.getInt();
        byte[] contentType = new byte[in.remaining()];
        in.get(contentType);
        ByteBuffer rest = ByteBuffer.wrap(content);
        TagFields.Read tags = hasTags ? TagFields.readNew(rest) : TagFields.Read.NONE;
        Headers headers = HeaderLines.read(rest);
        byte[] payload = new byte[rest.remaining()];
        rest.get(payload);
        return new NewJob(
                id,
                new Payload(payload, JobHeader.longName(new String(contentType, ISO_8859_1))),
                tags.tags(),
                tags.weight(),
                headers,
                Due.NOW,
                ttr == 0 ? null : Duration.ofMillis(ttr),
                priority,
                attempts == AS_THE_TUBE_SAYS ? null : attempts,
                null,
                null,
                OnDuplicate.KEEP,
                null);
    }

    private static byte kind(NewJob job) {
        return (byte) ((job.due().at() == null ? 0 : IS_DUE)
                + (job.headers().isEmpty() ? 0 : WITH_HEADERS)
                + (job.tags().isEmpty() ? 0 : WITH_TAGS)
                + (job.dedup() == null ? 0 : WITH_WINDOW)
                + expiry(job.expiry())
                + (job.debounceMax() == null ? 0 : WITH_BOUND));
    }

    private static int expiry(@Nullable Expiry expiry) {
        return expiry == null ? 0 : expiry.at() == null ? EXPIRES_IN : EXPIRES_AT;
    }

    private static int code(@Nullable Integer attempts) {
        if (attempts == null) {
            return AS_THE_TUBE_SAYS;
        }
        return attempts == NewJob.ENDLESS_UNLESS_SET ? ENDLESS_UNLESS_SET : attempts;
    }

    private static byte code(OnDuplicate onDuplicate) {
        return switch (onDuplicate) {
            case KEEP -> 0;
            case REPLACE -> 1;
            case REJECT -> 2;
            case DEBOUNCE -> 3;
        };
    }

    private static void sixBytes(ByteBuffer out, long value) {
        out.putShort((short) (value >> Integer.SIZE)).putInt((int) value);
    }
}
