package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.harness.RunningBroker;
import io.grape.redis.TestRedis;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A broker of 128 MB refuses bodies of up to 16 MB, whatever is in them, and goes on. */
@Tag("apart")
final class SmallHeapBodiesTest {
    private static final String HUGE = '"' + "a".repeat(15_900_000) + "\u4e00\"";
    private static final String MANY =
            IntStream.range(0, 3_500_000).mapToObj(i -> "\"a\"").collect(Collectors.joining(",", "[", "]"));

    private final RunningBroker broker = RunningBroker.start(
                    Map.of("JAVA_TOOL_OPTIONS", "-Xmx128m"),
                    "--http-port=0",
                    "--redis=" + TestRedis.uri(),
                    "--namespace=" + TestRedis.newNamespace(),
                    "--allow-unsafe-redis=true")
            .awaitReady();

    @AfterEach
    void close() {
        assertThat(broker.process().isAlive()).isTrue();
        assertThat(broker.out() + broker.err()).doesNotContain("OutOfMemory");
        assertThat(broker.call("PUT", "/v1/tubes/t/jobs/after", "x").statusCode())
                .isBetween(200, 299);
        broker.close();
    }

    /** Some of those that come at the same time may find no room. */
    private void assertRefused(String method, String path, String body, String detail) {
        HttpResponse<String> one = broker.call(method, path, body);
        assertThat(one.body()).contains(detail);
        assertThat(one.body().length()).isLessThan(1000);
        List<CompletableFuture<HttpResponse<String>>> some = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            some.add(broker.send(method, path, body));
        }
        assertThat(some).allSatisfy(call -> assertThat(call.join().statusCode()).isIn(200, 400, 503));
    }

    @Test
    void labelsOfAProduce() {
        assertRefused(
                "POST",
                "/v1/tubes/t/jobs",
                "{\"payload\":1,\"labels\":" + MANY + "}",
                "labels: expected at most 8, got 3500000");
    }

    @Test
    void labelsOfAChange() {
        assertThat(broker.call("PUT", "/v1/tubes/t/jobs/j", "x").statusCode()).isEqualTo(201);
        assertRefused(
                "PATCH",
                "/v1/tubes/t/jobs/j",
                "{\"labels\":" + MANY.substring(0, 1_999_997) + "\"a\"]}",
                "labels: expected at most 8, got ");
    }

    @Test
    void headersOfAProduce() {
        String headers = IntStream.range(0, 1_200_000)
                .mapToObj(i -> '"' + Integer.toHexString(i) + "\":\"\"")
                .collect(Collectors.joining(",", "{", "}"));
        assertRefused(
                "POST",
                "/v1/tubes/t/jobs",
                "{\"payload\":1,\"headers\":" + headers + "}",
                "job headers: expected at most 16, got 1200000");
    }

    @Test
    void longIdOfAProduce() {
        assertRefused(
                "POST", "/v1/tubes/t/jobs", "{\"payload\":1,\"id\":" + HUGE + "}", "id: expected at most 16384 bytes");
    }

    @Test
    void longTextInAPlaceOfAnotherKind() {
        assertRefused(
                "POST", "/v1/tubes/t/jobs", "{\"payload\":1,\"ttrMs\":" + HUGE + "}", "ttrMs: expected a whole number");
    }

    @Test
    void longLabelOfAProduce() {
        assertRefused(
                "POST",
                "/v1/tubes/t/jobs",
                "{\"payload\":1,\"labels\":[" + HUGE + "]}",
                "labels: expected at most 16384 bytes");
    }

    @Test
    void longHeaderOfAProduce() {
        assertRefused(
                "POST",
                "/v1/tubes/t/jobs",
                "{\"payload\":1,\"headers\":{\"a\":" + HUGE + "}}",
                "headers: expected at most 16384 bytes");
    }

    @Test
    void longNumberOfAProduce() {
        assertRefused(
                "POST",
                "/v1/tubes/t/jobs",
                "{\"payload\":1,\"weight\":" + "1".repeat(15_900_000) + "}",
                "weight: expected at most 16384 bytes");
    }

    @Test
    void longTextThatIsNoBase64() {
        assertRefused(
                "POST",
                "/v1/tubes/t/jobs",
                "{\"payloadBase64\":" + HUGE + "}",
                "payloadBase64: expected standard Base64");
    }

    @Test
    void longIdOfAnAcknowledgement() {
        assertRefused(
                "POST",
                "/v1/tubes/t/acks",
                "[{\"op\":\"finish\",\"lease\":\"1\",\"id\":" + HUGE + "}]",
                "id: expected at most 16384 bytes");
    }

    @Test
    void schedulesWithLongPayloadsThatManyReadAtATime() {
        assertThat(broker.call("PUT", "/v1/tubes/t", "{}").statusCode()).isEqualTo(201);
        String schedule = "{\"cron\":\"0 0 1 1 *\",\"payload\":\"" + "x".repeat(255_000) + "\"}";
        assertThat(broker.call("PUT", "/v1/tubes/t/schedules/s", schedule).statusCode())
                .isEqualTo(201);
        List<CompletableFuture<HttpResponse<String>>> reads = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            reads.add(broker.send("GET", "/v1/tubes/t/schedules/s", ""));
        }
        assertThat(reads)
                .extracting(read -> read.join().statusCode())
                .contains(200)
                .isSubsetOf(200, 503);
    }

    @Test
    void longReasonOfAnImport() {
        assertRefused(
                "POST",
                "/v1/tubes/t/import",
                "[{\"payload\":1,\"id\":\"a\",\"failedAt\":\"2027-01-31T09:30:00Z\",\"reason\":" + HUGE + "}]",
                "reason: expected at most 16384 bytes");
    }
}
