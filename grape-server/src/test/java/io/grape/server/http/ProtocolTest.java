package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import io.grape.server.http.RawClient.RawAnswer;
import io.grape.server.http.Wire.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What all calls have in common. */
class ProtocolTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    private final Wire wire = Wire.to(server);

    @Test
    void aRequestIdIsGivenBack() {
        Answer answer = wire.put("/v1/tubes/t/jobs/a", "x", "X-Request-Id", "My.Id_1:~-");
        assertThat(answer.header("X-Request-Id")).isEqualTo("My.Id_1:~-");
        Answer problem = wire.post("/v1/tubes/t/consume?max=0", "", "X-Request-Id", "7");
        problem.isBadRequest("max");
        assertThat(problem.json().getString("requestId")).isEqualTo("7");
        String most = "x".repeat(128);
        assertThat(wire.post("/v1/tubes/t/consume", "", "X-Request-Id", most).header("X-Request-Id"))
                .isEqualTo(most);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a\"b", "ä", "<script>"})
    void aRequestIdThatIsNoneIsReplaced(String id) {
        String one = wire.post("/v1/tubes/t/consume", "", "X-Request-Id", id).header("X-Request-Id");
        String two = wire.post("/v1/tubes/t/consume", "", "X-Request-Id", "x".repeat(129))
                .header("X-Request-Id");
        assertThat(one).matches("[0-9a-f]{1,16}");
        assertThat(two).matches("[0-9a-f]{1,16}").isNotEqualTo(one);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/v1",
                "/v1/",
                "/v1/tubes/t/",
                "/v1//tubes",
                "//v1/tubes",
                "/v2/tubes",
                "/v1/tubes/t/job",
                "/v1/tubes/t/jobs/a/",
                "/v1/tubes/t/jobs/a/finish/x",
                "/V1/tubes",
                "/health",
                "/favicon.ico",
                "/v1/tubes/t;x=1/jobs/a/b"
            })
    void aPathThatIsNoneIsSaidSo(String path) {
        wire.get(path).isProblem(404, "BAD_REQUEST", "there is no call " + path);
    }

    @Test
    void whoAsksForTheRootIsToldWhereToGo() {
        wire.get("/")
                .isProblem(404, "BAD_REQUEST", "there is no call /: /openapi.json lists the calls, and the console");
    }

    @ParameterizedTest
    @ValueSource(strings = {"api/job/failure?jid=a", "api/tube/list", "v1/info", "x", "?", "http://h?x", "*"})
    void aTargetThatDoesNotBeginWithASlashIsNoCall(String target) {
        try (RawClient client = new RawClient(wire.port())) {
            RawAnswer answer = client.ask("GET", target).answer();
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.body()).contains("BAD_REQUEST");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET|/v1/tubes/t/consume|POST",
                "GET|/v1/consume|POST",
                "PUT|/v1/tubes/t/jobs|GET, HEAD, POST",
                "POST|/v1/tubes/t/jobs/a|DELETE, GET, HEAD, PATCH, PUT",
                "PATCH|/v1/tubes/t|DELETE, GET, HEAD, PUT",
                "GET|/v1/tubes/t/jobs/a/finish|POST",
                "HEAD|/v1/tubes/t/pause|POST",
                "DELETE|/v1/tubes|GET, HEAD",
                "POST|/metrics|GET, HEAD",
                "OPTIONS|/v1/tubes/t|DELETE, GET, HEAD, PUT",
                "BREW|/v1/tubes/t|DELETE, GET, HEAD, PUT"
            })
    void aMethodThatACallDoesNotHaveIsRefusedWithThoseItHas(String method, String path, String allowed) {
        Answer answer = wire.send(method, path, new byte[0]);
        assertThat(answer.header("Allow")).isEqualTo(allowed);
        if (method.equals("HEAD")) {
            answer.is(405);
        } else {
            answer.isProblem(405, "BAD_REQUEST", "method: expected " + allowed + ", got " + method);
        }
    }

    @Test
    void headIsTheGetWithoutItsBody() {
        wire.put("/v1/tubes/t/jobs/a", "hello").is(201);
        Answer get = wire.get("/v1/tubes/t/jobs/a/payload").is(200);
        try (RawClient client = new RawClient(wire.port())) {
            client.ask("HEAD", "/v1/tubes/t/jobs/a/payload");
            client.say("GET /v1/tubes/t/jobs/a/payload HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
            String all = client.rest();
            String length = "Content-Length: " + get.bytes().length;
            assertThat(all.split("(?i)" + length, -1)).hasSize(3);
            assertThat(all.split("hello", -1)).hasSize(2);
        }
        assertThat(wire.send("HEAD", "/v1/tubes/u", new byte[0]).is(404).bytes())
                .isEmpty();
    }

    @Test
    void bytesThatAreNoPathAreRefused() {
        for (String path :
                new String[] {"/v1/tubes/%", "/v1/tubes/%2", "/v1/tubes/%zz", "/v1/tubes/%ff", "/v1/tubes/%c0%af"}) {
            try (RawClient client = new RawClient(wire.port()).ask("GET", path)) {
                RawAnswer answer = client.answer();
                assertThat(answer.status()).as(path).isEqualTo(400);
                assertThat(answer.body()).contains("URI: expected percent-encoded UTF-8");
            }
        }
    }

    @Test
    void aRequestLineOfSixteenKibibytesIsTakenAndMoreIsRefused() {
        String start = "GET /v1/tubes?limit=5&x=";
        String end = " HTTP/1.1";
        int room = 16 * 1024 - start.length() - end.length();
        try (RawClient client = new RawClient(wire.port())) {
            client.say(start + "x".repeat(room) + end + "\r\nHost: h\r\n\r\n");
            assertThat(client.answer().body()).contains("query: expected only");
            client.say(start + "x".repeat(room + 1) + end + "\r\nHost: h\r\n\r\n");
            RawAnswer refused = client.answer();
            assertThat(refused.status()).isEqualTo(414);
            assertThat(refused.body())
                    .contains("\"code\":\"BAD_REQUEST\"", "request line: expected at most 16384 bytes");
            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void headersOfMoreThanEightKibibytesAreRefused() {
        try (RawClient client = new RawClient(wire.port())) {
            client.say("GET /version HTTP/1.1\r\nHost: h\r\nX: " + "x".repeat(8000) + "\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(200);
            client.say("GET /version HTTP/1.1\r\nHost: h\r\nX: " + "x".repeat(8192) + "\r\n\r\n");
            RawAnswer refused = client.answer();
            assertThat(refused.status()).isEqualTo(431);
            assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello\r\n\r\n",
                "GET\r\n\r\n",
                "\u0000\u0001\u0002\r\n\r\n",
                "GET /version HTTP/1.1\r\nHost : h\r\n\r\n",
                "GET /version HTTP/1.1\r\nno colon\r\n\r\n",
                "PUT /v1/tubes/t/jobs/a HTTP/1.1\r\nContent-Length: x\r\n\r\n",
                "PUT /v1/tubes/t/jobs/a HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                "PUT /v1/tubes/t/jobs/a HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
                "PUT /v1/tubes/t/jobs/a HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "PUT /v1/tubes/t/jobs/a HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n"
            })
    void whatIsNoHttpIsRefused(String text) {
        try (RawClient client = new RawClient(wire.port()).say(text)) {
            RawAnswer refused = client.answer();
            assertThat(refused.status()).isBetween(400, 499);
            assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(client.rest()).isEmpty();
        }
        wire.get("/v1/tubes/t").is(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: x\r\n\r\n",
                "Content-Length: -1\r\n\r\n",
                "Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
                "Content-Length: 1\r\nContent-Length: 1\r\n\r\nx",
                "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "Content-Length: 99999999999999999999\r\n\r\n"
            })
    void aLengthThatIsNoneIsNamed(String rest) {
        try (RawClient client =
                new RawClient(wire.port()).say("PUT /v1/tubes/t/jobs/a HTTP/1.1\r\nHost: h\r\n" + rest)) {
            RawAnswer refused = client.answer();
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.body()).contains("Content-Length: expected one whole number and no Transfer-Encoding");
        }
    }

    @Test
    void aRequestNamesItsHostOnce() {
        try (RawClient client = new RawClient(wire.port())) {
            client.say("GET /version HTTP/1.1\r\n\r\n");
            RawAnswer without = client.answer();
            assertThat(without.status()).isEqualTo(400);
            assertThat(without.body()).contains("Host: expected one, got none");
            client.say("GET /version HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");
            assertThat(client.answer().body()).contains("Host: expected one, got 2 of them");
            client.say("GET /version HTTP/1.1\r\nHost:\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(200);
            client.say("GET /version HTTP/1.0\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void theNameOfAnotherSiteThatLeadsHereIsRefusedWhileNobodyIsAsked() {
        try (RawClient client = new RawClient(wire.port())) {
            client.say("GET /v1/tubes HTTP/1.1\r\nHost: evil.example:9521\r\nAccept-Language: en\r\n\r\n");
            RawAnswer refused = client.answer();
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.body()).contains("\"FORBIDDEN\"", "to allow the name: --allowed-hosts evil.example");
            client.say("GET /api/tube/list HTTP/1.1\r\nHost: evil.example\r\nAccept-Language: en\r\n\r\n");
            RawAnswer inItsForm = client.answer();
            assertThat(inItsForm.status()).isEqualTo(403);
            assertThat(inItsForm.body()).startsWith("{\"code\":").contains("\"desc\":");
            client.say("GET /v1/tubes HTTP/1.1\r\nHost: broker:9521\r\nAccept-Language: en\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void aConnectionServesManyRequestsAndClosesWhenAsked() {
        try (RawClient client = new RawClient(wire.port())) {
            for (int i = 0; i < 100; i++) {
                client.ask("GET", "/version");
            }
            for (int i = 0; i < 100; i++) {
                assertThat(client.answer().status()).isEqualTo(200);
            }
            client.say("GET /version HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
            assertThat(client.answer().header("Connection")).isEqualTo("close");
            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void anUpgradeToHttp2IsNotTaken() {
        try (RawClient client = new RawClient(wire.port())) {
            client.say("GET /version HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, HTTP2-Settings\r\n");
            client.say("Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    /** The last is how a client begins that knows HTTP/2 to be spoken here. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /version HVTP/1.1",
                "GET /version http/1.1",
                "GET /version HTTP/1.2",
                "GET /version HTTP/3.0",
                "GET /version H\u00d4TP/1.0",
                "PRI * HTTP/2.0"
            })
    void whatIsNoVersionThatWeSpeakIsRefusedInOneThatWeDo(String start) {
        try (RawClient client = new RawClient(wire.port()).say(start + "\r\nHost: h\r\n\r\n")) {
            RawAnswer refused = client.answer();
            assertThat(refused.head().get(0)).isEqualTo("HTTP/1.1 400 Bad Request");
            assertThat(refused.body()).contains("request: expected HTTP/1.1, got something else");
            assertThat(refused.header("Connection")).isEqualTo("close");
            assertThat(client.rest()).isEmpty();
        }
    }

    /** Only then does a client of HTTP/1.0 that asked to keep the connection know that it cannot. */
    @Test
    void aRefusalOfAnOlderRequestSaysThatItIsTheLastAnswer() {
        String head = "GET /version HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: x\r\n\r\n";
        try (RawClient client = new RawClient(wire.port()).say(head)) {
            RawAnswer refused = client.answer();
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.header("Connection")).isEqualTo("close");
            assertThat(client.rest()).isEmpty();
        }
    }
}
