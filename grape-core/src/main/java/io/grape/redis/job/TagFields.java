package io.grape.redis.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.core.job.JobTags;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A job's tags as scripts take and return them: the length of the key in a byte, the key, the length of the labels in 2
 * bytes, and the labels with a comma around each: {@code ,a,b,}. In replies a zero byte comes before them.
 */
final class TagFields {
    private static final byte MARK = 0;
    private static final int LENGTHS = 3;
    private static final char COMMA = ',';

    private TagFields() {}

    /** The tags, followed by something else. */
    static byte[] before(JobTags tags, byte[] rest) {
        byte[] key = (tags.key() == null ? "" : tags.key()).getBytes(ISO_8859_1);
        byte[] labels = labels(tags.labels());
        return ByteBuffer.allocate(LENGTHS + key.length + labels.length + rest.length)
                .put((byte) key.length)
                .put(key)
                .putShort((short) labels.length)
                .put(labels)
                .put(rest)
                .array();
    }

    private static byte[] labels(List<String> labels) {
        String text = labels.isEmpty() ? "" : COMMA + String.join(",", labels) + COMMA;
        return text.getBytes(ISO_8859_1);
    }

    /** Reads the tags if there are any. */
    static JobTags read(ByteBuffer in) {
        if (!in.hasRemaining() || in.get(in.position()) != MARK) {
            return JobTags.NONE;
        }
        in.get();
        String key = text(in, Byte.toUnsignedInt(in.get()));
        String labels = text(in, Short.toUnsignedInt(in.getShort()));
        return new JobTags(
                key.isEmpty() ? null : key,
                labels.isEmpty()
                        ? List.of()
                        : List.of(labels.substring(1, labels.length() - 1).split(",", -1)));
    }

    private static String text(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, ISO_8859_1);
    }
}
