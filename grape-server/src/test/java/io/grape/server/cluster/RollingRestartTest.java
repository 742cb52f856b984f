package io.grape.server.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two brokers behind a balancer, and what clients see while their processes come and go. */
class RollingRestartTest {
    private static final Duration STARTED_AGAIN = Duration.ofSeconds(30);
    private static final List<String> PARTS = List.of("redis", "broker1", "broker2", "balancer");

    @TempDir
    Path directory = Path.of("");

    @BeforeAll
    static void thereIsABalancer() {
        boolean possible = RunningCluster.isPossible();
        if (!possible) {
            System.err.println("SKIPPED: haproxy is not installed, so brokers behind a balancer were NOT tested");
        }
        assumeTrue(possible, "haproxy is installed");
    }

    @Test
    void rollingRestartsUnderLoadLoseNothingAndTellClientsNoMoreThanToTryAgain() throws Exception {
        try (RunningCluster cluster = RunningCluster.start(directory, "--drain-ms=2000")) {
            Load load = new Load(cluster.http());
            load.start();
            for (int broker : new int[] {1, 2, 1, 2}) {
                int before = load.finished.size();
                await().atMost(STARTED_AGAIN).until(() -> load.finished.size() > before + 100);
                ProcessHandle old = cluster.part("broker" + broker);
                old.destroy();
                cluster.awaitSuccessor(broker, old);
            }
            load.stopProducing();
            await().atMost(STARTED_AGAIN).until(() -> load.finished.containsAll(load.produced));
            load.stopConsuming();

            assertThat(load.faults).isEmpty();
            assertThat(load.finished).containsExactlyInAnyOrderElementsOf(load.produced);
        }
    }

    @Test
    void whatIsKilledIsStartedAgain() throws Exception {
        try (RunningCluster cluster = RunningCluster.start(directory)) {
            ProcessHandle broker = cluster.part("broker1");
            ProcessHandle balancer = cluster.part("balancer");
            broker.destroyForcibly();
            balancer.destroyForcibly();

            cluster.awaitSuccessor(1, broker);
            await().atMost(STARTED_AGAIN)
                    .ignoreExceptions()
                    .until(() -> RunningCluster.call("PUT", cluster.http() + "/v1/tubes/orders/jobs/a")
                                    .statusCode()
                            < 300);
        }
    }

    @Test
    void aConsumerThatHangsUpIsGoneForTheBrokerToo() throws Exception {
        try (RunningCluster cluster = RunningCluster.start(directory)) {
            int port = URI.create(cluster.http()).getPort();
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                String head = "POST /v1/tubes/empty/consume?waitMs=60000 HTTP/1.1|Host: x|Content-Length: 0||";
                socket.getOutputStream().write(head.replace("|", "\r\n").getBytes(US_ASCII));
                await().atMost(STARTED_AGAIN).until(() -> parked(cluster) == 1);
            }
            await().atMost(STARTED_AGAIN).until(() -> parked(cluster) == 0);
        }
    }

    private static long parked(RunningCluster cluster) throws Exception {
        long count = 0;
        for (String broker : cluster.brokers()) {
            String metrics = RunningCluster.call("GET", broker + "/metrics").body();
            count += metrics.contains("grape_consumers_parked 1.0") ? 1 : 0;
        }
        return count;
    }

    @Test
    void sigtermEndsEveryPart() throws Exception {
        try (RunningCluster cluster = RunningCluster.start(directory)) {
            List<ProcessHandle> parts = parts(cluster);
            cluster.process().destroy();
            cluster.awaitExit();

            assertThat(cluster.process().exitValue()).isZero();
            assertThat(parts).noneMatch(ProcessHandle::isAlive);
        }
    }

    @Test
    void aClusterThatIsKilledLeavesNoPartBehind() throws Exception {
        try (RunningCluster cluster = RunningCluster.start(directory)) {
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
