package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.harness.RunningBroker;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker with a small heap, asked by many at a time for what takes much to be told. */
@Tag("slow")
class LargeResponsesTest {
    private static final Map<String, String> SMALL_HEAP = Map.of("JAVA_TOOL_OPTIONS", "-Xmx64m");
    private static final Pattern HANDED_OUT = Pattern.compile("\"id\":\"([^\"]+)\"[^{}]*?\"lease\":\"?([0-9a-f]+)");
    private static final int TUBES = 6;
    private static final int JOBS = 10_000;
    private static final int BATCH = 500;

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

    /** Each for a reason of its own, as long as one may be. */
    private void fail(String tube, int first) {
        called(
                "POST",
                "/v1/tubes/" + tube + "/jobs",
                IntStream.range(first, first + BATCH)
                        .mapToObj(i -> "{\"id\":\"" + i + "\",\"payload\":1}")
                        .collect(Collectors.joining(",", "[", "]")));
        String handed = called("POST", "/v1/tubes/" + tube + "/consume?max=" + BATCH, "");
        List<MatchResult> jobs = HANDED_OUT.matcher(handed).results().toList();
        assertThat(jobs).as(handed).hasSize(BATCH);
        called(
                "POST",
                "/v1/tubes/" + tube + "/acks",
                jobs.stream()
                        .map(job -> "{\"id\":\"" + job.group(1) + "\",\"lease\":\"" + job.group(2)
                                + "\",\"op\":\"bury\",\"reason\":\"" + reason(Integer.parseInt(job.group(1))) + "\"}")
                        .collect(Collectors.joining(",", "[", "]")));
    }

    private static String reason(int job) {
        String letters = Integer.toString(job)
                .chars()
                .mapToObj(digit -> String.valueOf((char) ('q' + digit - '0')))
                .collect(Collectors.joining());
        return letters + "\u8ba2".repeat(1000 - letters.length());
    }

    private void assertThatItAnswers(List<CompletableFuture<HttpResponse<String>>> calls) {
        assertThat(calls)
                .extracting(call -> call.join().statusCode())
                .contains(200)
                .isSubsetOf(200, 503);
        assertThat(called("GET", "/health/live", "")).isNotEmpty();
        assertThat(broker.process().isAlive()).isTrue();
        assertThat(broker.err()).doesNotContain("OutOfMemoryError");
    }

    @Test
    void whyJobsFailedIsToldInBoundedMemory() {
        for (int tube = 0; tube < TUBES; tube++) {
            for (int first = 0; first < JOBS; first += BATCH) {
                fail("t" + tube, first);
            }
        }
        assertThat(called("GET", "/v1/tubes/t0/failures?limit=1", ""))
                .contains("\"searched\":" + JOBS + ",\"of\":" + JOBS);
        assertThatItAnswers(IntStream.range(0, TUBES)
                .mapToObj(tube -> broker.send("GET", "/v1/tubes/t" + tube + "/failures?limit=1000", ""))
                .toList());
    }

    @Test
    void whatAnOperationWouldBeAboutIsShownInBoundedMemory() {
        String payload = "x".repeat(1024 * 1024);
        for (int job = 0; job < 20; job++) {
            called("PUT", "/v1/tubes/t/jobs/" + job, payload);
        }
        String wanted = "{\"kind\":\"delete\",\"tube\":\"t\",\"state\":\"ready\",\"dryRun\":true}";
        assertThat(called("POST", "/v1/operations", wanted)).contains("\"matching\":20");
        assertThatItAnswers(IntStream.range(0, TUBES)
                .mapToObj(i -> broker.send("POST", "/v1/operations", wanted))
                .toList());
    }
}
