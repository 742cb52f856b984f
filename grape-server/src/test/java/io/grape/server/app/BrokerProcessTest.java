package io.grape.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.harness.RedisNode;
import io.grape.harness.RunningBroker;
import io.grape.process.FreePorts;
import io.grape.server.SlowRequest;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The broker as a process: how it comes up, and how it goes down. */
@Tag("apart")
class BrokerProcessTest {
    private static final Pattern TRIES_AGAIN = Pattern.compile("will retry");

    @TempDir
    Path directory = Path.of("");

    @Test
    void withoutARedisItBringsItsOwnAndLosesNothingInARestart() {
        try (RunningBroker first = onDirectory()) {
            produce(first, "kept");
            assertThat(first.terminate()).isZero();
            assertThat(first.err()).isEmpty();
            assertRedisIsGone(first);
        }
        try (RunningBroker second = onDirectory()) {
            assertThat(consume(second)).contains("\"id\":\"kept\"");
            assertThat(second.terminate()).isZero();
        }
    }

    @Test
    void aBrokerThatWasKilledLeavesNothingInTheWay() {
        try (RunningBroker first = onDirectory()) {
            produce(first, "kept");
            first.kill();
        }
        try (RunningBroker second = onDirectory()) {
            assertThat(consume(second)).contains("\"id\":\"kept\"");
        }
    }

    @Test
    void aBrokerThatWasKilledLeavesNoTemporaryFiles() throws IOException {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        Map<String, String> environment = Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary);
        String data = directory.resolve("data").toString();
        try (RunningBroker broker = RunningBroker.start(environment, "--http-port", "0", "--data-dir", data)) {
            broker.awaitReady().kill();
        }
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void aRedisThatDiesComesBackWithItsJobsAndItsBrokerGoesOn() throws IOException {
        try (RunningBroker broker = onDirectory()) {
            produce(broker, "kept");
            long died = redisPid();
            ProcessHandle.of(died).orElseThrow().destroyForcibly();

            broker.awaitOut(Pattern.compile("ERROR .*the embedded Redis ended by itself"));
            await().atMost(RunningBroker.PATIENCE)
                    .until(() -> broker.call("GET", "/health/ready", "").statusCode() == 200 && redisPid() != died);
            assertThat(consume(broker)).contains("\"id\":\"kept\"");
            assertThat(broker.terminate()).isZero();
        }
    }

    @Test
    void aRedisThatCannotComeBackEndsItsBroker() throws IOException {
        try (RunningBroker broker = onDirectory()) {
            Path manifest = directory.resolve("appendonlydir").resolve("appendonly.aof.manifest");
            Files.writeString(manifest, "not a manifest\n");
            ProcessHandle.of(redisPid()).orElseThrow().destroyForcibly();

            assertThat(broker.awaitExit(RunningBroker.PATIENCE)).isEqualTo(1);
            assertThat(broker.out()).containsPattern("ERROR .*cannot start the embedded Redis again: .*redis.log");
        }
    }

    @Test
    void sigtermDoesNotCutShortAnEndThatIsUnderWay() throws IOException {
        try (RunningBroker broker = onDirectory();
                SlowRequest inFlight = SlowRequest.begin(broker.port(), "/v1/tubes/orders/jobs/late", "payload")) {
            Path manifest = directory.resolve("appendonlydir").resolve("appendonly.aof.manifest");
            Files.writeString(manifest, "not a manifest\n");
            ProcessHandle.of(redisPid()).orElseThrow().destroyForcibly();
            broker.awaitOut(Pattern.compile("ERROR .*cannot start the embedded Redis again"));

            broker.process().destroy();

            assertThat(inFlight.end()).startsWith("HTTP/1.1 503 ");
            assertThat(broker.awaitExit(RunningBroker.PATIENCE)).isEqualTo(1);
        }
    }

    @Test
    void sigtermAnswersThoseWhoWaitAndThoseWhoAreBeingServed() throws IOException {
        try (RunningBroker broker = onDirectory();
                SlowRequest inFlight = SlowRequest.begin(broker.port(), "/v1/tubes/orders/jobs/late", "payload")) {
            List<CompletableFuture<String>> waiting = IntStream.range(0, 20)
                    .mapToObj(i -> broker.send("POST", "/v1/tubes/empty/consume?waitMs=60000", "")
                            .thenApply(answer -> answer.statusCode() + " " + answer.body()))
                    .toList();
            await().atMost(RunningBroker.PATIENCE)
                    .until(() -> broker.call("GET", "/metrics", "").body().contains("grape_consumers_parked 20.0"));

            broker.process().destroy();

            assertThat(waiting).allSatisfy(answer -> assertThat(answer.join()).isEqualTo("200 {\"jobs\":[]}"));
            assertThat(inFlight.end()).startsWith("HTTP/1.1 201 ");
            assertThat(broker.awaitExit(RunningBroker.PATIENCE)).isZero();
        }
        try (RunningBroker next = onDirectory()) {
            assertThat(consume(next)).contains("\"id\":\"late\"");
        }
    }

