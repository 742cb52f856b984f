package io.grape.server.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Two brokers behind a balancer, and what clients see while their processes come and go. */
@Tag("apart")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RollingRestartTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final List<String> PARTS = List.of("redis", "broker1", "broker2", "balancer");

    @TempDir
    Path directory = Path.of("");

    private @Nullable RunningCluster running;

    @BeforeAll
    void startBehindABalancer(@TempDir Path shared) throws IOException {
        RunningCluster.assumePossible();
        running = RunningCluster.start(shared, "--drain-ms=2000");
    }

    @AfterAll
    void end() {
        if (running != null) {
            running.close();
        }
    }

    private RunningCluster cluster() {
        return Objects.requireNonNull(running);
    }

    @Test
    void rollingRestartsUnderLoadLoseNothingAndTellClientsNoMoreThanToTryAgain() throws Exception {
        Load load = new Load(cluster().http(), "restarted", Duration.ofMinutes(10));
        load.start();
        for (int broker : new int[] {1, 2, 1, 2}) {
            load.awaitMore();
            ProcessHandle old = cluster().part("broker" + broker);
            old.destroy();
            cluster().awaitSuccessor(broker, old);
        }
        load.finishAll();

        assertThat(load.faults).isEmpty();
        assertThat(load.cutOff).isEmpty();
        assertThat(load.finished).containsExactlyInAnyOrderElementsOf(load.produced);
    }

    @Test
    void aBrokerThatIsKilledUnderLoadCutsOffNoMoreThanTheCallsThatItHad() throws Exception {
        Load load = new Load(cluster().http(), "killed", Duration.ofSeconds(10));
        load.start();
        for (int broker : new int[] {1, 2}) {
            load.awaitMore();
            ProcessHandle old = cluster().part("broker" + broker);
            old.destroyForcibly();
            old.onExit().get(SOON.toSeconds(), TimeUnit.SECONDS);
            long gone = System.nanoTime();
            cluster().awaitSuccessor(broker, old);
            load.awaitMore();

            assertThat(load.cutOff).allMatch(begun -> begun - gone < 0);
            load.cutOff.clear();
        }
        load.finishAll();

        assertThat(load.faults).isEmpty();
        assertThat(load.finished).containsAll(load.produced);
    }

    @Test
    void aCallThatItsBrokerTookAlongIsAnsweredThatItMayHaveBeenRun() throws Exception {
        CompletableFuture<HttpResponse<String>> waiting =
                RunningCluster.callAsync("POST", cluster().http() + "/v1/tubes/empty/consume?waitMs=60000");
        await().atMost(SOON).until(() -> parkedAt().size() == 1);
        int broker = parkedAt().get(0);
        ProcessHandle old = cluster().part("broker" + broker);
        old.destroyForcibly();
        HttpResponse<String> answer = waiting.get(SOON.toSeconds(), TimeUnit.SECONDS);
        cluster().awaitSuccessor(broker, old);

        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body()).contains("\"code\":\"INTERNAL\"").contains("may have been run");
    }

    @Test
    void aBalancerThatIsKilledIsStartedAgain() throws Exception {
        ProcessHandle balancer = cluster().part("balancer");
        balancer.destroyForcibly();
        balancer.onExit().get(SOON.toSeconds(), TimeUnit.SECONDS);

        await().atMost(SOON)
                .ignoreExceptions()
                .until(() -> RunningCluster.call("PUT", cluster().http() + "/v1/tubes/orders/jobs/a")
                                .statusCode()
                        < 300);
    }

    @Test
    void aConsumerThatHangsUpIsGoneForTheBrokerToo() throws Exception {
        int port = URI.create(cluster().http()).getPort();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String head = "POST /v1/tubes/empty/consume?waitMs=60000 HTTP/1.1|Host: x|Content-Length: 0||";
            socket.getOutputStream().write(head.replace("|", "\r\n").getBytes(US_ASCII));
            await().atMost(SOON).until(() -> parkedAt().size() == 1);
        }
        await().atMost(SOON).until(() -> parkedAt().isEmpty());
    }

    /** The numbers of the brokers at which a consumer waits. */
    private List<Integer> parkedAt() throws IOException {
        List<Integer> found = new ArrayList<>();
        List<String> brokers = cluster().brokers();
        for (int i = 0; i < brokers.size(); i++) {
            String metrics =
                    RunningCluster.call("GET", brokers.get(i) + "/metrics").body();
            if (metrics.contains("grape_consumers_parked 1.0")) {
                found.add(i + 1);
            }
        }
        return found;
    }

    @Test
    void sigtermEndsEveryPart() throws Exception {
        try (RunningCluster cluster = RunningCluster.start(directory, "--drain-ms=0")) {
            List<ProcessHandle> parts = parts(cluster);
            cluster.process().destroy();

            assertThat(cluster.awaitExit()).isZero();
            assertThat(parts).noneMatch(ProcessHandle::isAlive);
        }
    }

    @Test
    void aClusterThatIsKilledLeavesNoPartBehind() throws Exception {
        try (RunningCluster cluster = RunningCluster.start(directory, "--drain-ms=0")) {
            List<ProcessHandle> parts = parts(cluster);
            cluster.process().destroyForcibly();

            for (ProcessHandle part : parts) {
                part.onExit().get(RunningCluster.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
            assertThat(parts).noneMatch(ProcessHandle::isAlive);
        }
    }

    private static List<ProcessHandle> parts(RunningCluster cluster) {
        return Stream.concat(
                        PARTS.stream().map(cluster::part), cluster.process().descendants())
                .distinct()
                .toList();
    }
}
