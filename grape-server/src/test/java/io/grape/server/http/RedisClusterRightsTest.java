package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.RawRedis;
import io.grape.redis.TestCluster;
import io.grape.server.app.GrapeServer;
import io.lettuce.core.RedisCommandExecutionException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rights that the operations page gives to the Redis user of a broker on a Redis Cluster are enough for every call. */
@Tag("apart")
class RedisClusterRightsTest {
    private static final String CHECK = "{grape:tubes}:check";

    private final List<RawRedis> nodes = Stream.of(
                    TestCluster.uri().replace("redis-cluster://", "").split(",", -1))
            .map(address -> RawRedis.to("redis://" + address))
            .toList();

    @Test
    void theRightsOnThePageAreEnough() {
        String uri = RedisRightsSteps.asWorker(TestCluster.uri());
        nodes.forEach(node -> RedisRightsSteps.admit(node, "rights", "rights in a cluster"));
        nodes.forEach(node -> node.commands().aclLogReset());
        GrapeServer server = RedisRightsSteps.start(uri);
        try {
            RedisRightsSteps.callEverything(server.httpPort());
            RedisRightsSteps.speakBeanstalkd(server.beanstalkdPort());
            RedisRightsSteps.useAccounts(uri);
            await().atMost(RedisRightsSteps.SOON).until(() -> nodes.stream().anyMatch(this::hasEndedARound));
            await().atMost(RedisRightsSteps.SOON)
                    .until(() -> nodes.stream()
                            .anyMatch(node ->
                                    node.commands().info("commandstats").contains("cmdstat_latency|histogram:")));
        } finally {
            server.close().await();
        }
        List<Map<String, Object>> refused = nodes.stream()
                .flatMap(node -> node.commands().aclLog().stream())
                .toList();
        nodes.forEach(RawRedis::close);
        assertThat(refused).isEmpty();
    }

    private boolean hasEndedARound(RawRedis node) {
        try {
            return node.commands().hexists(CHECK, "ended");
        } catch (RedisCommandExecutionException ofAnotherNode) {
            return false;
        }
    }
}
