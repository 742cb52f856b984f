package io.grape.server.beanstalkd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.server.admission.MemoryBudget;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes commands out of a stream of bytes, however it is cut. It holds at most one line, or the part of one body that has come. Lives
 * on one event loop.
 */
final class CommandReader {
    /** With its CR LF. */
    static final int MAX_LINE = 224;

    private static final int CRLF = 2;
    private static final int FIRST_BYTES = 1024;
    private static final byte[] NONE = {};

    private final int maxPayload;
    private final MemoryBudget.Share memory;

    private boolean isInLongLine;
    /** Bytes that are thrown away, and what is said then. */
    private long skipped;

    private Reply afterwards = Reply.BAD_FORMAT;
    private Incoming.@Nullable Put put;
    private byte[] body = NONE;
    private int filled;
    private int wanted;

    /**
     * Nothing has come yet.
     *
     * @param memory of the bodies
     */
    CommandReader(int maxPayload, MemoryBudget.Share memory) {
        this.maxPayload = maxPayload;
        this.memory = memory;
    }

    /** The next one, null until more has come. */
    @Nullable
    Incoming next(ByteBuf in) {
        if (skipped > 0) {
            return skip(in);
        }
        return put == null ? line(in) : body(in);
    }

    /** The put whose body has come in part; null where there is none. */
    Incoming.@Nullable Put begun() {
        return put;
    }

    private @Nullable Incoming line(ByteBuf in) {
        int end = endOfLine(in, isInLongLine ? in.readableBytes() : Math.min(MAX_LINE, in.readableBytes()));
        if (isInLongLine) {
            // The last byte may be the CR of what ends the line.
            int last = in.isReadable() && in.getByte(in.writerIndex() - 1) == '\r' ? 1 : 0;
            in.skipBytes(end >= 0 ? end + CRLF : in.readableBytes() - last);
            isInLongLine = end < 0;
            return isInLongLine ? null : new Incoming.Refused(Reply.BAD_FORMAT, false);
        }
        if (end < 0) {
            if (in.readableBytes() < MAX_LINE) {
                return null;
            }
            if (HttpLine.matchesBeginning(in.toString(in.readerIndex(), MAX_LINE, ISO_8859_1))) {
                return new Incoming.HttpRequest();
            }
            isInLongLine = true;
            return line(in);
        }
        String text = in.toString(in.readerIndex(), end, ISO_8859_1);
        in.skipBytes(end + CRLF);
        if (HttpLine.matches(text)) {
            return new Incoming.HttpRequest();
        }
        if (text.indexOf('\0') >= 0) {
            return new Incoming.Refused(Reply.BAD_FORMAT, false);
        }
        return text.startsWith(CommandName.PUT.prefix()) ? put(text, in) : new Incoming.Line(text);
    }

    /** How many bytes stand before the first CR LF within so many, -1 = there is none. */
    private static int endOfLine(ByteBuf in, int within) {
        int first = in.readerIndex();
        int last = first + within - 1;
        for (int from = first; from < last; ) {
            int cr = in.indexOf(from, last, (byte) '\r');
            if (cr < 0 || in.getByte(cr + 1) == '\n') {
                return cr < 0 ? -1 : cr - first;
            }
            from = cr + 1;
        }
        return -1;
    }

    private @Nullable Incoming put(String line, ByteBuf in) {
        ArgumentReader arguments = new ArgumentReader(line, CommandName.PUT);
        long size;
        Incoming.Put begun;
        try {
            long priority = arguments.u32();
            Duration delay = Duration.ofSeconds(arguments.u32());
            Duration ttr = Duration.ofSeconds(Math.max(1, arguments.u32()));
            size = arguments.u32();
            begun = new Incoming.Put(priority, delay, ttr, NONE, 0);
        } catch (BadFormatException e) {
            return new Incoming.Refused(Reply.BAD_FORMAT, false);
        }
        if (size > maxPayload) {
            return skip(in, size + CRLF, Reply.JOB_TOO_BIG);
        }
        if (!arguments.hasEnded()) {
            return new Incoming.Refused(Reply.BAD_FORMAT, true);
        }
        put = begun;
        wanted = (int) size + CRLF;
        filled = 0;
        body = NONE;
        return body(in);
    }

    private @Nullable Incoming skip(ByteBuf in, long count, Reply then) {
        skipped = count;
        afterwards = then;
        return skip(in);
    }

    private @Nullable Incoming skip(ByteBuf in) {
        int now = (int) Math.min(skipped, in.readableBytes());
        in.skipBytes(now);
        skipped -= now;
        return skipped > 0 ? null : new Incoming.Refused(afterwards, true);
    }

    private @Nullable Incoming body(ByteBuf in) {
        int now = Math.min(wanted - filled, in.readableBytes());
        if (filled + now > body.length && !grow(filled + now)) {
            put = null;
            memory.give(body.length);
            body = NONE;
            return skip(in, (long) wanted - filled, Reply.OUT_OF_MEMORY);
        }
        in.readBytes(body, filled, now);
        filled += now;
        return filled < wanted ? null : whole();
    }

    /** It grows with what has come: what a client says of its length is only said. */
    private boolean grow(int least) {
        int size = Math.min(wanted, Math.max(least, Math.max(FIRST_BYTES, 2 * body.length)));
        if (!memory.grow((long) size - body.length)) {
            return false;
        }
        body = Arrays.copyOf(body, size);
        return true;
    }

    private Incoming whole() {
        Incoming.Put begun = Objects.requireNonNull(put);
        byte[] whole = body;
        put = null;
        body = NONE;
        if (whole[wanted - CRLF] != '\r' || whole[wanted - 1] != '\n') {
            memory.give(whole.length);
            return new Incoming.Refused(Reply.EXPECTED_CRLF, true);
        }
        byte[] payload = Arrays.copyOf(whole, wanted - CRLF);
        return new Incoming.Put(begun.priority(), begun.delay(), begun.ttr(), payload, whole.length);
    }
}
