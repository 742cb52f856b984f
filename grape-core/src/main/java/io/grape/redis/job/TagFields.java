package io.grape.redis.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.core.job.JobTags;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job's tags as scripts take and return them: the length of the key in a byte, the key, the length of the labels in
 * 2 bytes, and the labels with a comma around each: {@code ,a,b,}. In a produce the weight of the key follows, as
 * text after its length in a byte. In replies a zero byte comes before them.
 */
final class TagFields {
    private static final byte MARK = 0;
    private static final int LENGTHS = 4;
    private static final char COMMA = ',';

    private TagFields() {}

    /** The tags and the weight of a job to produce, followed by something else. */
    static byte[] before(JobTags tags, @Nullable Double weight, byte[] rest) {
        byte[] key = (tags.key() == null ? "" : tags.key()).getBytes(ISO_8859_1);
        byte[] labels = labels(tags.labels());
        byte[] share = (weight == null ? "" : weight.toString()).getBytes(ISO_8859_1);
        return ByteBuffer.allocate(LENGTHS + key.length + labels.length + share.length + rest.length)
                .put((byte) key.length)
                .put(key)
                .putShort((short) labels.length)
                .put(labels)
                .put((byte) share.length)
                .put(share)
                .put(rest)
                .array();
    }

    static byte[] labels(@Nullable List<String> labels) {
        String text = labels == null || labels.isEmpty() ? "" : COMMA + String.join(",", labels) + COMMA;
        return text.getBytes(ISO_8859_1);
    }

    /** Reads the tags if there are any. */
    static JobTags read(ByteBuffer in) {
        if (!in.hasRemaining() || in.get(in.position()) != MARK) {
            return JobTags.NONE;
        }
        in.get();
        return readTags(in);
    }

    private static JobTags readTags(ByteBuffer in) {
        String key = text(in, Byte.toUnsignedInt(in.get()));
        String labels = text(in, Short.toUnsignedInt(in.getShort()));
        return new JobTags(
                key.isEmpty() ? null : key,
                labels.isEmpty()
                        ? List.of()
                        : List.of(labels.substring(1, labels.length() - 1).split(",", -1)));
    }

    /**
     * What a produce says of a job's tags.
     *
     * @param weight of the key, null = none
     */
    record Read(JobTags tags, @Nullable Double weight) {
        static final Read NONE = new Read(JobTags.NONE, null);
    }

    /** Reads the tags and the weight of a job to produce. */
    static Read readNew(ByteBuffer in) {
        JobTags tags = readTags(in);
        String weight = text(in, Byte.toUnsignedInt(in.get()));
        return new Read(tags, weight.isEmpty() ? null : Double.valueOf(weight));
    }

    private static String text(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, ISO_8859_1);
    }
}
