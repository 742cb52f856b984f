package io.grape.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.job.Headers;
import io.grape.core.job.JobTags;
import io.grape.redis.job.ExecutionRecord;
import io.grape.redis.job.JobHeader;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
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
        Set<String> strangeFields) {
    private static final Set<String> FIELDS = Set.of("a", "d", "e", "f", "h", "k", "m", "p", "r", "t", "x", "z");

    static StoredJob read(StoredKey hash) {
        Map<String, byte[]> fields = hash.fields();
        Set<String> strange = new TreeSet<>(fields.keySet());
        strange.removeAll(FIELDS);
        JobHeader header = JobHeader.read(whole(fields));
        ExecutionRecord execution = ExecutionRecord.read(fields.getOrDefault("x", new byte[0]));
        String earlier = text(fields, "a");
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
        long lease = in.getShort() & 0xffffL;
        lease = (lease << 40) | ((in.get() & 0xffL) << 32) | (in.getInt() & 0xffff_ffffL);
        return failure(lease, in.getDouble(), UTF_8.decode(in).toString());
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
