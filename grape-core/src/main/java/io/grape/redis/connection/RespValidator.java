package io.grape.redis.connection;

import io.lettuce.core.protocol.RedisProtocolException;
import io.netty.buffer.ByteBuf;

/**
 * Validates what a Redis sends, RESP 2 and 3, reply by reply, without keeping it. Lettuce trusts every length. A wrong
 * one makes it allocate memory for data that never comes, or read one reply for another. Here it is an error, as is
 * anything else that no Redis sends.
 */
final class RespValidator {
    /** The limit of one string: several times the size of a job, or of Redis's INFO. */
    static final long MAX_BYTES = 64L * 1024 * 1024;
    /** The limit of all lists of one reply. */
    static final long MAX_ELEMENTS = 1_000_000;

    private static final int MAX_LINE = 64 * 1024;
    private static final int MAX_DIGITS = 19;
    private static final int MAX_DEPTH = 16;

    private static final String ONE_LINE = "+-:,#(_";
    private static final String STRINGS = "$=!";
    private static final String LISTS = "*~%>";
    private static final String WITH_NUMBER = ":" + STRINGS + LISTS;
    private static final char PUSH = '>';
    /** Between two values. */
    private static final char NOTHING = 0;

    private final long[] missing = new long[MAX_DEPTH];
    private int depth;
    private long elements;
    private boolean push;

    private char type = NOTHING;
    private int lineBytes;
    private long number;
    private boolean negative;
    private char last;
    /** The bytes left of a string, including its line end; 0 while its length is read. */
    private long bytesLeft;

    private long begun;
    private long ended;

    /** Replies that began, without push messages. */
    long begun() {
        return begun;
    }

    /** Complete replies. */
    long ended() {
        return ended;
    }

    /** Checks the readable bytes without consuming them. Throws if they are no reply of a Redis. */
    void follow(ByteBuf bytes) {
        int end = bytes.writerIndex();
        for (int at = bytes.readerIndex(); at < end; at++) {
            if (bytesLeft > 2) {
                long skipped = Math.min(bytesLeft - 2, end - at);
                bytesLeft -= skipped;
                at += (int) skipped - 1;
            } else {
                take((char) (bytes.getByte(at) & 0xff));
            }
        }
    }

    private void take(char read) {
        if (type == NOTHING) {
            begin(read);
        } else if (bytesLeft > 0) {
            require(read == (bytesLeft == 2 ? '\r' : '\n'), "a string is longer than its length");
            bytesLeft--;
            if (bytesLeft == 0) {
                endValue();
            }
        } else if (read == '\n') {
            require(last == '\r', "a line ends without CR");
            endLine();
        } else {
            takeOfLine(read);
        }
        last = read;
    }

    private void begin(char read) {
        require((ONE_LINE + STRINGS + LISTS).indexOf(read) >= 0, "no value begins with byte " + (int) read);
        if (depth == 0) {
            push = read == PUSH;
            elements = 0;
            begun += push ? 0 : 1;
        } else {
            require(read != PUSH, "a message within a reply");
        }
        type = read;
        lineBytes = 0;
        number = 0;
        negative = false;
    }

    private void takeOfLine(char read) {
        require(lineBytes == 0 || last != '\r', "CR within a line");
        lineBytes++;
        require(lineBytes <= MAX_LINE, "a line of more than " + MAX_LINE + " bytes");
        if (read != '\r' && WITH_NUMBER.indexOf(type) >= 0) {
            takeOfNumber(read);
        }
    }

    private void takeOfNumber(char read) {
        if (lineBytes == 1 && read == '-') {
            negative = true;
        } else {
            require(
                    read >= '0' && read <= '9' && lineBytes <= MAX_DIGITS + (negative ? 1 : 0),
                    "a number with byte " + (int) read);
            number = number * 10 + (read - '0');
        }
    }

    private void endLine() {
        boolean hasNumber = WITH_NUMBER.indexOf(type) >= 0;
        require(!hasNumber || lineBytes > (negative ? 2 : 1), "a number without digits");
        if (hasNumber && type != ':') {
            require(!negative || (number == 1 && (type == '$' || type == '*')), "a length below zero");
        }
        if (STRINGS.indexOf(type) >= 0 && !negative) {
            require(number >= (type == '=' ? 4 : 0) && number <= MAX_BYTES, "a string of " + number + " bytes");
            bytesLeft = number + 2;
        } else if (LISTS.indexOf(type) >= 0 && !negative && number != 0) {
            beginList(type == '%' ? 2 * number : number);
        } else {
            endValue();
        }
    }

    private void beginList(long size) {
        elements += size;
        require(number > 0 && number <= MAX_ELEMENTS && elements <= MAX_ELEMENTS, "a list of " + number);
        require(depth < MAX_DEPTH, "lists in lists");
        missing[depth++] = size;
        type = NOTHING;
    }

    private void endValue() {
        type = NOTHING;
        while (depth > 0) {
            missing[depth - 1]--;
            if (missing[depth - 1] > 0) {
                return;
            }
            depth--;
        }
        ended += push ? 0 : 1;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new RedisProtocolException(otherwise);
        }
    }
}
