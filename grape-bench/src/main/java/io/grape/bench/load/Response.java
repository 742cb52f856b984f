package io.grape.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The bytes of one response, where they were read. Holds until the next response of its connection. */
public final class Response {
    private static final int STATUS_AT = "HTTP/1.1 ".length();
    private static final int SHOWN = 600;

    private byte[] bytes = new byte[0];
    private int from;
    private int to;

    void set(byte[] buffer, int start, int end) {
        bytes = buffer;
        from = start;
        to = end;
    }

    public int length() {
        return to - from;
    }

    /** Where {@code wanted} begins, at {@code start} or behind it; -1 when it is not there. */
    public int indexOf(byte[] wanted, int start) {
        int found = ByteSearch.indexOf(bytes, from + start, to, wanted);
        return found < 0 ? -1 : found - from;
    }

    /** Where a byte is, at {@code start} or behind it; -1 when it is not there. */
    public int indexOf(char wanted, int start) {
        for (int i = from + start; i < to; i++) {
            if (bytes[i] == wanted) {
                return i - from;
            }
        }
        return -1;
    }

    public boolean startsWith(byte[] wanted) {
        return ByteSearch.startsWith(bytes, from, to, wanted);
    }

    /** The status of an HTTP response. */
    public int status() {
        int at = from + STATUS_AT;
        return to - at < 3 ? -1 : 100 * (bytes[at] - '0') + 10 * (bytes[at + 1] - '0') + (bytes[at + 2] - '0');
    }

    public String text(int start, int end) {
        return new String(bytes, from + start, end - start, UTF_8);
    }

    void copy(int start, int end, byte[] target, int at) {
        System.arraycopy(bytes, from + start, target, at, end - start);
    }

    /** The response as text, cut when it is long. */
    @Override
    public String toString() {
        return text(0, Math.min(length(), SHOWN));
    }
}
