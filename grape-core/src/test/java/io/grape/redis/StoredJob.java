package io.grape.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The hash of one job, as it lies in Redis.
 *
 * @param payload each byte one character
 * @param noe 0 where no field says more
 * @param lease the last one that was given, null after a release, a bury or a replacement
 * @param handedOutScore the score that it was last handed out with
 * @param strangeFields fields that no job has
 */
public record StoredJob(
        long createdMillis,
        long delayMillis,
        long ttrMillis,
        long priority,
        int maxAttempts,
        String contentType,
        String payload,
        int noe,
        @Nullable Long lease,
        @Nullable Double handedOutScore,
        @Nullable String reason,
        Set<String> strangeFields) {
    private static final Set<String> FIELDS = Set.of("h", "d", "n", "l", "u", "r");

    static StoredJob read(StoredKey hash) {
        Map<String, byte[]> fields = hash.fields();
        Set<String> strange = new TreeSet<>(fields.keySet());
        strange.removeAll(FIELDS);
        String noe = text(fields, "n");
        String lease = text(fields, "l");
        String score = text(fields, "u");
        JobHeader header = JobHeader.read(fields.getOrDefault("h", new byte[0]));
        return new StoredJob(
                header.createdMillis(),
                header.delayMillis(),
                header.ttrMillis(),
                header.priority(),
                header.maxAttempts(),
                header.contentType(),
                new String(fields.getOrDefault("d", new byte[0]), ISO_8859_1),
                noe == null ? 0 : Integer.parseInt(noe),
                lease == null ? null : Long.valueOf(lease),
                score == null ? null : Double.valueOf(score),
                text(fields, "r"),
                strange);
    }

    private static @Nullable String text(Map<String, byte[]> fields, String name) {
        byte[] value = fields.get(name);
        return value == null ? null : new String(value, UTF_8);
    }
}
