package io.grape.server.beanstalkd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A response.
 *
 * @param line without the CR LF that ends it
 * @param body behind the line, null = none
 */
@SuppressWarnings("ArrayRecordComponent") // Made for one response, and written at once.
record Reply(String line, byte @Nullable [] body) {
    static final Reply BAD_FORMAT = line("BAD_FORMAT");
    static final Reply UNKNOWN_COMMAND = line("UNKNOWN_COMMAND");
    static final Reply EXPECTED_CRLF = line("EXPECTED_CRLF");
    static final Reply JOB_TOO_BIG = line("JOB_TOO_BIG");
    static final Reply OUT_OF_MEMORY = line("OUT_OF_MEMORY");
    static final Reply INTERNAL_ERROR = line("INTERNAL_ERROR");
    static final Reply DRAINING = line("DRAINING");
    static final Reply NOT_FOUND = line("NOT_FOUND");
    static final Reply NOT_IGNORED = line("NOT_IGNORED");
    static final Reply TIMED_OUT = line("TIMED_OUT");
    static final Reply DEADLINE_SOON = line("DEADLINE_SOON");
    static final Reply DELETED = line("DELETED");
    static final Reply RELEASED = line("RELEASED");
    static final Reply BURIED = line("BURIED");
    static final Reply TOUCHED = line("TOUCHED");
    static final Reply KICKED = line("KICKED");
    static final Reply PAUSED = line("PAUSED");

    private static final int AROUND = 4;

    static Reply line(String line) {
        return new Reply(line, null);
    }

    /** A job, as {@code RESERVED} or {@code FOUND}. */
    static Reply job(String word, long number, byte[] payload) {
        return new Reply(word + " " + number + " " + payload.length, payload);
    }

    /** A text in YAML. */
    static Reply yaml(String text) {
        byte[] body = text.getBytes(StandardCharsets.US_ASCII);
        return new Reply("OK " + body.length, body);
    }

    /** Bytes of its body. */
    int size() {
        return body == null ? 0 : body.length;
    }

    ByteBuf encoded(ByteBufAllocator buffers) {
        ByteBuf out = buffers.buffer(line.length() + AROUND + size());
        out.writeCharSequence(line, ISO_8859_1);
        crlf(out);
        if (body != null) {
            crlf(out.writeBytes(body));
        }
        return out;
    }

    private static void crlf(ByteBuf out) {
        out.writeByte('\r').writeByte('\n');
    }
}
