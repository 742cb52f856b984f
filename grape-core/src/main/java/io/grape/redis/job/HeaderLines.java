package io.grape.redis.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.core.job.Headers;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/** A job's headers as they are stored: a line {@code name:value} each, and an empty line at the end. */
final class HeaderLines {
    private static final char END = '\n';

    private HeaderLines() {}

    /** The lines, followed by something else. */
    static byte[] before(Headers headers, byte[] rest) {
        StringBuilder text =
                new StringBuilder(headers.bytes() + 2 * headers.values().size() + 1);
        headers.values()
                .forEach((name, value) ->
                        text.append(name).append(':').append(value).append(END));
        byte[] lines = text.append(END).toString().getBytes(ISO_8859_1);
        return ByteBuffer.allocate(lines.length + rest.length)
                .put(lines)
                .put(rest)
                .array();
    }

    /** Reads past the empty line. */
    static Headers read(ByteBuffer in) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            values.put(line.substring(0, colon), line.substring(colon + 1));
        }
        return new Headers(values);
    }

    private static String line(ByteBuffer in) {
        StringBuilder line = new StringBuilder();
        for (char next = (char) in.get(); next != END; next = (char) in.get()) {
            line.append(next);
        }
        return line.toString();
    }
}