    @Test
    void aBrokerThatGoesDownStillListensForAWhileAndSaysSo() {
        try (RunningBroker broker = RunningBroker.start("--http-port=0", "--data-dir=" + directory, "--drain-ms=3000")
                .awaitReady()) {
            produce(broker, "a");
            String job = broker.call("POST", "/v1/tubes/orders/consume", "").body();
            String lease = job.replaceFirst("(?s).*\"lease\":\"(\\d+)\".*", "$1");
            CompletableFuture<HttpResponse<String>> waiting =
                    broker.send("POST", "/v1/tubes/empty/consume?waitMs=60000", "");
            await().atMost(RunningBroker.PATIENCE)
                    .until(() -> broker.call("GET", "/metrics", "").body().contains("grape_consumers_parked 1.0"));

            broker.process().destroy();

            saysGoodbye(waiting.join(), 200, "{\"jobs\":[]}");
            for (int i = 0; i < 3; i++) {
                saysGoodbye(broker.call("GET", "/health/ready", ""), 503, "draining");
            }
            HttpResponse<String> refused = broker.call("PUT", "/v1/tubes/orders/jobs/b", "payload");
            saysGoodbye(refused, 503, "DRAINING");
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            saysGoodbye(broker.call("POST", "/v1/tubes/orders/jobs/a/finish?lease=" + lease, ""), 200, "finished");
            assertThat(broker.process().isAlive()).isTrue();
            assertThat(broker.awaitExit(Duration.ofSeconds(10))).isZero();
        }
    }

    private static void saysGoodbye(HttpResponse<String> answer, int status, String body) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains(body);
        assertThat(answer.headers().firstValue("Connection")).hasValue("close");
    }

    @Test
    void aBrokerThatNobodyCallsGoesDownAtOnce() {
        try (RunningBroker broker = RunningBroker.start("--http-port=0", "--data-dir=" + directory, "--drain-ms=8000")
                .awaitReady()) {
            broker.process().destroy();
            assertThat(broker.awaitExit(Duration.ofSeconds(6))).isZero();
        }
    }

    @Test
    void theLongestDrainOfABrokerWithARequestThatNeverEndsTakesNoMoreThanTenSeconds() throws IOException {
        try (RunningBroker broker = RunningBroker.start("--http-port=0", "--data-dir=" + directory, "--drain-ms=8000")
                        .awaitReady();
                SlowRequest stuck = SlowRequest.begin(broker.port(), "/v1/tubes/orders/jobs/late", "payload")) {
            assertThat(broker.terminate()).isZero();
            assertThat(stuck).isNotNull();
        }
    }

    @Test
    void itDoesNotMatterWhetherRedisOrTheBrokerIsStartedFirst() {
        int port = FreePorts.one();
        try (RunningBroker broker = RunningBroker.start(
                "--http-port=-1", "--allow-unsafe-redis=true", "--redis=redis://127.0.0.1:" + port)) {
            broker.awaitOut(TRIES_AGAIN);
            try (RedisNode redis = RedisNode.start(directory, port, "--maxmemory-policy", "allkeys-lru")) {
                broker.awaitReady();
                assertThat(broker.http()).isEqualTo("off");
                assertThat(broker.redis()).isEqualTo(redis.uri());
                assertThat(broker.out())
                        .contains("maxmemory-policy: expected noeviction, got allkeys-lru")
                        .contains("appendonly: expected yes, got no");
                assertThat(broker.terminate()).isZero();
            }
        }
    }

    @Test
    void sigtermEndsAStartThatWaitsForRedis() {
        try (RunningBroker broker = RunningBroker.start("--redis=redis://127.0.0.1:" + FreePorts.one())) {
            broker.awaitOut(TRIES_AGAIN);
            assertThat(broker.terminate()).isZero();
        }
    }

    private RunningBroker onDirectory() {
        return RunningBroker.start("--http-port=0", "--data-dir=" + directory).awaitReady();
    }

    private static void produce(RunningBroker broker, String id) {
        assertThat(broker.call("PUT", "/v1/tubes/orders/jobs/" + id, "payload").statusCode())
                .isEqualTo(201);
    }

    private static String consume(RunningBroker broker) {
        return broker.call("POST", "/v1/tubes/orders/consume?waitMs=20000", "").body();
    }

    private long redisPid() throws IOException {
        return Long.parseLong(Files.readString(directory.resolve("redis.pid")).strip());
    }

    private static void assertRedisIsGone(RunningBroker broker) {
        URI redis = URI.create(broker.redis());
        assertThatThrownBy(() -> new Socket(redis.getHost(), redis.getPort()).close())
                .isInstanceOf(ConnectException.class);
    }
}
