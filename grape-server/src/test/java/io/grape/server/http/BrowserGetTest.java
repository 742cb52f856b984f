package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import io.grape.server.access.Right;
import io.grape.server.http.RawClient.RawAnswer;
import io.grape.server.http.call.Endpoint;
import io.vertx.core.http.HttpMethod;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a browser sends without a script, a picture or a link say, changes nothing. */
class BrowserGetTest {
    private static final Set<Right> CHANGING = Set.of(
            Right.JOBS_PRODUCE,
            Right.JOBS_CONSUME,
            Right.JOBS_KICK,
            Right.JOBS_DELETE,
            Right.JOBS_FORCE,
            Right.JOBS_PURGE,
            Right.TUBES_PAUSE,
            Right.TUBES_ADMIN,
            Right.OPERATIONS_RUN);

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    private final Wire wire = Wire.to(server);

    /** A presence call changes nothing but what this broker knows of a worker whose id nobody can guess. */
    @Test
    void theOnlyGetThatChangesJobsIsTheConsumeOfGrape13() {
        assertThat(HttpApi.calls(FakePorts.behind(CompletableFuture::new), () -> false).stream()
                        .filter(call -> call.method().equals(HttpMethod.GET) && CHANGING.contains(call.right()))
                        .map(Endpoint::path))
                .containsExactly("/v1/workers/{worker}/presence", "/api/job/consume");
    }

    private int consume(String headers) {
        try (RawClient client = new RawClient(wire.port())) {
            client.say("GET /api/job/consume?tube=t HTTP/1.1\r\nHost: 127.0.0.1:" + wire.port() + "\r\n" + headers
                    + "\r\n\r\n");
            RawAnswer answer = client.answer();
            return answer.status();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sec-Fetch-Mode: no-cors",
                "Sec-Fetch-Mode: no-cors\r\nSec-Fetch-Site: same-origin",
                "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Site: none",
                "Sec-Fetch-Mode: cors\r\nSec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site",
                "Origin: http://evil.example",
                "Origin: null",
                "Accept-Language: en",
                "Referer: http://evil.example/",
                "Referer: http://127.0.0.1/"
            })
    void aBrowserConsumesNothingByGet(String headers) {
        wire.put("/v1/tubes/t/jobs/a", "x").is(201);
        assertThat(consume(headers)).isEqualTo(403);
        assertThat(wire.get("/v1/tubes/t/jobs/a").is(200).json().getString("state"))
                .isEqualTo("ready");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Accept: application/json",
                // What fetch of Node.js sends.
                "Accept-Language: *\r\nSec-Fetch-Mode: cors",
                "Sec-Fetch-Mode: cors\r\nSec-Fetch-Site: same-origin\r\nAccept-Language: en"
            })
    void aProgramAndAScriptOfThisOriginConsume(String headers) {
        wire.put("/v1/tubes/t/jobs/a", "x").is(201);
        assertThat(consume(headers)).isEqualTo(200);
        assertThat(wire.get("/v1/tubes/t/jobs/a").is(200).json().getString("state"))
                .isEqualTo("retained");
    }
}
