package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import io.grape.server.http.RawClient.RawAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which paths mean a call: as they were sent, with nothing removed, and each segment decoded once. */
class PathsTest {
    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    private final Wire wire = Wire.to(server);

    @ParameterizedTest
    @CsvSource({
        "GET, /v1/%74ubes?limit=1, 200, tubes",
        "GET, /%76ersion?x=1, 400, query: expected no parameters",
        "POST, /v1/tubes/t/consum%65, 200, jobs",
        "GET, //api///tube/list/, 200, []",
        "GET, /api/tube/list%2F, 404, invalid path:/api/tube/list%2F",
        "GET, /v1/tubes/, 400, tube: expected",
        "GET, /version/, 404, there is no call /version/",
        "GET, /v1//tubes, 404, there is no call",
        "GET, /v1/./tubes, 404, there is no call",
        "GET, /v1/users/../tubes, 404, there is no call",
        "PUT, /v1/tubes/t/jobs/.., 400, id: expected",
        "GET, /v1/tubes/t/jobs/.., 404, _NOT_FOUND",
        "GET, /v1/tubes/t/jobs/%2E%2E/explain, 404, _NOT_FOUND",
        "POST, /v1/tubes/t/jobs/./kick, 404, _NOT_FOUND",
        "GET, /openapi-json, 404, there is no call",
        "GET, /%76ersions, 404, there is no call /%76ersions",
        "GET, /nowhere/%zz, 400, 'URI: expected percent-encoded UTF-8'"
    })
    void aPathIsReadAsItWasSent(String method, String path, int status, String said) {
        assertThat(answer(method, path, "h").status()).isEqualTo(status);
        assertThat(answer(method, path, "h").body()).contains(said);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DELETE | /v1/tubes/t/jobs | GET, HEAD, POST",
                "POST | /v1/tubes/t/jobs/a | DELETE, GET, HEAD, PATCH, PUT",
                "GET | /v1/tubes/t/consume | POST",
                "PATCH | /%76ersion | GET, HEAD",
                "POST | /api/job/consume | GET"
            })
    void theMethodsOfAPathAreNamed(String method, String path, String allowed) {
        RawAnswer answer = answer(method, path, "h");

        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).isEqualTo(allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"...", "a%2Fb", "a%252Fb", "a+b", "a;b", "%C3%A9", "..%2F..%2Fversion"})
    void aJobIsFoundByItsIdDecodedOnce(String id) {
        String path = "/v1/tubes/t/jobs/" + id;
        assertThat(answer("PUT", path, "h").status()).isEqualTo(201);
        assertThat(answer("GET", path, "h").status()).isEqualTo(200);
        assertThat(answer("DELETE", path, "h").status()).isEqualTo(204);
        assertThat(answer("GET", path, "h").status()).isEqualTo(404);
    }

    /** By all calls alike, whether the router could read it or not. */
    @Test
    void aProgramMayCallByAnyHost() {
        wire.put("/v1/tubes/t/jobs/a", "x").is(201);
        for (String host : new String[] {"", "a b", "[::1", "h:x", "a_b:80"}) {
            assertThat(answer("GET", "/version", host).status()).as(host).isEqualTo(200);
            assertThat(answer("POST", "/v1/tubes/t/consume", host).status())
                    .as(host)
                    .isEqualTo(200);
        }
    }

    private RawAnswer answer(String method, String path, String host) {
        try (RawClient client = new RawClient(wire.port())) {
            return client.say(method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                    .answer();
        }
    }
}
