package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import io.grape.server.http.RawClient.RawAnswer;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A head in which a proxy may see other bounds than we do is refused, and what follows it is not run. */
class SmugglingTest {
    private static final String START = "PUT /v1/tubes/sm/jobs/a HTTP/1.1\r\nHost: h\r\n";
    private static final String SMUGGLED = "PUT /v1/tubes/sm/jobs/smuggled HTTP/1.1\r\nHost: h\r\n\r\n";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    private final Wire wire = Wire.to(server);

    static Stream<String> heads() {
        List<String> headers = List.of(
                "Transfer-Encoding: xchunked",
                "Transfer-Encoding: gzip",
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: chunked, gzip",
                "Transfer-Encoding: chunked, chunked",
                "Transfer-Encoding: chunked,",
                "Transfer-Encoding: chunked;q=1",
                "Transfer-Encoding: \"chunked\"",
                "Transfer-Encoding: identity",
                "Transfer-Encoding: identity\r\nContent-Length: 5",
                "Transfer-Encoding:",
                "Transfer-Encoding:\r\nContent-Length: 5",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
                "Transfer-Encoding: chunked\r\nContent-Length: 5",
                "Content-Length: 5\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding:\u000bchunked",
                "Transfer-Encoding: chunked\u000b",
                "Transfer-Encoding: chunked\u0000",
                "Transfer-Encoding : chunked",
                "X: y\r\n Transfer-Encoding: chunked",
                "X: y\r\n\tTransfer-Encoding: chunked",
                "X: y\n Transfer-Encoding: chunked",
                "Transfer-Encoding:\r\n chunked",
                "Transfer-Encoding: chunked\r\n ",
                "Content-Length:\r\n 5",
                "Content-Length: +5",
                "Content-Length: 5, 5",
                "Content-Length: 0x5",
                "Content-Length: 5\r\nContent-Length: 5",
                ": v",
                ":",
                "X: y\rTransfer-Encoding: chunked",
                "X: a\u007fb",
                "no colon");
        return Stream.concat(
                headers.stream().map(header -> START + header + "\r\n\r\n"),
                Stream.of(
                        "PUT /v1/tubes/sm/jobs/a HTTP/1.1\r\n Transfer-Encoding: chunked\r\nHost: h\r\n\r\n",
                        "PUT /v1/tubes/sm/jobs/a HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n",
                        " PUT /v1/tubes/sm/jobs/a HTTP/1.1\r\nHost: h\r\n\r\n"));
    }

    @ParameterizedTest
    @MethodSource("heads")
    void isRefusedWithAllThatFollows(String head) {
        try (RawClient client = new RawClient(wire.port()).say(head + "0\r\n\r\n" + SMUGGLED + SMUGGLED)) {
            RawAnswer refused = client.answer();
            assertThat(refused.status()).as(refused.body()).isEqualTo(400);
            assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(refused.header("Connection")).isEqualTo("close");
            assertThat(client.rest()).isEmpty();
        }
        wire.get("/v1/tubes/sm").is(404);
    }

    @ParameterizedTest
    @MethodSource("heads")
    void isRefusedBehindAnotherRequest(String head) {
        String first = "GET /version HTTP/1.1\r\nHost: h\r\n\r\n";
        try (RawClient client = new RawClient(wire.port()).say(first + head + "0\r\n\r\n" + SMUGGLED + SMUGGLED)) {
            assertThat(client.answer().status()).isEqualTo(200);
            RawAnswer refused = client.answer();
            assertThat(refused.status()).as(refused.body()).isEqualTo(400);
            assertThat(refused.header("Connection")).isEqualTo("close");
            assertThat(client.rest()).isEmpty();
        }
        wire.get("/v1/tubes/sm").is(404);
    }

    /** A head is looked at whole, however it arrives. Who goes on talking to a closed connection may lose the answer. */
    @ParameterizedTest
    @MethodSource("heads")
    void isRefusedByteByByte(String head) {
        try (RawClient client = new RawClient(wire.port())) {
            client.say("GET /version HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(200);
            try {
                for (int i = 0; i < head.length(); i++) {
                    client.say(head.substring(i, i + 1));
                }
                assertThat(client.answer().status()).isEqualTo(400);
                assertThat(client.rest()).isEmpty();
            } catch (UncheckedIOException closed) {
                assertThat(closed).hasCauseInstanceOf(SocketException.class);
            }
        }
        wire.get("/v1/tubes/sm").is(404);
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void whatHasOneMeaningIsTaken(String head) {
        try (RawClient client = new RawClient(wire.port()).say(head + SMUGGLED)) {
            assertThat(client.answer().status()).isEqualTo(201);
            assertThat(client.answer().status()).isEqualTo(201);
        }
        assertThat(wire.get("/v1/tubes/sm/jobs/a/payload").is(200).bytes()).isEqualTo("hello".getBytes(UTF_8));
    }

    static Stream<String> bodies() {
        String chunks = "5\r\nhello\r\n0\r\n\r\n";
        return Stream.of(
                START + "Transfer-Encoding: chunked\r\n\r\n" + chunks,
                START + "transfer-encoding:CHUNKED\r\n\r\n" + chunks,
                START + "Transfer-Encoding: \t chunked \t\r\n\r\n" + chunks,
                START + "Content-Length: 5\r\n\r\nhello",
                START + "Content-Length: 05\r\nX: \u00e4\r\n\r\nhello",
                "\r\n" + START + "Content-Length: 5\r\n\r\nhello");
    }
}
