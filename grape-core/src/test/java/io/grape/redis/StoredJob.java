package io.grape.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.job.Headers;
import io.grape.core.job.JobTags;
import io.grape.redis.job.ExecutionRecord;
import io.grape.redis.job.JobHeader;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The hash of one job, as it lies in Redis.
 *
 * @param payload each byte one character
 * @param noe 0 where it was never handed out
 * @param earlier how often it ran before its last kick, or at another store
 * @param lease the last one that was given, null after a release, a bury or a replacement
 * @param handedOutScore the score that it was last handed out with
 * @param failure how it had failed, while it is retained because it was taken as a failed one
 * @param size since when it is counted against a cap of its tube, and how many bytes
 * @param gate the gate that holds it by its label
 * @param cancel since when and why its consumer is asked to stop, and under which lease
 * @param progress how far its consumer said it is, and under which lease
 * @param checkpoint what a consumer handed over with it
 * @param window how many ms its id is remembered after its end
 * @param expires the ms at which it expires, less than 0 once it was begun or failed
 * @param bound the ms at which it is due at the latest, however often it is debounced
 * @param successor when what follows it is due, and when at the latest
 * @param strangeFields fields that no job has
 */
public record StoredJob(
        long createdMillis,
        long delayMillis,
        long ttrMillis,
        long priority,
        int maxAttempts,
        String contentType,
        JobTags tags,
        Headers headers,
        String payload,
        int noe,
        int earlier,
        @Nullable Long lease,
        @Nullable Double handedOutScore,
        @Nullable String reason,
        @Nullable String failure,
        @Nullable String size,
        @Nullable String gate,
        @Nullable String cancel,
        @Nullable String progress,
        @Nullable String checkpoint,
        @Nullable Long window,
        @Nullable Long expires,
        @Nullable Long bound,
        @Nullable String successor,
        Set<String> strangeFields) {
    private static final Set<String> FIELDS = Set.of(
            "a", "b", "c", "d", "e", "f", "g", "h", "i", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "v", "x",
            "y", "z");

    static StoredJob read(StoredKey hash) {
        Map<String, byte[]> fields = hash.fields();
        Set<String> strange = new TreeSet<>(fields.keySet());
        strange.removeAll(FIELDS);
        JobHeader header = JobHeader.read(whole(fields));
        ExecutionRecord execution = ExecutionRecord.read(fields.getOrDefault("x", new byte[0]));
        String earlier = text(fields, "a");
        String window = text(fields, "v");
        String expires = text(fields, "u");
        String bound = text(fields, "b");
        return new StoredJob(
                header.createdMillis(),
                execution.delayMillis(header),
                header.ttrMillis(),
                execution.priority(header),
                header.maxAttempts(),
                header.payload().contentType(),
                tags(fields),
                header.headers(),
                new String(header.payload().bytes(), ISO_8859_1),
                execution.noe(),
                earlier == null ? 0 : Integer.parseInt(earlier),
                execution.lease() == 0 ? null : execution.lease(),
                execution.dueAt() == null ? null : Math.abs(execution.score()),
                text(fields, "r"),
                failure(fields.get("f")),
                text(fields, "z"),
                text(fields, "y"),
                cancel(fields.get("i")),
                progress(fields.get("g")),
                checkpoint(fields.get("c")),
                window == null ? null : Long.valueOf(window),
                expires == null ? null : Long.valueOf(expires),
                bound == null ? null : Long.valueOf(bound),
                successor(fields.get("s")),
                strange);
    }

    public static String failure(long lease, double score, String reason) {
        return score + " under " + lease + ": " + reason;
    }

    private static @Nullable String failure(byte @Nullable [] stored) {
        if (stored == null) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(stored);
        return failure(lease(in), in.getDouble(), UTF_8.decode(in).toString());
    }

    private static long lease(ByteBuffer in) {
        long first = in.getShort() & 0xffffL;
        return (first << 40) | ((in.get() & 0xffL) << 32) | (in.getInt() & 0xffff_ffffL);
    }

    public static String progress(long lease, long at, @Nullable Integer percent, String note) {
        return at + " under " + lease + ": " + percent + " " + note;
    }

    private static @Nullable String progress(byte @Nullable [] stored) {
        if (stored == null) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(stored);
        long lease = lease(in);
        long at = sixBytes(in);
        int percent = Byte.toUnsignedInt(in.get());
        return progress(
                lease, at, percent == 255 ? null : percent, UTF_8.decode(in).toString());
    }

    public static String checkpoint(String contentType, byte[] bytes) {
        return contentType + " " + new String(bytes, ISO_8859_1);
    }

    private static @Nullable String checkpoint(byte @Nullable [] stored) {
        if (stored == null) {
            return null;
        }
        int type = Byte.toUnsignedInt(stored[0]);
        byte[] bytes = Arrays.copyOfRange(stored, 1 + type, stored.length);
        return checkpoint(new String(stored, 1, type, ISO_8859_1), bytes);
    }

    private static long sixBytes(ByteBuffer in) {
        return ((in.getShort() & 0xffffL) << 32) | (in.getInt() & 0xffff_ffffL);
    }

    public static String successor(long due, long bound) {
        return due + ", at the latest " + bound;
    }

    private static @Nullable String successor(byte @Nullable [] stored) {
        if (stored == null) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(stored);
        return successor(sixBytes(in), sixBytes(in));
    }

    public static String cancel(long lease, long at, String reason) {
        return at + " under " + lease + ": " + reason;
    }

    private static @Nullable String cancel(byte @Nullable [] stored) {
        if (stored == null) {
            return null;
        }
        ByteBuffer in = ByteBuffer.wrap(stored);
        long lease = lease(in);
        long at = sixBytes(in);
        return cancel(lease, at, UTF_8.decode(in).toString());
    }

    private static JobTags tags(Map<String, byte[]> fields) {
        String labels = text(fields, "t");
        return new JobTags(
                text(fields, "k"),
                labels == null ? List.of() : List.of(labels.substring(1).split(",")));
    }

    private static byte[] whole(Map<String, byte[]> fields) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (String field : List.of("d", "h", "p")) {
            whole.writeBytes(fields.getOrDefault(field, new byte[0]));
        }
        return whole.toByteArray();
    }

    private static @Nullable String text(Map<String, byte[]> fields, String name) {
        byte[] value = fields.get(name);
        return value == null ? null : new String(value, UTF_8);
    }
}
