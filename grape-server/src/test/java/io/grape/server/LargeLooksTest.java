package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker with a small heap, asked by many at a time for what takes much to be told. */
class LargeLooksTest {
    private static final Map<String, String> SMALL_HEAP = Map.of("JAVA_TOOL_OPTIONS", "-Xmx64m");
    private static final int CALLERS = 8;
    private static final int JOBS = 20;

    @TempDir
    private Path data;

    private RunningBroker broker;

    @BeforeEach
    void start() {
        broker = RunningBroker.start(SMALL_HEAP, "--http-port", "0", "--data-dir", data.toString())
                .awaitReady();
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    private String called(String method, String path, String body) {
        HttpResponse<String> answer = broker.call(method, path, body);
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        return answer.body();
    }

    @Test
    void whatAnOperationWouldBeAboutIsShownInBoundedMemory() {
        String payload = "x".repeat(1024 * 1024);
        for (int job = 0; job < JOBS; job++) {
            called("PUT", "/v1/tubes/t/jobs/" + job, payload);
        }
        String wanted = "{\"kind\":\"delete\",\"tube\":\"t\",\"state\":\"ready\",\"dryRun\":true}";
        assertThat(called("POST", "/v1/operations", wanted)).contains("\"matching\":" + JOBS);
        List<CompletableFuture<HttpResponse<String>>> calls = IntStream.range(0, CALLERS)
                .mapToObj(i -> broker.send("POST", "/v1/operations", wanted))
                .toList();
        assertThat(calls)
                .extracting(call -> call.join().statusCode())
                .contains(200)
                .isSubsetOf(200, 503);
        assertThat(called("GET", "/health/live", "")).isNotEmpty();
        assertThat(broker.process().isAlive()).isTrue();
        assertThat(broker.err()).doesNotContain("OutOfMemoryError");
    }
}
