package io.grape.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** Where an HTTP/1.1 response ends: by its Content-Length, by its chunks, or with its head. */
final class HttpFraming implements Framing {
    private static final byte[] LINE_END = "\r\n".getBytes(ISO_8859_1);
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(ISO_8859_1);
    private static final byte[] CONTENT_LENGTH = "content-length:".getBytes(ISO_8859_1);
    private static final byte[] CHUNKED = "transfer-encoding: chunked".getBytes(ISO_8859_1);

    @Override
    public int length(byte[] bytes, int from, int to) {
        int headEnd = ByteSearch.indexOf(bytes, from, to, HEAD_END);
        if (headEnd < 0) {
            return MORE;
        }
        int body = headEnd + HEAD_END.length;
        for (int line = lineAfter(bytes, from, headEnd); line < headEnd; line = lineAfter(bytes, line, headEnd)) {
            if (ByteSearch.startsWithIgnoringCase(bytes, line, headEnd, CONTENT_LENGTH)) {
                int end = body + ByteSearch.number(bytes, line + CONTENT_LENGTH.length, headEnd, 10);
                return end <= to ? end - from : MORE;
            }
            if (ByteSearch.startsWithIgnoringCase(bytes, line, headEnd, CHUNKED)) {
                int end = chunksEnd(bytes, body, to);
                return end < 0 ? MORE : end - from;
            }
        }
        return body - from;
    }

    private static int lineAfter(byte[] bytes, int from, int to) {
        int end = ByteSearch.indexOf(bytes, from, to, LINE_END);
        return end < 0 ? to : end + LINE_END.length;
    }

    private static int chunksEnd(byte[] bytes, int from, int to) {
        int at = from;
        while (true) {
            int lineEnd = ByteSearch.indexOf(bytes, at, to, LINE_END);
            if (lineEnd < 0) {
                return MORE;
            }
            int size = ByteSearch.number(bytes, at, lineEnd, 16);
            at = lineEnd + LINE_END.length + size + LINE_END.length;
            if (at > to) {
                return MORE;
            }
            if (size == 0) {
                return at;
            }
        }
    }
}
