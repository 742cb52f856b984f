package io.grape.bench.stage;

import io.grape.harness.Directories;
import io.grape.harness.Programs;
import io.grape.harness.RedisNode;
import io.grape.harness.Sleep;
import io.lettuce.core.cluster.SlotHash;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A Redis Cluster of three primaries without replicas. If one stands still, no other takes its place. */
public final class Cluster implements AutoCloseable {
    /** How many nodes it has. */
    public static final int NODES = 3;

    /** Longer than a run, so that no node is taken for failed. */
    private static final String[] SETTINGS = {
        "--cluster-enabled", "yes", "--cluster-node-timeout", "600000", "--cluster-require-full-coverage", "no"
    };

    private final List<RedisNode> nodes = new ArrayList<>();

    private Cluster() {}

    static Cluster start(Path directory) {
        Cluster cluster = new Cluster();
        try {
            for (int node = 0; node < NODES; node++) {
                Path files = Directories.in(directory, "node" + node);
                cluster.nodes.add(Redis.node(files, RedisNode.busPort(), SETTINGS));
            }
            cluster.form();
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void form() {
        for (int node = 0; node < NODES; node++) {
            int epoch = node + 1;
            int[] slots = IntStream.range(first(node), first(node + 1)).toArray();
            nodes.get(node).ask(redis -> redis.clusterSetConfigEpoch(epoch) + redis.clusterAddSlots(slots));
        }
        for (int node = 1; node < NODES; node++) {
            List<RedisNode> earlier = nodes.subList(0, node);
            nodes.get(node)
                    .ask(redis -> earlier.stream()
                            .map(other -> redis.clusterMeet("127.0.0.1", other.port()))
                            .toList());
        }
        Sleep.until("a whole cluster", () -> nodes.stream().allMatch(Cluster::isWhole));
    }

    private static boolean isWhole(RedisNode node) {
        String about = node.ask(redis -> redis.clusterInfo());
        return about.contains("cluster_state:ok")
                && about.contains("cluster_size:" + NODES)
                && about.contains("cluster_slots_ok:" + SlotHash.SLOT_COUNT);
    }

    private static int first(int node) {
        return SlotHash.SLOT_COUNT * node / NODES;
    }

    String uri() {
        return "redis-cluster://"
                + nodes.stream().map(node -> "127.0.0.1:" + node.port()).collect(Collectors.joining(","));
    }

    /** The node on which a tube is. */
    public int nodeOf(String tube) {
        int slot = SlotHash.getSlot("{" + tube + "}");
        return (int)
                IntStream.range(1, NODES).filter(node -> first(node) <= slot).count();
    }

    /** A node stands still. */
    public void stop(int node) {
        Programs.stop(nodes.get(node).process());
    }

    /** It goes on. */
    public void resume(int node) {
        Programs.resume(nodes.get(node).process());
    }

    @Override
    public void close() {
        nodes.forEach(RedisNode::kill);
    }
}
