package io.grape.chaos.stage;

import io.grape.embedded.RedisNode;
import io.lettuce.core.MigrateArgs;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Brokers on a Redis Cluster of three primaries with a replica each. */
public final class Cluster implements Deployment {
    private static final int PRIMARIES = 3;
    private static final int NODES = 2 * PRIMARIES;
    private static final int ALL = 100_000;
    private static final long STEP_MILLIS = 20;
    private static final long MOVE_MILLIS = 5000;

    private final List<RedisNode> nodes = new ArrayList<>();
    private final List<Broker> brokers;

    private Cluster(Settings settings) {
        for (int i = 0; i < NODES; i++) {
            nodes.add(RedisNode.member(Directories.in(settings.directory(), "node-" + i)));
        }
        form();
        awaitFormed();
        String uri = "redis-cluster://"
                + nodes.stream().map(node -> "127.0.0.1:" + node.port()).collect(Collectors.joining(","));
        this.brokers = Brokers.start(settings, uri);
    }

    public static Cluster open(Settings settings) {
        return new Cluster(settings);
    }

    private void form() {
        for (int i = 0; i < NODES; i++) {
            int epoch = i + 1;
            Admin.ask(nodes.get(i).port(), redis -> redis.clusterSetConfigEpoch(epoch));
            int port = nodes.get(i).port();
            Admin.ask(nodes.get(0).port(), redis -> redis.clusterMeet("127.0.0.1", port));
        }
        for (int i = 0; i < PRIMARIES; i++) {
            int first = SlotHash.SLOT_COUNT * i / PRIMARIES;
            int next = SlotHash.SLOT_COUNT * (i + 1) / PRIMARIES;
            String id = Admin.ask(nodes.get(i).port(), redis -> {
                redis.clusterAddSlots(IntStream.range(first, next).toArray());
                return redis.clusterMyId();
            });
            int replica = nodes.get(i + PRIMARIES).port();
            Sleep.until(
                    "a replica to know its primary",
                    () -> Admin.ask(replica, redis -> redis.clusterReplicate(id), "not yet")
                            .equals("OK"));
        }
    }

    private void awaitFormed() {
        Sleep.until("a whole cluster", () -> nodes.stream().allMatch(Cluster::isWhole));
    }

    private static boolean isWhole(RedisNode node) {
        return Admin.ask(
                node.port(),
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

    private static int slotOf(String tube) {
        return SlotHash.getSlot("{" + tube + "}");
    }

    private Partitions seen() {
        String known = nodes.stream()
                .map(node -> Admin.ask(
                        node.port(),
                        redis -> redis.clusterInfo().contains("cluster_state:ok") ? redis.clusterNodes() : "",
                        ""))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElseThrow(() -> new StageFailure("no node says that the cluster is well"));
        return ClusterPartitionParser.parse(known);
    }

    private RedisNode node(RedisClusterNode member) {
        int port = member.getUri().getPort();
        return nodes.stream().filter(node -> node.port() == port).findAny().orElseThrow();
    }

    /** The node that is the primary of a tube now. */
    public RedisNode primaryOf(String tube) {
        return node(seen().getMasterBySlot(slotOf(tube)));
    }

    /** Waits until it is another. */
    public void awaitOther(String tube, RedisNode old) {
        Sleep.until("a failover", () -> {
            try {
                return primaryOf(tube).port() != old.port();
            } catch (StageFailure notYet) {
                return false;
            }
        });
    }

    /** Moves a tube, with its slot, to another primary, some keys at a time, so that it takes about so long. */
    public void move(String tube, Duration length) {
        int slot = slotOf(tube);
        Partitions all = seen();
        RedisClusterNode from = all.getMasterBySlot(slot);
        RedisClusterNode to = all.stream()
                .filter(node -> node.is(RedisClusterNode.NodeFlag.UPSTREAM)
                        && !node.getSlots().isEmpty())
                .filter(node -> !node.getNodeId().equals(from.getNodeId()))
                .findFirst()
                .orElseThrow();
        int target = node(to).port();
        Admin.ask(target, redis -> redis.clusterSetSlotImporting(slot, from.getNodeId()));
        Admin.ask(node(from).port(), redis -> redis.clusterSetSlotMigrating(slot, to.getNodeId()));
        Admin.ask(node(from).port(), redis -> {
            int steps = Math.max(1, (int) (length.toMillis() / STEP_MILLIS));
            int slice = 1 + redis.clusterGetKeysInSlot(slot, ALL).size() / steps;
            for (List<String> keys = redis.clusterGetKeysInSlot(slot, slice);
                    !keys.isEmpty();
                    keys = redis.clusterGetKeysInSlot(slot, slice)) {
                redis.migrate("127.0.0.1", target, 0, MOVE_MILLIS, MigrateArgs.Builder.keys(keys));
                Sleep.millis(STEP_MILLIS);
            }
            return true;
        });
        Admin.ask(target, redis -> redis.clusterSetSlotNode(slot, to.getNodeId()));
        nodes.stream()
                .filter(node -> node.port() != target)
                .forEach(node -> Admin.ask(node.port(), redis -> redis.clusterSetSlotNode(slot, to.getNodeId()), ""));
    }

    @Override
    public List<Broker> brokers() {
        return brokers;
    }

    @Override
    public void awaitWhole() {
        awaitFormed();
        Brokers.awaitReady(brokers);
    }

    @Override
    public void close() {
        brokers.forEach(Broker::close);
        nodes.forEach(RedisNode::kill);
    }
}
