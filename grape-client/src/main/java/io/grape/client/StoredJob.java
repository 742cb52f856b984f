package io.grape.client;

import io.grape.client.JobWriter.Encoded;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job in a buffer, and its form in the file. Whatever depends on when a job is produced is settled when it is written:
 * its id, its payload, its headers, and its times, which are absolute.
 */
record StoredJob(Tube<byte[]> tube, NewJob<byte[]> job, Instant writtenAt) {
    /**
     * Throws BAD_REQUEST for what cannot be written.
     *
     * @param dedup of a job that has none of its own; null: none
     */
    static byte[] write(String tube, Encoded encoded, Instant now, @Nullable Duration dedup) {
        NewJob<?> job = encoded.job();
        if (job.onDuplicate() == OnDuplicate.REJECT) {
            throw refused("onDuplicate: expected KEEP, REPLACE or DEBOUNCE in a buffer, got REJECT: a job that is sent"
                    + " twice would be refused for itself");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.payload().length + 200);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(now.toEpochMilli());
            out.writeUTF(tube);
            out.writeUTF(encoded.contentType());
            out.writeInt(encoded.payload().length);
            out.write(encoded.payload());
            out.writeUTF(job.id());
            out.writeUTF(job.onDuplicate().name());
            number(out, Target.millis(job.debounceMax()));
            time(out, dueAt(job, now));
            time(out, expiresAt(job, now));
            number(out, Target.millis(job.ttr()));
            number(out, job.priority());
            number(out, job.maxAttempts());
            number(out, Target.millis(job.dedup() == null ? dedup : job.dedup()));
            text(out, job.key());
            text(out, job.weight() == null ? null : job.weight().toString());
            out.writeInt(job.labels().size());
            for (String label : job.labels()) {
                out.writeUTF(label);
            }
            out.writeInt(encoded.headers().size());
            for (Map.Entry<String, String> header : encoded.headers().entrySet()) {
                out.writeUTF(header.getKey());
                out.writeUTF(header.getValue());
            }
        } catch (IOException e) {
            throw refused("a text is too long: " + e.getMessage());
        }
        return bytes.toByteArray();
    }

    private static GrapeException refused(String detail) {
        return new GrapeException(ErrorCode.BAD_REQUEST, detail);
    }

    /** Null: at once, by the broker's clock, when it is sent. */
    private static @Nullable Instant dueAt(NewJob<?> job, Instant now) {
        Duration delay = job.delay();
        if (delay == null || delay.isZero()) {
            return job.dueAt();
        }
        return later("delay", now, delay);
    }

    private static @Nullable Instant expiresAt(NewJob<?> job, Instant now) {
        Duration time = job.expireIn();
        return time == null ? job.expiresAt() : later("expireIn", now, time);
    }

    private static Instant later(String name, Instant now, Duration time) {
        try {
            if (!time.isNegative()) {
                return now.plus(time);
            }
        } catch (DateTimeException | ArithmeticException e) {
            // It is refused as a negative one is.
        }
        throw refused(name + ": expected 0 to 49710 days, got " + time);
    }

    private static void time(DataOutputStream out, @Nullable Instant value) throws IOException {
        out.writeBoolean(value != null);
        if (value != null) {
            out.writeLong(value.getEpochSecond());
            out.writeInt(value.getNano());
        }
    }

    private static void number(DataOutputStream out, @Nullable Number value) throws IOException {
        out.writeBoolean(value != null);
        if (value != null) {
            out.writeLong(value.longValue());
        }
    }

    private static void text(DataOutputStream out, @Nullable String value) throws IOException {
        out.writeBoolean(value != null);
        if (value != null) {
            out.writeUTF(value);
        }
    }

    /** What {@link #write} wrote. */
    static StoredJob read(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            Instant writtenAt = Instant.ofEpochMilli(in.readLong());
            Tube<byte[]> tube = Tube.of(in.readUTF(), new RawCodec(in.readUTF()));
            NewJob<byte[]> job = NewJob.of(in.readNBytes(in.readInt())).id(in.readUTF());
            return new StoredJob(tube, settings(job, in), writtenAt);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static NewJob<byte[]> settings(NewJob<byte[]> stored, DataInputStream in) throws IOException {
        NewJob<byte[]> job = stored;
        OnDuplicate onDuplicate = OnDuplicate.valueOf(in.readUTF());
        // The time when it is due follows.
        job = in.readBoolean() ? job.debounce(Duration.ZERO, Duration.ofMillis(in.readLong())) : job;
        job = job.onDuplicate(onDuplicate);
        job = in.readBoolean() ? job.at(Instant.ofEpochSecond(in.readLong(), in.readInt())) : job;
        job = in.readBoolean() ? job.expiresAt(Instant.ofEpochSecond(in.readLong(), in.readInt())) : job;
        job = in.readBoolean() ? job.ttr(Duration.ofMillis(in.readLong())) : job;
        job = in.readBoolean() ? job.priority(in.readLong()) : job;
        job = in.readBoolean() ? job.maxAttempts((int) in.readLong()) : job;
        job = in.readBoolean() ? job.dedup(Duration.ofMillis(in.readLong())) : job;
        job = in.readBoolean() ? job.key(in.readUTF()) : job;
        job = in.readBoolean() ? job.weight(Double.parseDouble(in.readUTF())) : job;
        List<String> labels = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            labels.add(in.readUTF());
        }
        job = job.labels(labels.toArray(String[]::new));
        for (int left = in.readInt(); left > 0; left--) {
            job = job.header(in.readUTF(), in.readUTF());
        }
        return job;
    }

    /** Whether nobody wants it any more. */
    boolean isExpired(Instant now, Duration maxAge) {
        Instant expiresAt = job.expiresAt();
        return !now.isBefore(writtenAt.plus(maxAge)) || (expiresAt != null && !now.isBefore(expiresAt));
    }
}
