package io.grape.chaos.stage;

import io.grape.embedded.RedisNode;
import io.grape.process.FreePorts;
import io.lettuce.core.AclSetuserArgs;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Brokers on a primary with two replicas, watched by three Sentinels. Replicas and Sentinels log in as {@code inside},
 * brokers as {@code outside}, so that a primary can be cut off from the ones and not from the others.
 */
public final class Sentinels implements Deployment {
    private static final int COUNT = 3;
    private static final String INSIDE = "inside";
    private static final String OUTSIDE = "outside";
    private static final String GROUP = "jobs";
    private static final Pattern PRIMARY = Pattern.compile(",address=127.0.0.1:(\\d+),");

    private final List<RedisNode> nodes = new ArrayList<>();
    private final List<RedisNode> sentinels = new ArrayList<>();
    private final List<Broker> brokers;

    private Sentinels(Settings settings, List<String> options) {
        for (int i = 0; i < COUNT; i++) {
            startNode(settings, i, options);
        }
        for (int i = 0; i < COUNT; i++) {
            startSentinel(settings, i);
        }
        awaitReplicated();
        String uri = "redis-sentinel://" + OUTSIDE + ":" + OUTSIDE + "@"
                + sentinels.stream().map(one -> "127.0.0.1:" + one.port()).collect(Collectors.joining(",")) + "#"
                + GROUP;
        this.brokers = Brokers.start(settings, uri);
    }

    public static Sentinels open(Settings settings) {
        return new Sentinels(settings, List.of());
    }

    /** The same; a primary that no replica has answered for a second takes no writes. */
    public static Sentinels guarded(Settings settings) {
        return new Sentinels(settings, List.of("--min-replicas-to-write", "1", "--min-replicas-max-lag", "1"));
    }

    private void startNode(Settings settings, int number, List<String> further) {
        List<String> options = new ArrayList<>(further);
        options.addAll(List.of("--appendonly", "yes", "--save", ""));
        options.addAll(List.of("--repl-diskless-sync-delay", "0", "--repl-timeout", "5"));
        options.addAll(List.of("--masteruser", INSIDE, "--masterauth", INSIDE));
        options.addAll(List.of("--user", INSIDE, "on", ">" + INSIDE, "~*", "&*", "+@all"));
        options.addAll(List.of("--user", OUTSIDE, "on", ">" + OUTSIDE, "~*", "&*", "+@all"));
        if (!nodes.isEmpty()) {
            options.addAll(List.of(
                    "--replicaof", "127.0.0.1", Integer.toString(nodes.get(0).port())));
        }
        nodes.add(RedisNode.start(
                Directories.in(settings.directory(), "node-" + number),
                FreePorts.one(),
                options.toArray(String[]::new)));
    }

    private void startSentinel(Settings settings, int number) {
        String configuration = """
                sentinel monitor %1$s 127.0.0.1 %2$d 2
                sentinel auth-user %1$s %3$s
                sentinel auth-pass %1$s %3$s
                sentinel down-after-milliseconds %1$s 1000
                sentinel failover-timeout %1$s 3000
                """.formatted(GROUP, nodes.get(0).port(), INSIDE);
        sentinels.add(RedisNode.sentinel(
                Directories.in(settings.directory(), "sentinel-" + number), FreePorts.one(), configuration));
    }

    /** The one that the Sentinels say it is. */
    public RedisNode primary() {
        int port = primaryPort(sentinels.get(0)).orElseThrow(() -> new StageFailure("a Sentinel does not answer"));
        return nodes.stream().filter(node -> node.port() == port).findAny().orElseThrow();
    }

    /** Empty while it does not say. */
    private static OptionalInt primaryPort(RedisNode sentinel) {
        Matcher named = PRIMARY.matcher(info(sentinel, "sentinel"));
        return named.find() ? OptionalInt.of(Integer.parseInt(named.group(1))) : OptionalInt.empty();
    }

    private static boolean namesOther(RedisNode sentinel, RedisNode old) {
        OptionalInt port = primaryPort(sentinel);
        return port.isPresent() && port.getAsInt() != old.port();
    }

    /** Waits until the replicas have all that was written to it. */
    public void awaitCaughtUp(RedisNode primary) {
        Replicas.awaitCaughtUp(primary, COUNT - 1);
    }

    /** Waits until all Sentinels say that it is another. */
    public void awaitOther(RedisNode old) {
        Sleep.until("a failover", () -> sentinels.stream().allMatch(sentinel -> namesOther(sentinel, old)));
    }

    /** Waits until it is a replica, as a primary is once the Sentinels have got hold of it again. */
    public void awaitDemoted(RedisNode old) {
        Sleep.until("a replica", () -> info(old, "replication").contains("role:slave"));
    }

    /** Throws replicas and Sentinels out of a node, and lets nobody in who is not a broker. */
    public void cutOff(RedisNode node) {
        Admin.ask(node.port(), redis -> {
            redis.auth(OUTSIDE, OUTSIDE);
            redis.aclSetuser("default", AclSetuserArgs.Builder.off());
            return redis.aclDeluser(INSIDE);
        });
    }

    /** Lets them in again. */
    public void letIn(RedisNode node) {
        Admin.askAs(OUTSIDE, node.port(), redis -> {
            AclSetuserArgs all =
                    AclSetuserArgs.Builder.on().allKeys().allChannels().allCommands();
            redis.aclSetuser(INSIDE, all.addPassword(INSIDE));
            return redis.aclSetuser("default", AclSetuserArgs.Builder.on());
        });
    }

    @Override
    public List<Broker> brokers() {
        return brokers;
    }

    @Override
    public void awaitWhole() {
        awaitReplicated();
        Brokers.awaitReady(brokers);
    }

    private void awaitReplicated() {
        Sleep.until(
                "all replicas and Sentinels to be well",
                () -> sentinels.stream().allMatch(Sentinels::isWell)
                        && info(primary(), "replication").split("state=online", -1).length == COUNT);
    }

    private static boolean isWell(RedisNode sentinel) {
        String seen = info(sentinel, "sentinel");
        return seen.contains("status=ok,")
                && seen.contains("slaves=" + (COUNT - 1))
                && seen.contains("sentinels=" + COUNT);
    }

    private static String info(RedisNode node, String section) {
        return Admin.ask(node.port(), redis -> redis.info(section), "");
    }

    @Override
    public void close() {
        brokers.forEach(Broker::close);
        sentinels.forEach(RedisNode::kill);
        nodes.forEach(RedisNode::kill);
    }
}
