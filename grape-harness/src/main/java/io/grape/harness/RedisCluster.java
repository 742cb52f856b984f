package io.grape.harness;

import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.cluster.models.partitions.Partitions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A Redis Cluster of three primaries with a replica each. */
public final class RedisCluster implements AutoCloseable {
    private static final int PRIMARIES = 3;
    private static final int NODES = 2 * PRIMARIES;

    private final List<RedisNode> nodes = new ArrayList<>();

    private RedisCluster(Path directory) {
        for (int i = 0; i < NODES; i++) {
            nodes.add(RedisNode.member(Directories.in(directory, "node-" + i)));
        }
    }

    /** Starts one that keeps its files in a directory, and waits until it is whole. */
    public static RedisCluster start(Path directory) {
        RedisCluster cluster = new RedisCluster(directory);
        cluster.form();
        cluster.awaitWhole();
        return cluster;
    }

    private void form() {
        for (int i = 0; i < NODES; i++) {
            int epoch = i + 1;
            int port = nodes.get(i).port();
            nodes.get(i).ask(redis -> redis.clusterSetConfigEpoch(epoch));
            nodes.get(0).ask(redis -> redis.clusterMeet("127.0.0.1", port));
        }
        for (int i = 0; i < PRIMARIES; i++) {
            int first = SlotHash.SLOT_COUNT * i / PRIMARIES;
            int next = SlotHash.SLOT_COUNT * (i + 1) / PRIMARIES;
            String id = nodes.get(i).ask(redis -> {
                redis.clusterAddSlots(IntStream.range(first, next).toArray());
                return redis.clusterMyId();
            });
            RedisNode replica = nodes.get(i + PRIMARIES);
            Sleep.until(
                    "a replica to know its primary",
                    () -> replica.ask(redis -> redis.clusterReplicate(id), "not yet")
                            .equals("OK"));
        }
    }

    /** Waits until every node is up, knows the others, and every replica has its primary's data. */
    public void awaitWhole() {
        Sleep.until("a whole cluster", () -> nodes.stream().allMatch(RedisCluster::isWhole));
    }

    private static boolean isWhole(RedisNode node) {
        return node.ask(
                redis -> {
                    String cluster = redis.clusterInfo();
                    String replication = redis.info("replication");
                    return cluster.contains("cluster_state:ok")
                            && cluster.contains("cluster_known_nodes:" + NODES)
                            && cluster.contains("cluster_size:" + PRIMARIES)
                            && !redis.clusterNodes().contains("fail")
                            && (replication.contains("connected_slaves:1")
                                    || replication.contains("master_link_status:up"));
                },
                false);
    }

    public String uri() {
        return "redis-cluster://"
                + nodes.stream().map(node -> "127.0.0.1:" + node.port()).collect(Collectors.joining(","));
    }

    private Partitions seen() {
        String known = nodes.stream()
                .map(node -> node.ask(
                        redis -> redis.clusterInfo().contains("cluster_state:ok") ? redis.clusterNodes() : "", ""))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElseThrow(() -> new HarnessFailure("no node says that the cluster is well"));
        return ClusterPartitionParser.parse(known);
    }

    /** The node that is the primary of a slot now. */
    public RedisNode primaryOf(int slot) {
        int port = seen().getMasterBySlot(slot).getUri().getPort();
        return nodes.stream().filter(node -> node.port() == port).findAny().orElseThrow();
    }

    /** The node that is the primary of a key now. */
    public RedisNode primaryOf(byte[] key) {
        return primaryOf(SlotHash.getSlot(key));
    }

    /** Waits until the primary of a slot is another. */
    public void awaitOther(int slot, RedisNode old) {
        Sleep.until("a failover", () -> {
            try {
                return primaryOf(slot).port() != old.port();
            } catch (HarnessFailure notYet) {
                return false;
            }
        });
    }

    /** The move of the slot of a key, see {@link #move(int)}. */
    public SlotMove move(byte[] key) {
        return move(SlotHash.getSlot(key));
    }

    /** The move of a slot to another primary, of which nothing is done yet. */
    public SlotMove move(int slot) {
        RedisNode source = primaryOf(slot);
        RedisNode target = nodes.stream()
                .filter(node ->
                        node != source && node.ask(redis -> redis.role().get(0).equals("master"), false))
                .findFirst()
                .orElseThrow();
        return new SlotMove(nodes, slot, source, target);
    }

    @Override
    public void close() {
        nodes.forEach(RedisNode::kill);
    }
}
