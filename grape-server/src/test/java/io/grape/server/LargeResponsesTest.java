package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.embedded.EmbeddedRedis;
import io.grape.harness.RunningBroker;
import io.grape.redis.RedisStore;
import io.grape.redis.RedisStoreOptions;
import io.grape.redis.script.StoreListener;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
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
    private static void fail(RedisStore store, TubeName tube, int first) {
        List<NewJob> jobs = IntStream.range(first, first + BATCH)
                .mapToObj(i -> NewJob.of(new JobId(Integer.toString(i)), Payload.binary(new byte[] {1})))
                .toList();
        Node.get(store.broker().produce(tube, jobs));
        List<Acknowledgement> failed = Node.get(store.broker().consume(tube, BATCH, Duration.ZERO)).jobs().stream()
                .<Acknowledgement>map(job -> new Acknowledgement.Bury(
                        job.id(),
                        job.requireLease(),
                        reason(Integer.parseInt(job.id().value())),
                        null))
                .toList();
        assertThat(failed).hasSize(BATCH);
        Node.get(store.broker().acknowledge(tube, failed)).forEach(ItemResult::get);
    }

    /** Past the broker, which takes long for it with so small a heap. */
    private void fail() {
        RedisStoreOptions options = new RedisStoreOptions(
                EmbeddedRedis.running(data).orElseThrow(),
                "grape",
                "filler",
                Duration.ofSeconds(30),
                Duration.ofSeconds(6));
        try (RedisStore store = RedisStore.open(options, StoreListener.NONE)) {
            for (int tube = 0; tube < TUBES; tube++) {
                for (int first = 0; first < JOBS; first += BATCH) {
                    fail(store, new TubeName("t" + tube), first);
                }
            }
        }
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
        fail();
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
