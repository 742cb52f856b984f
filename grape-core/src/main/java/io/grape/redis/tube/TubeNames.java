package io.grape.redis.tube;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.TubeName;
import io.grape.redis.script.Keys;
import io.grape.redis.script.RegisteredTube;
import io.grape.redis.script.ScriptRunner;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import java.time.Duration;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One copy of the names of all tubes, which all callers share. Without it, every caller would read and hold every name, so that a
 * few calls that list tubes could fill the memory of a broker.
 *
 * <p>The registry's version tells whether the copy is current, so callers see each tube whose creation has ended before they call.
 * One read of all names runs at a time. The next one starts only after a pause of {@value #PAUSE_TIMES} times as long as the last
 * took, so reading names takes at most a fifth of the time while tubes come and go. Thread-safe.
 */
final class TubeNames {
    /** A change of the registry by something other than Grape does not change its version. It is seen after this time. */
    private static final Duration FRESH = Duration.ofSeconds(1);

    private static final long PAUSE_TIMES = 4;
    private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final String LAST_PAGE = "0";
    private static final ScanArgs PAGE = ScanArgs.Builder.limit(1000);
    /** An entry of the set, and the objects of a name, without its characters. */
    private static final long BYTES_AROUND_A_NAME = 96;

    private final ScriptRunner runner;
    private final Keys keys;
    private volatile LongConsumer memory = bytes -> {};

    private @Nullable Copy last;
    private @Nullable CompletableFuture<Copy> running;
    private long startedReads;
    private long nextReadAt = System.nanoTime();

    /**
     * The names as they were read once.
     *
     * @param read the number of the read
     */
    private record Copy(NavigableSet<TubeName> names, String version, long read, long startedAt, long bytes) {
        boolean isFresh() {
            return System.nanoTime() - startedAt < FRESH.toNanos();
        }
    }

    TubeNames(ScriptRunner runner, Keys keys) {
        this.runner = runner;
        this.keys = keys;
    }

    /** From now on, adds the bytes that the names take to this account, and subtracts them when they are gone. */
    void accountTo(LongConsumer account) {
        memory = account;
    }

    CompletionStage<NavigableSet<TubeName>> get() {
        return version().thenCompose(version -> {
            long before;
            synchronized (this) {
                before = startedReads;
            }
            return current(version, before).thenApply(Copy::names);
        });
    }

    private CompletionStage<String> version() {
        byte[] key = keys.registry()[1];
        return runner.call(
                "get", key, redis -> redis.get(key), found -> found == null ? "" : new String(found, US_ASCII));
    }

    /** A copy that holds what the registry of this version held, or a later one; a read after so many others saw it. */
    private CompletionStage<Copy> current(String version, long before) {
        CompletableFuture<Copy> read;
        synchronized (this) {
            Copy copy = last;
            if (copy != null && (copy.read > before || (copy.version.equals(version) && copy.isFresh()))) {
                return CompletableFuture.completedStage(copy);
            }
            if (running == null) {
                return start();
            }
            read = running;
        }
        // It started before this call, so it may have missed a name.
        return read.thenCompose(ended -> current(version, before));
    }

    private synchronized CompletableFuture<Copy> start() {
        long number = ++startedReads;
        CompletableFuture<Copy> read = new CompletableFuture<>();
        running = read;
        long pause = nextReadAt - System.nanoTime();
        Executor when = pause <= 0 ? Runnable::run : CompletableFuture.delayedExecutor(pause, TimeUnit.NANOSECONDS);
        when.execute(() -> read(number).whenComplete((copy, failure) -> ended(read, copy, failure)));
        return read;
    }

    private CompletionStage<Copy> read(long number) {
        long startedAt = System.nanoTime();
        Names names = new Names();
        return version()
                .thenCompose(version -> scan(ScanCursor.INITIAL, names)
                        .thenApply(all -> new Copy(
                                Collections.unmodifiableNavigableSet(names.found),
                                version,
                                number,
                                startedAt,
                                names.bytes)))
                .whenComplete((copy, failure) -> {
                    if (failure != null) {
                        memory.accept(-names.bytes);
                    }
                });
    }

    private void ended(CompletableFuture<Copy> read, @Nullable Copy copy, @Nullable Throwable failure) {
        Copy before;
        synchronized (this) {
            before = last;
            running = null;
            if (copy != null) {
                last = copy;
                long now = System.nanoTime();
                nextReadAt = now + Math.min(MAX_PAUSE_NANOS, PAUSE_TIMES * (now - copy.startedAt));
            }
        }
        if (copy == null) {
            read.completeExceptionally(failure);
            return;
        }
        if (before != null) {
            memory.accept(-before.bytes);
        }
        read.complete(copy);
    }

    /** Names that were found so far. */
    private final class Names {
        private final NavigableSet<TubeName> found = new TreeSet<>();
        private long bytes;

        /** A scan may return a name twice. */
        void add(Iterable<byte[]> page) {
            long before = bytes;
            for (byte[] name : page) {
                RegisteredTube.read(new String(name, UTF_8)).ifPresent(tube -> {
                    if (found.add(tube)) {
                        bytes += BYTES_AROUND_A_NAME + name.length;
                    }
                });
            }
            memory.accept(bytes - before);
        }
    }

    private CompletionStage<Names> scan(ScanCursor cursor, Names names) {
        CompletionStage<ScanCursor> next =
                runner.call("sscan", keys.tubes(), redis -> redis.sscan(keys.tubes(), cursor, PAGE), found -> {
                    names.add(found.getValues());
                    return ScanCursor.of(found.getCursor());
                });
        return next.thenCompose(
                at -> at.getCursor().equals(LAST_PAGE) ? CompletableFuture.completedStage(names) : scan(at, names));
    }
}
