package io.grape.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A response ends where its protocol says, and no byte earlier. */
class ResponseFramingTest {
    private static final Framing HTTP = Http.FRAMING;
    private static final Framing BEANSTALKD = new BeanstalkdDialect(new byte[0], 0).framing();

    @Test
    void httpWithALength() {
        endsWhole(HTTP, "HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 5\r\nZ: z\r\n\r\nhello");
        endsWhole(HTTP, "HTTP/1.1 200 OK\r\ncontent-length:0\r\n\r\n");
    }

    @Test
    void httpInChunks() {
        endsWhole(
                HTTP,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1A\r\n" + "x".repeat(26)
                        + "\r\n0\r\n\r\n");
    }

    @Test
    void httpWithoutABody() {
        endsWhole(HTTP, "HTTP/1.1 204 No Content\r\nX: y\r\n\r\n");
    }

    @Test
    void beanstalkdWithAndWithoutABody() {
        endsWhole(BEANSTALKD, "INSERTED 12\r\n");
        endsWhole(BEANSTALKD, "RESERVED 12 7\r\nab\r\ncde\r\n");
    }

    private static void endsWhole(Framing framing, String answer) {
        byte[] bytes = ("before" + answer + "behind").getBytes(ISO_8859_1);
        int from = "before".length();
        int end = from + answer.length();
        for (int to = from; to < end; to++) {
            assertThat(framing.length(bytes, from, to)).isEqualTo(Framing.MORE);
        }
        for (int to = end; to <= bytes.length; to++) {
            assertThat(framing.length(bytes, from, to)).isEqualTo(answer.length());
        }
    }
}
