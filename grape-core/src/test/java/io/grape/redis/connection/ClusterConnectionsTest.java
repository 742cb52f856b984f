package io.grape.redis.connection;

import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.address.RedisAddress;
import io.grape.redis.TestCluster;
import io.grape.redis.broker.NodeInfo;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The nodes of a cluster, also while they come and go. */
@Tag("apart")
final class ClusterConnectionsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final RedisClusterClient client =
            RedisClusterClient.create(RedisAddress.parse(TestCluster.uri()).uris(TIMEOUT));
    private final ClusterConnections links = new ClusterConnections(client, new ConnectionWatchdog(TIMEOUT));

    @AfterEach
    void close() {
        get(links.close());
        client.shutdown();
    }

    private RedisClusterNode master() {
        return client.getPartitions().stream()
                .filter(node -> node.is(RedisClusterNode.NodeFlag.UPSTREAM) && !node.hasNoSlots())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void twoNodesUnderOneAddressAreOne() {
        Set<String> there = links.masters().keySet();
        RedisClusterNode again = new RedisClusterNode(master());
        again.setNodeId("another");
        client.getPartitions().add(again);

        assertThat(links.masters().keySet()).isEqualTo(there);
    }

    @Test
    void whenItIsClosedEachNodeFailsAndNothingIsThrown() {
        Set<String> there = links.masters().keySet();
        get(links.close());

        assertThat(links.masters().keySet()).isEqualTo(there);
        assertThat(links.masters().values())
                .allSatisfy(node -> assertThatThrownBy(node::join).hasCauseInstanceOf(RedisException.class));
        assertThat(get(new NodeInfo(links, TIMEOUT).read()).values())
                .hasSize(there.size())
                .allMatch(Map::isEmpty);
    }
}
