package io.grape.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.harness.Directories;
import io.grape.harness.RedisNode;
import io.grape.process.FreePorts;
import io.grape.redis.RawRedis;
import io.grape.redis.TestRedis;
import io.grape.redis.TestStore;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A master that the Sentinels replaced without its knowledge, as when they cannot reach it. */
final class SentinelMasterWatcherTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private static RedisNode master() {
        return RedisNode.start(Directories.ofBuild(), FreePorts.one(), "--save", "");
    }

    private static RedisNode sentinelOf(RedisNode master) {
        RedisNode sentinel = RedisNode.sentinel(
                Directories.ofBuild(), FreePorts.one(), "sentinel monitor orders 127.0.0.1 " + master.port() + " 1\n");
        await().atMost(SOON).ignoreExceptions().until(() -> {
            try (RawRedis redis = RawRedis.to(sentinel.uri())) {
                return redis.commands().ping().equals("PONG");
            }
        });
        return sentinel;
    }

    private static void tell(RawRedis sentinel, String... words) {
        CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8);
        for (String word : words) {
            args.add(word);
        }
        sentinel.commands().dispatch(CommandType.SENTINEL, new StatusOutput<>(StringCodec.UTF8), args);
    }

    /** Whether the store has asked this Sentinel, beside asking for its connections. */
    private static boolean asked(RawRedis sentinel) {
        return sentinel.commands()
                        .clientList()
                        .lines()
                        .filter(line -> line.contains("cmd=sentinel"))
                        .count()
                > 0;
    }

    private static long keys(RedisNode node) {
        try (RawRedis redis = RawRedis.to(node.uri())) {
            return redis.commands().dbsize();
        }
    }

    @Test
    void aMasterThatGoesOnIsLeftOnceTheSentinelsNameAnother() {
        try (RedisNode old = master();
                RedisNode next = master();
                RedisNode sentinel = sentinelOf(old);
                RawRedis order = RawRedis.to(sentinel.uri());
                TestStore store = TestStore.open(
                        "redis-sentinel://127.0.0.1:" + sentinel.port() + "#orders", TestRedis.newNamespace())) {
            store.produce(1);
            assertThat(keys(next)).isZero();
            // Long enough for the first answer to have come, which the next one differs from.
            await().atMost(SOON).until(() -> asked(order));
            tell(order, "REMOVE", "orders");
            tell(order, "MONITOR", "orders", "127.0.0.1", Integer.toString(next.port()), "1");
            await().atMost(SOON).until(() -> {
                var unused = TestStore.code(store.produceAsync("again"));
                return keys(next) > 0;
            });
        }
    }
}
