package io.grape.redis;

import io.grape.embedded.RedisNode;
import io.lettuce.core.MigrateArgs;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A slot of the test cluster that goes to another master, as redis-cli does it, step by step. */
final class SlotMove {
    private static final int ALL = 100_000;
    private static final long MILLIS = 10_000;

    private final TestCluster cluster;
    private final int slot;
    private final RedisNode source;
    private final RedisNode target;
    private boolean isOpen;

    /** Of the slot of a key; nothing is done yet. */
    SlotMove(TestCluster cluster, byte[] key) {
        this.cluster = cluster;
        this.slot = SlotHash.getSlot(key);
        this.source = cluster.masterOf(key);
        this.target = cluster.anotherThan(source);
    }

    private RedisClusterCommands<String, String> on(RedisNode node) {
        return cluster.to(node).commands();
    }

    private String idOf(RedisNode node) {
        return on(node).clusterMyId();
    }

    /** From now on the slot is marked on both sides. */
    SlotMove begin() {
        isOpen = true;
        on(target).clusterSetSlotImporting(slot, idOf(source));
        on(source).clusterSetSlotMigrating(slot, idOf(target));
        return this;
    }

    /** Brings those keys of the source to the target whose names end like that. */
    SlotMove move(Predicate<String> ends) {
        List<String> keys = on(source).clusterGetKeysInSlot(slot, ALL).stream()
                .filter(key -> ends.test(key.substring(key.indexOf("}:") + 2)))
                .toList();
        if (!keys.isEmpty()) {
            on(source).migrate("127.0.0.1", target.port(), 0, MILLIS, MigrateArgs.Builder.keys(keys));
        }
        return this;
    }

    /** Brings what is left, and says everywhere that the target has the slot; once. */
    void end() {
        if (!isOpen) {
            return;
        }
        isOpen = false;
        move(all -> true);
        on(target).clusterSetSlotNode(slot, idOf(target));
        cluster.othersThan(target).forEach(this::tell);
    }

    private void tell(RawRedis other) {
        try {
            other.commands().clusterSetSlotNode(slot, idOf(target));
        } catch (RedisCommandExecutionException replica) {
            // It hears of it from its master.
        }
    }

    /** The source takes its mark off, as if it had been replaced by a replica: that knows nothing of a move. */
    SlotMove forgetAtSource() {
        on(source).clusterSetSlotStable(slot);
        return this;
    }

    /** The source gets its mark again. */
    SlotMove resume() {
        on(source).clusterSetSlotMigrating(slot, idOf(target));
        return this;
    }

    /** Every key of the slot, on either side, with what it holds. */
    Map<String, String> dump() {
        Map<String, String> dump = new TreeMap<>();
        Stream.of(source, target)
                .forEach(node ->
                        on(node).clusterGetKeysInSlot(slot, ALL).forEach(key -> dump.put(key, held(node, key))));
        return dump;
    }

    private String held(RedisNode node, String key) {
        RedisClusterCommands<String, String> redis = on(node);
        redis.asking();
        return HexFormat.of().formatHex(redis.dump(key));
    }
}
