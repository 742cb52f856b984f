package io.grape.redis.repair;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.WireName;
import io.grape.core.broker.RepairClaim;
import io.grape.core.broker.RepairPass;
import io.grape.core.broker.RepairSlice;
import io.grape.redis.connection.RedisConnections;
import io.grape.redis.script.Args;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.tube.RedisTubes;
import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Scans the keys of each master twice. The key of a job leads to a check of that job, the key of a set to a walk
 * through it. So it finds jobs in no set as well as members without a job, and needs no list of tubes. The sets of a
 * node come first. A job in a wrong set is found there; coming from its own key, it would seem to be in no set.
 *
 * <p>Each claim stores how far a round is, for the broker that may have to continue it. A walk through a set then
 * starts again.
 */
public final class RedisRepair implements RepairPass {
    private static final Script CLAIM = Script.ofRegistry("claim");
    private static final int KEYS_A_PAGE = 500;
    private static final String START = "0";
    private static final RepairSlice END = new RepairSlice(0, null, null, true);

    private final RedisConnections redis;
    private final ScriptRunner runner;
    private final Keys keys;
    private final String self;
    private final Duration deadAfter;
    private final KeyWalker walker;
    private final Map<Kind, ScanArgs> ours = new EnumMap<>(Kind.class);

    private final Deque<Look> waiting = new ArrayDeque<>();
    /** The current or next page, null between two rounds. */
    private @Nullable Page page;
    /** The cursor behind that page, null while its keys have not been read. */
    private @Nullable String behind;

    private boolean hasEnded;

    /** Redis's names of the keys of one pass. */
    private enum Kind implements WireName {
        ZSET,
        HASH
    }

    /** Some keys of a node. */
    private record Page(String node, Kind kind, String cursor) {
        /** Unreadable progress counts as none: a round begins again. */
        static @Nullable Page parse(String text) {
            String[] parts = text.split(" ", -1);
            return parts.length == 3
                    ? Stream.of(Kind.values())
                            .filter(kind -> kind.wireName().equals(parts[1]))
                            .map(kind -> new Page(parts[0], kind, parts[2]))
                            .findAny()
                            .orElse(null)
                    : null;
        }

        static Page first(String node) {
            return new Page(node, Kind.ZSET, START);
        }

        String text() {
            return node + " " + kind.wireName() + " " + cursor;
        }
    }

    public RedisRepair(
            RedisConnections redis, ScriptRunner runner, RedisTubes tubes, Keys keys, String self, Duration deadAfter) {
        this.redis = redis;
        this.runner = runner;
        this.keys = keys;
        this.self = self;
        this.deadAfter = deadAfter;
        this.walker = new KeyWalker(redis, runner, tubes, keys);
        for (Kind kind : Kind.values()) {
            ours.put(
                    kind,
                    KeyScanArgs.Builder.type(kind.wireName()).limit(KEYS_A_PAGE).match(keys.ofTubes()));
        }
    }

    @Override
    public CompletionStage<RepairClaim> claim() {
        Args args = new Args()
                .add(self)
                .add(deadAfter.toMillis())
                .add(page == null ? "" : page.text())
                .add(hasEnded ? 1 : 0);
        return runner.run(CLAIM, keys.claim(), args).thenApply(this::turn);
    }

    private RepairClaim turn(Reply reply) {
        boolean isOurs = reply.number(1) == 1;
        if (page == null || !isOurs) {
            waiting.clear();
            behind = null;
            page = Page.parse(reply.text(2));
        }
        hasEnded = false;
        return new RepairClaim(isOurs, page != null, reply.isEmpty(3) ? null : Duration.ofMillis(reply.number(3)));
    }

    @Override
    public CompletionStage<RepairSlice> next() {
        Look look = waiting.poll();
        return look == null ? turnPage() : look.run(waiting);
    }

    private CompletionStage<RepairSlice> turnPage() {
        NavigableMap<String, CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>>> nodes =
                new TreeMap<>(redis.masters());
        if (nodes.isEmpty()) {
            return CompletableFuture.failedStage(
                    new GrapeException(ErrorCode.STORE_UNAVAILABLE, "Redis cannot be used now: no master is known"));
        }
        Page next = nextPage(nodes.navigableKeySet());
        page = next;
        behind = null;
        if (next == null) {
            hasEnded = true;
            return CompletableFuture.completedStage(END);
        }
        return read(next, Objects.requireNonNull(nodes.get(next.node())));
    }

    private @Nullable Page nextPage(NavigableSet<String> nodes) {
        Page now = page;
        if (now == null) {
            return Page.first(nodes.first());
        }
        boolean isThere = nodes.contains(now.node());
        if (isThere && !START.equals(behind)) {
            return behind == null ? now : new Page(now.node(), now.kind(), behind);
        }
        if (isThere && now.kind() == Kind.ZSET) {
            return new Page(now.node(), Kind.HASH, START);
        }
        String node = nodes.higher(now.node());
        return node == null ? null : Page.first(node);
    }

    private CompletionStage<RepairSlice> read(
            Page of, CompletableFuture<RedisClusterAsyncCommands<byte[], byte[]>> node) {
        ScanArgs scan = Objects.requireNonNull(ours.get(of.kind()));
        return runner.call("scan", node, commands -> commands.scan(ScanCursor.of(of.cursor()), scan), read -> {
            behind = read.getCursor();
            waiting.addAll(walker.at(node, read.getKeys()));
            return new RepairSlice(0, null, null, false);
        });
    }
}
