package io.grape.redis.job;

import io.grape.core.TubeName;
import io.grape.core.job.JobNumbers;
import io.grape.redis.script.Args;
import io.grape.redis.script.Keys;
import io.grape.redis.script.RegisteredTube;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.script.TubeScripts;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes numbers from Redis in blocks, so that most of them cost no call. A tube has ranges of numbers, each twice as large as the one
 * before; a broker takes blocks of its last range. Source: {@code docs/storage.md}.
 */
public final class RedisJobNumbers implements JobNumbers {
    private static final Script NUMBERS = Script.ofTube("numbers");
    private static final Script TAKE_RANGE = Script.ofRegistry("take_range");
    private static final Script FIND_RANGE = Script.ofRegistry("find_range");
    private static final int BLOCK = 1000;
    private static final int FIRST_RANGE_BITS = 16;
    private static final int LAST_RANGE_BITS = 32;
    /** Tubes with a block here, and ranges that are known. What is forgotten is asked for again. */
    private static final int MAX_KNOWN = 10_000;

    private final TubeScripts scripts;
    private final ScriptRunner runner;
    private final Keys keys;
    private final Map<TubeName, Block> blocks = new ConcurrentHashMap<>();
    private final ConcurrentSkipListMap<Long, Range> known = new ConcurrentSkipListMap<>();

    public RedisJobNumbers(TubeScripts scripts, ScriptRunner runner, Keys keys) {
        this.scripts = scripts;
        this.runner = runner;
        this.keys = keys;
    }

    /** The numbers of one tube that are below an end. */
    private record Range(long end, TubeName tube) {}

    /** The numbers that this broker may give to jobs of one tube. */
    private static final class Block {
        private long next;
        private long end;
        private @Nullable CompletableFuture<Void> fetch;

        /** The next one, -1 = there is none. */
        synchronized long take() {
            return next < end ? next++ : -1;
        }

        synchronized void fill(long first, long count) {
            next = first;
            end = first + count;
        }

        /** The fetch under way; null when there was none, and the caller makes it. */
        synchronized @Nullable CompletableFuture<Void> join(CompletableFuture<Void> mine) {
            CompletableFuture<Void> others = fetch;
            if (others == null && next == end) {
                fetch = mine;
                return null;
            }
            return others == null ? CompletableFuture.completedFuture(null) : others;
        }

        synchronized void ended() {
            fetch = null;
        }
    }

    @Override
    public CompletionStage<Long> next(TubeName tube) {
        if (blocks.size() > MAX_KNOWN) {
            blocks.clear();
        }
        return next(tube, blocks.computeIfAbsent(tube, first -> new Block()));
    }

    private CompletionStage<Long> next(TubeName tube, Block block) {
        long number = block.take();
        return number >= 0
                ? CompletableFuture.completedStage(number)
                : filled(tube, block).thenCompose(done -> next(tube, block));
    }

    /** All who wait for numbers of a tube share one fetch. */
    private CompletionStage<Void> filled(TubeName tube, Block block) {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<Void> others = block.join(mine);
        if (others != null) {
            return others;
        }
        fetch(tube, new Args().none().none()).whenComplete((reply, failure) -> {
            if (failure == null) {
                block.fill(reply.number(1), reply.number(2));
            }
            block.ended();
            if (failure == null) {
                mine.complete(null);
            } else {
                mine.completeExceptionally(failure);
            }
        });
        return mine;
    }

    private CompletionStage<Reply> fetch(TubeName tube, Args range) {
        Args args = scripts.args(tube).add(BLOCK).addAll(range);
        return scripts.runOrFail(NUMBERS, tube, args).thenCompose(reply -> {
            if (reply.number(2) > 0) {
                keep(reply.number(1), reply.number(1) + reply.number(2), tube);
                return CompletableFuture.completedStage(reply);
            }
            long size = 1L << Math.min(LAST_RANGE_BITS, FIRST_RANGE_BITS + reply.number(3));
            return runner.run(
                            TAKE_RANGE,
                            keys.numbers(),
                            new Args().add(tube.value()).add(size))
                    .thenCompose(
                            taken -> fetch(tube, new Args().add(taken.number(1)).add(size)));
        });
    }

    @Override
    public CompletionStage<Optional<TubeName>> tubeOf(long number) {
        Map.Entry<Long, Range> floor = known.floorEntry(number);
        if (floor != null && number < floor.getValue().end()) {
            return CompletableFuture.completedStage(Optional.of(floor.getValue().tube()));
        }
        return runner.run(FIND_RANGE, keys.numbers(), new Args().add(number)).thenApply(reply -> {
            if (reply.isEmpty(1)) {
                return Optional.empty();
            }
            Optional<TubeName> tube = RegisteredTube.read(reply.text(3));
            tube.ifPresent(name -> keep(reply.number(1), reply.number(2), name));
            return tube;
        });
    }

    private void keep(long first, long end, TubeName tube) {
        if (known.size() > MAX_KNOWN) {
            known.clear();
        }
        known.merge(first, new Range(end, tube), (before, more) -> before.end() > more.end() ? before : more);
    }
}
