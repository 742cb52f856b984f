package io.grape.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.GrapeException;
import io.grape.redis.RawRedis;
import io.grape.redis.TestRedis;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a cluster is told, and what it tells its parts. */
class ClusterOptionsTest {
    @TempDir
    Path directory = Path.of("");

    @Test
    void aClusterUsesTheRedisThatItIsGivenAndTellsItsBrokersWhatTheFileSays() throws Exception {
        RunningCluster.assumePossible();
        String namespace = TestRedis.newNamespace();
        Path file = file("namespace: " + namespace + "\ndrain-ms: 0\nredis: redis://127.0.0.1:1\n");
        try (RunningCluster cluster = RunningCluster.start(
                        directory, "--config=" + file, "--redis=" + TestRedis.uri(), "--brokers=1");
                RawRedis redis = RawRedis.to(TestRedis.uri())) {
            int status = RunningCluster.call("PUT", cluster.http() + "/v1/tubes/orders/jobs/a")
                    .statusCode();

            assertThat(status).isEqualTo(201);
            assertThat(redis.commands().keys(namespace + ":{orders}:*")).isNotEmpty();
            assertThat(cluster.brokers()).hasSize(1);
            assertThat(RunningCluster.call("GET", cluster.console()).body()).contains("<grape-app>");
            assertThat(directory.resolve("broker1.pid")).exists();
            assertThat(directory.resolve("redis.pid")).doesNotExist();
        }
    }

    @Test
    void whatIsLeftOutIsTwoBrokersThatDrainLongEnoughForTheBalancerOnARedisOfTheirOwn() {
        ClusterConfig config = read(List.of("--http-port=0"), Map.of());

        assertThat(config.brokerPorts()).hasSize(2).doesNotHaveDuplicates().doesNotContain(config.port());
        assertThat(config.console().port()).isEqualTo(9595);
        assertThat(config.console().orElseFree()).isTrue();
        assertThat(config.console().brokerPorts()).hasSize(2).doesNotContainAnyElementsOf(config.brokerPorts());
        assertThat(config.redis()).isNull();
        assertThat(config.environment()).containsEntry("GRAPE_DRAIN_MS", "3000");
    }

    /** The brokers are on loopback in any case. */
    @Test
    void whetherCallersAreAskedAndByWhichNamesTheyMayCallDependsOnWhereTheBalancerListens() {
        ClusterConfig open = read(List.of("--http-port=0", "--host=0.0.0.0"), Map.of());
        ClusterConfig shut = read(List.of("--http-port=0"), Map.of());

        assertThat(open.environment()).containsEntry("GRAPE_AUTH", "required");
        assertThat(shut.environment()).containsEntry("GRAPE_AUTH", "none");
        assertThat(open.environment()).containsEntry("GRAPE_ALLOWED_HOSTS", "*");
        assertThat(shut.environment()).doesNotContainKey("GRAPE_ALLOWED_HOSTS");
        assertThat(shut.environment()).containsEntry("GRAPE_TRUSTED_PROXIES", "127.0.0.1");
        assertThat(read(List.of("--trusted-proxies=10.1.2.3"), Map.of()).environment())
                .as("the balancer is a proxy, too")
                .containsEntry("GRAPE_TRUSTED_PROXIES", "10.1.2.3,127.0.0.1");
    }

    @Test
    void aFlagBeatsTheEnvironmentWhichBeatsTheFile() throws IOException {
        Path file = file("redis: redis://file:1\nnamespace: file\ndrain-ms: 1234\n");
        ClusterConfig config = read(
                List.of("--brokers", "3", "--http-port=0", "--redis=redis://flag:3"),
                Map.of(
                        "GRAPE_CONFIG",
                        file.toString(),
                        "GRAPE_NAMESPACE",
                        "environment",
                        "GRAPE_REDIS",
                        "redis://environment:2"));

        assertThat(config.brokerPorts()).hasSize(3);
        assertThat(config.redis()).isEqualTo("redis://flag:3");
        assertThat(config.environment())
                .containsEntry("GRAPE_NAMESPACE", "environment")
                .containsEntry("GRAPE_DRAIN_MS", "1234");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--brokers=0", "--brokers=9", "--brokers=two", "--brokers"})
    void aNumberOfBrokersThatTheBalancerHasNoRoomForIsRefusedByName(String option) {
        assertThatThrownBy(() -> read(List.of(option), Map.of()))
                .isInstanceOf(GrapeException.class)
                .hasMessageContaining("brokers: expected a number from 1 to 8");
    }

    @Test
    void aPortThatSomebodyHasIsRefusedByName() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> Cluster.requireFree("http-port", "127.0.0.1", taken.getLocalPort()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("http-port: expected a free one, got " + taken.getLocalPort());
        }
    }

    private static ClusterConfig read(List<String> args, Map<String, String> environment) {
        return ClusterConfig.read(ClusterConfig.parse(args), environment);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("grape.yaml"), text);
    }
}
