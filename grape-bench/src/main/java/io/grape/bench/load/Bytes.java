package io.grape.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A request in the making, and then on its way: bytes that grow, kept from one request to the next. */
public final class Bytes {
    private byte[] bytes = new byte[512];
    private int length;
    private int sent;

    /** Empties it, for its owner's next use. */
    public Bytes restart() {
        length = 0;
        sent = 0;
        return this;
    }

    public Bytes put(byte[] more) {
        room(more.length);
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
        return this;
    }

    /** Puts text that is ASCII. */
    public Bytes put(String text) {
        return put(text.getBytes(ISO_8859_1));
    }

    /** Puts what another holds. */
    public Bytes put(Bytes other) {
        room(other.length);
        System.arraycopy(other.bytes, 0, bytes, length, other.length);
        length += other.length;
        return this;
    }

    /** Puts a part of a response. */
    public Bytes put(Response response, int from, int to) {
        room(to - from);
        response.copy(from, to, bytes, length);
        length += to - from;
        return this;
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
    }

    /** What is in it. */
    public byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    public int length() {
        return length;
    }

    /** What is still to be sent. */
    ByteBuffer rest() {
        return ByteBuffer.wrap(bytes, sent, length - sent);
    }

    void sent(int count) {
        sent += count;
    }

    boolean isSent() {
        return sent == length;
    }
}
