package io.grape.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.core.job.Payload;
import io.grape.redis.job.ExecutionRecord;
import io.grape.redis.job.JobHeader;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is kept of a finished job, as it lies in Redis.
 *
 * @param kind 1 = finished, 2 more = with its payload, 4 more = with a result
 * @param bytes how many bytes it says that it has
 * @param counted how many it has: its id and all its fields but {@code o}
 * @param fields all but {@code o}, a character for each byte
 */
public record KeptJob(
        int kind,
        long finishedAt,
        long ranMillis,
        long bytes,
        long counted,
        long resultBytes,
        String resultType,
        Map<String, String> fields) {
    private static final Set<String> FIELDS = Set.of("a", "d", "e", "h", "k", "p", "q", "t", "x");

    static KeptJob read(StoredKey hash) {
        Map<String, String> fields = new TreeMap<>();
        hash.fields().forEach((name, value) -> fields.put(name, new String(value, ISO_8859_1)));
        byte[] outcome = hash.fields().getOrDefault("o", new byte[23]);
        fields.remove("o");
        ByteBuffer in = ByteBuffer.wrap(outcome);
        int kind = in.get();
        long at = sixBytes(in);
        long ran = sixBytes(in);
        long bytes = sixBytes(in);
        long result = Integer.toUnsignedLong(in.getInt());
        byte[] type = new byte[in.remaining()];
        in.get(type);
        long counted = fields.values().stream().mapToLong(String::length).sum();
        return new KeptJob(kind, at, ran, bytes, counted, result, new String(type, ISO_8859_1), fields);
    }

    private static long sixBytes(ByteBuffer in) {
        return (Short.toUnsignedLong(in.getShort()) << 32) | Integer.toUnsignedLong(in.getInt());
    }

    /** All that is told of it, but for its bytes and its history. */
    public String text() {
        ExecutionRecord run = ExecutionRecord.read(bytes("x"));
        JobHeader header = JobHeader.read(whole());
        boolean hasPayload = (kind & 2) != 0;
        return finishedAt + " ran " + ranMillis + " under " + run.lease() + " for the " + run.noe() + ". of "
                + header.tags() + " payload " + (hasPayload ? content(header.payload()) + header.headers() : "")
                + " result " + ((kind & 4) == 0 ? "" : resultType + " " + result());
    }

    private static String content(Payload payload) {
        return payload.contentType() + " " + new String(payload.bytes(), ISO_8859_1);
    }

    private String result() {
        String stored = fields.getOrDefault("q", "\0");
        String result = stored.substring(1 + stored.charAt(0));
        return result.length() == resultBytes ? result : result + " instead of " + resultBytes + " bytes";
    }

    /** As a reply has it. */
    private byte[] whole() {
        String key = fields.getOrDefault("k", "");
        String labels = fields.getOrDefault("t", "");
        String tags = key.isEmpty() && labels.isEmpty()
                ? ""
                : "\0" + (char) key.length() + key + "\0" + (char) labels.length() + labels;
        String rest = fields.getOrDefault("d", "") + fields.getOrDefault("h", "") + fields.getOrDefault("p", "");
        return (tags + rest).getBytes(ISO_8859_1);
    }

    private byte[] bytes(String field) {
        return fields.getOrDefault(field, "").getBytes(ISO_8859_1);
    }

    /** Fields that no kept job has. */
    Set<String> strangeFields() {
        Set<String> strange = new TreeSet<>(fields.keySet());
        strange.removeAll(FIELDS);
        return strange;
    }
}
