package io.grape.harness;

import io.lettuce.core.MigrateArgs;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A slot of a cluster that goes to another primary, as redis-cli does it, step by step. */
public final class SlotMove {
    private static final int ALL = 100_000;
    private static final long MILLIS = 10_000;

    private final List<RedisNode> nodes;
    private final int slot;
    private final RedisNode source;
    private final RedisNode target;
    private boolean isOpen;

    SlotMove(List<RedisNode> nodes, int slot, RedisNode source, RedisNode target) {
        this.nodes = nodes;
        this.slot = slot;
        this.source = source;
        this.target = target;
    }

    private static String idOf(RedisNode node) {
        return node.ask(RedisCommands::clusterMyId);
    }

    /** From now on the slot is marked on both sides. */
    public SlotMove begin() {
        isOpen = true;
        String from = idOf(source);
        target.ask(redis -> redis.clusterSetSlotImporting(slot, from));
        return resume();
    }

    /** Brings those keys of the source to the target whose names end like that. */
    public SlotMove move(Predicate<String> ends) {
        source.ask(redis -> migrate(
                redis,
                redis.clusterGetKeysInSlot(slot, ALL).stream()
                        .filter(key -> ends.test(key.substring(key.indexOf("}:") + 2)))
                        .toList()));
        return this;
    }

    /** Brings all keys of the source to the target, in about so many steps, with a pause after each. */
    public SlotMove moveSlowly(int steps, long pauseMillis) {
        source.ask(redis -> {
            int slice = 1 + redis.clusterGetKeysInSlot(slot, ALL).size() / steps;
            while (migrate(redis, redis.clusterGetKeysInSlot(slot, slice))) {
                Sleep.millis(pauseMillis);
            }
            return steps;
        });
        return this;
    }

    /** False where there are none. */
    private boolean migrate(RedisCommands<String, String> redis, List<String> keys) {
        if (keys.isEmpty()) {
            return false;
        }
        redis.migrate("127.0.0.1", target.port(), 0, MILLIS, MigrateArgs.Builder.keys(keys));
        return true;
    }

    /** Brings what is left, and says everywhere that the target has the slot; once. */
    public void end() {
        if (!isOpen) {
            return;
        }
        isOpen = false;
        move(all -> true);
        String id = idOf(target);
        target.ask(redis -> redis.clusterSetSlotNode(slot, id));
        // A replica refuses that, and hears of it from its primary.
        nodes.stream()
                .filter(node -> node != target)
                .forEach(node -> node.ask(redis -> redis.clusterSetSlotNode(slot, id), ""));
    }

    /** The source takes its mark off, as if it had been replaced by a replica: that knows nothing of a move. */
    public SlotMove forgetAtSource() {
        source.ask(redis -> redis.clusterSetSlotStable(slot));
        return this;
    }

    /** The source gets its mark again. */
    public SlotMove resume() {
        String to = idOf(target);
        source.ask(redis -> redis.clusterSetSlotMigrating(slot, to));
        return this;
    }

    /** Every key of the slot, on either side, with what it holds. */
    public Map<String, String> dump() {
        Map<String, String> dump = new TreeMap<>();
        Stream.of(source, target)
                .forEach(node -> node.ask(redis -> {
                    redis.clusterGetKeysInSlot(slot, ALL).forEach(key -> dump.put(key, held(redis, key)));
                    return dump;
                }));
        return dump;
    }

    private static String held(RedisCommands<String, String> redis, String key) {
        redis.asking();
        return HexFormat.of().formatHex(redis.dump(key));
    }
}
