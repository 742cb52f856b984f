package io.grape.redis;

import static org.awaitility.Awaitility.await;

import io.grape.embedded.RedisNode;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The Redis Cluster of this test run, three masters and a replica of each, started when first asked for. */
public final class TestCluster {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MASTERS = 3;
    private static final int NODES = 2 * MASTERS;

    private final List<RedisNode> nodes = new ArrayList<>();
    private final List<RawRedis> connections = new ArrayList<>();

    private TestCluster() {
        for (int i = 0; i < NODES; i++) {
            RedisNode node = TestNode.member();
            nodes.add(node);
            connections.add(RawRedis.to(node.uri()));
        }
        form();
    }

    /** A Redis URI that is good until the run ends. */
    public static String uri() {
        return "redis-cluster://"
                + shared().nodes.stream()
                        .map(node -> "127.0.0.1:" + node.port())
                        .collect(Collectors.joining(","));
    }

    static TestCluster shared() {
        return Shared.CLUSTER;
    }

    private static final class Shared {
        static final TestCluster CLUSTER = new TestCluster();
    }

    private void form() {
        for (int i = 0; i < NODES; i++) {
            connections.get(i).commands().clusterSetConfigEpoch(i + 1);
            if (i < MASTERS) {
                int first = SlotHash.SLOT_COUNT * i / MASTERS;
                int next = SlotHash.SLOT_COUNT * (i + 1) / MASTERS;
                connections
                        .get(i)
                        .commands()
                        .clusterAddSlots(IntStream.range(first, next).toArray());
            }
            connections.get(0).commands().clusterMeet("127.0.0.1", nodes.get(i).port());
        }
        for (int i = MASTERS; i < NODES; i++) {
            RawRedis replica = connections.get(i);
            String master = connections.get(i - MASTERS).commands().clusterMyId();
            await().atMost(PATIENCE)
                    .ignoreException(RedisCommandExecutionException.class)
                    .until(() -> replica.commands().clusterReplicate(master).equals("OK"));
        }
        awaitWhole();
    }

    /** Waits until every node is up, knows the others, and every replica has its master's data. */
    void awaitWhole() {
        await().atMost(PATIENCE).until(() -> connections.stream().allMatch(this::isWhole));
    }

    private boolean isWhole(RawRedis node) {
        String cluster = answer(node, RedisClusterCommands::clusterInfo);
        String replication = answer(node, commands -> commands.info("replication"));
        return cluster.contains("cluster_state:ok")
                && cluster.contains("cluster_known_nodes:" + NODES)
                && cluster.contains("cluster_size:" + MASTERS)
                && !answer(node, RedisClusterCommands::clusterNodes).contains("fail")
                && (replication.contains("connected_slaves:1") || replication.contains("master_link_status:up"));
    }

    /** Empty when the node is away. */
    private static String answer(RawRedis node, Function<RedisClusterCommands<String, String>, String> question) {
        try {
            return question.apply(node.commands());
        } catch (RedisException away) {
            return "";
        }
    }

    /** A way to a node. */
    RawRedis to(RedisNode node) {
        return connections.get(nodes.indexOf(node));
    }

    /** A master that has not this key. */
    RedisNode anotherThan(RedisNode master) {
        return nodes.stream()
                .filter(node ->
                        node != master && to(node).commands().role().get(0).equals("master"))
                .findFirst()
                .orElseThrow();
    }

    /** Everybody but one. */
    List<RawRedis> othersThan(RedisNode node) {
        return connections.stream().filter(one -> one != to(node)).toList();
    }

    /** The node that is the master of a key now. */
    RedisNode masterOf(byte[] key) {
        String known = connections.stream()
                .filter(node -> answer(node, RedisClusterCommands::clusterInfo).contains("cluster_state:ok"))
                .map(node -> answer(node, RedisClusterCommands::clusterNodes))
                .findAny()
                .orElseThrow();
        int port = ClusterPartitionParser.parse(known)
                .getMasterBySlot(SlotHash.getSlot(key))
                .getUri()
                .getPort();
        return nodes.stream().filter(node -> node.port() == port).findAny().orElseThrow();
    }
}
