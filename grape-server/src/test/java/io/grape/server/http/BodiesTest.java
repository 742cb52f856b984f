package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.Limits;
import io.grape.server.ServerExtension;
import io.grape.server.http.RawClient.RawAnswer;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies as they come through a socket: in chunks, cut off, too long, after a question. */
class BodiesTest {
    private static final int MAX = Limits.USUAL_PAYLOAD_BYTES;
    private static final String PUT = "PUT /v1/tubes/t/jobs/a HTTP/1.1\r\nHost: h\r\n";
    private static final String CHUNKED = PUT + "Transfer-Encoding: chunked\r\n\r\n";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    private final Wire wire = Wire.to(server);

    private RawClient client() {
        return new RawClient(wire.port());
    }

    private static String chunk(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    private static void isTooBig(RawAnswer answer) {
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.body()).contains("\"code\":\"TOO_LARGE\"");
    }

    @Test
    void aChunkedBodyIsTakenAndTheConnectionGoesOn() {
        try (RawClient client = client()) {
            client.say(CHUNKED + chunk("hello ") + chunk("world") + "0\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(201);
            client.ask("GET", "/v1/tubes/t/jobs/a/payload");
            assertThat(client.answer().body()).isEqualTo("hello world");
        }
    }

    @Test
    void aChunkedBodyOfAMebibyteIsTakenAndOneByteMoreIsTooBig() {
        try (RawClient client = client()) {
            client.say(CHUNKED + chunk("x".repeat(MAX)) + "0\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(201);
            client.say(CHUNKED.replace("/a", "/b") + chunk("x".repeat(MAX)) + chunk("x"));
            RawAnswer refused = client.answer();
            isTooBig(refused);
            assertThat(refused.header("Connection")).isEqualTo("close");
            client.say("0\r\n\r\n");
            assertThat(client.rest()).isEmpty();
        }
        wire.get("/v1/tubes/t/jobs/b").is(404);
    }

    @Test
    void anAnnouncedBodyThatIsTooLongIsRefusedBeforeItComes() {
        try (RawClient client = client()) {
            client.say(PUT + "Content-Length: " + (MAX + 1) + "\r\n\r\n");
            RawAnswer refused = client.answer();
            isTooBig(refused);
            assertThat(refused.header("Connection")).isEqualTo("close");
        }
    }

    /** A connection that is closed with bytes unread is reset, and the answer may be lost with it. */
    @Test
    void aClientThatSendsOnRegardlessStillGetsItsAnswer() {
        try (RawClient client = client()) {
            client.say(PUT + "Content-Length: " + (8 * MAX) + "\r\n\r\n");
            byte[] part = new byte[MAX];
            for (int i = 0; i < 8; i++) {
                client.say(part);
            }
            isTooBig(client.answer());
            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void aClientThatSendsForeverIsCutOff() {
        try (RawClient client = client()) {
            client.say(CHUNKED);
            String part = chunk("x".repeat(MAX));
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 1000; i++) {
                            client.say(part);
                        }
                    })
                    .isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    void aSmallBodyOfARefusedCallIsPassedOverAndTheConnectionGoesOn() {
        try (RawClient client = client()) {
            client.say(PUT.replace(" HTTP", "?x=1 HTTP") + "Content-Length: 5\r\n\r\nhello");
            assertThat(client.answer().status()).isEqualTo(400);
            client.say("POST /nowhere HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhel");
            assertThat(client.answer().status()).isEqualTo(404);
            client.say("lo").ask("GET", "/version");
            assertThat(client.answer().body()).contains("grape");
        }
    }

    @Test
    void whoAsksBeforeSendingIsToldToGoOn() {
        try (RawClient client = client()) {
            client.say(PUT + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(100);
            client.say("hello");
            assertThat(client.answer().status()).isEqualTo(201);
            client.ask("GET", "/v1/tubes/t/jobs/a/payload");
            assertThat(client.answer().body()).isEqualTo("hello");
        }
    }

    @Test
    void whoAsksBeforeSendingTooMuchIsToldNotTo() {
        try (RawClient client = client()) {
            client.say(PUT + "Expect: 100-continue\r\nContent-Length: " + (MAX + 1) + "\r\n\r\n");
            isTooBig(client.answer());
            client.halfClose();
            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void aBodyThatIsCutOffProducesNothing() {
        for (String request : new String[] {CHUNKED + "5\r\nhel", PUT + "Content-Length: 5\r\n\r\nhel"}) {
            try (RawClient client = client()) {
                client.say(request);
                client.halfClose();
                client.rest();
            }
        }
        wire.get("/v1/tubes/t").is(404);
    }

    @Test
    void aBodyWhereNoneIsTakenIsRefused() {
        try (RawClient client = client()) {
            String start = "POST /v1/tubes/t/consume HTTP/1.1\r\nHost: h\r\n";
            client.say(start + "Content-Length: 2\r\n\r\n{}");
            assertThat(client.answer().body()).contains("body: expected none, got one");
            client.say(start + "Transfer-Encoding: chunked\r\n\r\n" + chunk("{}"));
            assertThat(client.answer().body()).contains("body: expected none, got one");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"zz\r\nhello", "-1\r\n", "5;\r\nhelloXX3\r\n", "ffffffffffffffff\r\n", "\r\n"})
    void brokenChunkIsRefusedAndNothingBehindItIsRead(String broken) {
        try (RawClient client = client()) {
            client.say(CHUNKED + chunk("hello ") + broken + "\r\n0\r\n\r\n" + PUT.replace("/a ", "/b ") + "\r\n");
            RawAnswer refused = client.answer();
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.body()).contains("body: expected a whole one, got a broken one");
            assertThat(refused.header("Connection")).isEqualTo("close");
            assertThat(client.rest()).isEmpty();
        }
        wire.get("/v1/tubes/t/jobs/a").is(404);
        wire.get("/v1/tubes/t/jobs/b").is(404);
    }

    @Test
    void anEmptyBodyIsNoBody() {
        try (RawClient client = client()) {
            client.say("POST /v1/tubes/t/consume HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(200);
            client.say("POST /v1/tubes/t/consume HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "br", "gzip, identity", "x"})
    void aCompressedBodyIsRefused(String encoding) {
        wire.put("/v1/tubes/t/jobs/a", "x", "Content-Encoding", encoding)
                .isProblem(415, "BAD_REQUEST", "Content-Encoding: expected identity, got '" + encoding + "'");
        wire.put("/v1/tubes/t/jobs/a", "x", "Content-Encoding", "identity").is(201);
    }
}
