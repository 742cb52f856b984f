package io.grape.harness;

import io.grape.process.FreePorts;
import io.lettuce.core.AclSetuserArgs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A primary with two replicas, watched by three Sentinels. Replicas and Sentinels log in as a user of their own, and all others
 * with a password, so that a primary can be cut off from the ones and not from the others.
 */
public final class RedisSentinels implements AutoCloseable {
    private static final int COUNT = 3;
    private static final String INSIDE = "inside";
    private static final String PASSWORD = "s:e@c/r#t";
    private static final String LOGIN = ":s%3Ae%40c%2Fr%23t@";
    private static final Pattern PRIMARY = Pattern.compile(",address=127.0.0.1:(\\d+),");

    private final List<RedisNode> nodes = new ArrayList<>();
    private final List<RedisNode> sentinels = new ArrayList<>();

    private RedisSentinels() {}

    /**
     * Starts them, and waits until all is well.
     *
     * @param settings further ones of the nodes
     */
    public static RedisSentinels start(Path directory, List<String> settings) {
        RedisSentinels all = new RedisSentinels();
        for (int i = 0; i < COUNT; i++) {
            all.startNode(Directories.in(directory, "node-" + i), settings);
        }
        for (int i = 0; i < COUNT; i++) {
            all.startSentinel(Directories.in(directory, "sentinel-" + i));
        }
        all.awaitWhole();
        return all;
    }

    private void startNode(Path directory, List<String> further) {
        List<String> settings = new ArrayList<>(further);
        settings.addAll(List.of("--appendonly", "yes", "--save", ""));
        settings.addAll(List.of("--repl-diskless-sync-delay", "0", "--repl-timeout", "5"));
        settings.addAll(List.of("--masteruser", INSIDE, "--masterauth", INSIDE));
        settings.addAll(List.of("--user", INSIDE, "on", ">" + INSIDE, "~*", "&*", "+@all"));
        settings.addAll(List.of("--requirepass", PASSWORD));
        if (!nodes.isEmpty()) {
            settings.addAll(List.of(
                    "--replicaof", "127.0.0.1", Integer.toString(nodes.get(0).port())));
        }
        nodes.add(RedisNode.start(directory, FreePorts.one(), settings.toArray(String[]::new)));
    }

    private void startSentinel(Path directory) {
        String configuration = String.format(Locale.ROOT, """
                sentinel monitor orders 127.0.0.1 %1$d 2
                sentinel auth-user orders %2$s
                sentinel auth-pass orders %2$s
                sentinel down-after-milliseconds orders 1500
                sentinel failover-timeout orders 3000
                """, nodes.get(0).port(), INSIDE);
        sentinels.add(RedisNode.sentinel(directory, FreePorts.one(), configuration));
    }

    public String uri() {
        return "redis-sentinel://" + LOGIN
                + sentinels.stream().map(one -> "127.0.0.1:" + one.port()).collect(Collectors.joining(","))
                + "/2#orders";
    }

    /** The one that the Sentinels say it is. */
    public RedisNode primary() {
        int port = primaryPort(sentinels.get(0)).orElseThrow(() -> new HarnessFailure("a Sentinel does not answer"));
        return nodes.stream().filter(node -> node.port() == port).findAny().orElseThrow();
    }

    /** Empty while it does not say. */
    private static OptionalInt primaryPort(RedisNode sentinel) {
        Matcher named = PRIMARY.matcher(sentinel.info("sentinel"));
        return named.find() ? OptionalInt.of(Integer.parseInt(named.group(1))) : OptionalInt.empty();
    }

    private static boolean namesOther(RedisNode sentinel, RedisNode old) {
        OptionalInt port = primaryPort(sentinel);
        return port.isPresent() && port.getAsInt() != old.port();
    }

    /** Waits until the replicas have all that was written to it. */
    public void awaitCaughtUp(RedisNode primary) {
        RedisReplicas.awaitCaughtUp(primary, COUNT - 1);
    }

    /** Waits until all Sentinels say that it is another. */
    public void awaitOther(RedisNode old) {
        Sleep.until("a failover", () -> sentinels.stream().allMatch(sentinel -> namesOther(sentinel, old)));
    }

    /** Waits until it is a replica, as a primary is once the Sentinels have got hold of it again. */
    public void awaitDemoted(RedisNode old) {
        Sleep.until("a replica", () -> old.info("replication").contains("role:slave"));
    }

    /** Throws replicas and Sentinels out of a node. */
    public void cutOff(RedisNode node) {
        node.ask(redis -> redis.aclDeluser(INSIDE));
    }

    /** Lets them in again. */
    public void letIn(RedisNode node) {
        AclSetuserArgs all = AclSetuserArgs.Builder.on().allKeys().allChannels().allCommands();
        node.ask(redis -> redis.aclSetuser(INSIDE, all.addPassword(INSIDE)));
    }

    /** Waits until all Sentinels know all that is there, and the replicas are with their primary. */
    public void awaitWhole() {
        Sleep.until(
                "all replicas and Sentinels to be well",
                () -> sentinels.stream().allMatch(RedisSentinels::isWell)
                        && primary().info("replication").split("state=online", -1).length == COUNT);
    }

    private static boolean isWell(RedisNode sentinel) {
        String seen = sentinel.info("sentinel");
        return seen.contains("status=ok,")
                && seen.contains("slaves=" + (COUNT - 1))
                && seen.contains("sentinels=" + COUNT);
    }

    @Override
    public void close() {
        sentinels.forEach(RedisNode::kill);
        nodes.forEach(RedisNode::kill);
    }
}
