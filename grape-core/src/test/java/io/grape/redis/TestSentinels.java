package io.grape.redis;

import static org.awaitility.Awaitility.await;

import io.grape.embedded.RedisNode;
import io.grape.process.FreePorts;
import io.lettuce.core.RedisException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A master with two replicas, watched by three Sentinels. The nodes want a password, the Sentinels do not. */
final class TestSentinels implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int COUNT = 3;
    private static final String PASSWORD = "s:e@c/r#t";
    private static final String LOGIN = ":s%3Ae%40c%2Fr%23t@";

    private final List<RedisNode> nodes = new ArrayList<>();
    private final List<RedisNode> sentinels = new ArrayList<>();

    static TestSentinels start() {
        TestSentinels all = new TestSentinels();
        for (int i = 0; i < COUNT; i++) {
            all.startNode();
        }
        for (int i = 0; i < COUNT; i++) {
            all.startSentinel();
        }
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(RedisException.class)
                .until(() -> all.sentinels.stream().allMatch(TestSentinels::knowsAll));
        return all;
    }

    private void startNode() {
        RedisNode node =
                TestNode.start(FreePorts.one(), "--repl-diskless-sync-delay", "0", "--appendonly", "yes", "--save", "");
        try (RawRedis redis = RawRedis.to(node.uri())) {
            redis.commands().configSet("masterauth", PASSWORD);
            if (!nodes.isEmpty()) {
                redis.commands().replicaof("127.0.0.1", nodes.get(0).port());
            }
            redis.commands().configSet("requirepass", PASSWORD);
        }
        nodes.add(node);
    }

    private void startSentinel() {
        String configuration = """
                sentinel monitor orders 127.0.0.1 %d 2
                sentinel auth-pass orders %s
                sentinel down-after-milliseconds orders 1000
                sentinel failover-timeout orders 2000
                """.formatted(nodes.get(0).port(), PASSWORD);
        sentinels.add(TestNode.sentinel(FreePorts.one(), configuration));
    }

    private static boolean knowsAll(RedisNode sentinel) {
        String master = info(sentinel.uri(), "sentinel");
        return master.contains("status=ok,")
                && master.contains("slaves=" + (COUNT - 1))
                && master.contains("sentinels=" + COUNT);
    }

    private static String info(String uri, String section) {
        try (RawRedis redis = RawRedis.to(uri)) {
            return redis.commands().info(section);
        }
    }

    RedisNode master() {
        String sentinel = info(sentinels.get(0).uri(), "sentinel");
        int port = Integer.parseInt(sentinel.replaceAll("(?s).*,address=127.0.0.1:(\\d+),.*", "$1"));
        return nodes.stream().filter(node -> node.port() == port).findAny().orElseThrow();
    }

    /** Waits until the Sentinels agree that all is well, and some replica has all that its master has. */
    void awaitReplicated() {
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(RedisException.class)
                .until(() -> {
                    String replication = info("redis://" + LOGIN + "127.0.0.1:" + master().port(), "replication");
                    String offset = replication.replaceAll("(?s).*master_repl_offset:(\\d+).*", "$1");
                    return replication.contains("state=online,offset=" + offset + ",")
                            && sentinels.stream()
                                    .allMatch(one -> info(one.uri(), "sentinel").contains("status=ok,"));
                });
    }

    @Override
    public void close() {
        sentinels.forEach(RedisNode::close);
        nodes.forEach(RedisNode::kill);
    }

    String uri() {
        return "redis-sentinel://" + LOGIN
                + sentinels.stream().map(one -> "127.0.0.1:" + one.port()).collect(Collectors.joining(","))
                + "/2#orders";
    }
}
