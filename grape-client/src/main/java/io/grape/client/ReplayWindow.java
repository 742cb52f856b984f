package io.grape.client;

import io.grape.client.buffer.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The first jobs of a buffer that are not settled, in their order. A tube that takes no jobs for now pauses: the jobs of
 * other tubes pass it, as far as the window reaches.
 */
final class ReplayWindow {
    private static final int MAX_JOBS = 2000;
    private static final long MAX_BYTES = 8 << 20;
    private static final long FIRST_PAUSE = Duration.ofMillis(100).toNanos();
    private static final long MAX_PAUSE = Duration.ofSeconds(5).toNanos();
    private static final int MAX_DOUBLINGS = 10;

    private final List<Waiting> waiting = new ArrayList<>();
    private final Map<String, Pause> pauses = new HashMap<>();
    private final Pause ofAll = new Pause();
    private final BatchLimit limit = new BatchLimit();
    private long bytes;

    /** A job and its record. */
    static final class Waiting {
        final Entry entry;
        final StoredJob stored;
        private boolean settled;
        private boolean expired;

        Waiting(Entry entry, StoredJob stored) {
            this.entry = entry;
            this.stored = stored;
        }

        private String tube() {
            return stored.tube().name();
        }

        private long bytes() {
            return BatchLimit.bytesOf(entry.payload().length);
        }
    }

    /** Nothing is sent before its end. */
    private static final class Pause {
        private int failures;
        private long until;

        void begin(long now, Duration least) {
            long longest = Math.min(MAX_PAUSE, FIRST_PAUSE << Math.min(failures, MAX_DOUBLINGS));
            failures++;
            until = now + Math.max(least.toNanos(), ThreadLocalRandom.current().nextLong(longest / 2, longest));
        }

        void end() {
            failures = 0;
        }

        long left(long now) {
            return failures == 0 ? 0 : Math.max(0, until - now);
        }
    }

    boolean hasRoom() {
        return waiting.size() < MAX_JOBS && bytes < MAX_BYTES;
    }

    void add(Entry entry, StoredJob stored) {
        waiting.add(new Waiting(entry, stored));
        bytes += entry.payload().length;
    }

    /** The first one that is not settled; null if there is none. */
    @Nullable
    Waiting first() {
        return waiting.isEmpty() ? null : waiting.get(0);
    }

    /** Those that nobody wants any more: they are in no batch from now on. */
    List<Waiting> expired(Instant now, Duration maxAge) {
        waiting.forEach(one -> one.expired = one.stored.isExpired(now, maxAge));
        return waiting.stream().filter(one -> one.expired).toList();
    }

    /** The jobs to send next: of one tube and one content type, each id once, so that none overtakes another of its id. */
    List<Waiting> batch(long now) {
        if (ofAll.left(now) > 0) {
            return List.of();
        }
        return waiting.stream()
                .filter(one -> !one.expired && left(one.tube(), now) == 0)
                .findFirst()
                .map(this::batchFrom)
                .orElse(List.of());
    }

    private List<Waiting> batchFrom(Waiting first) {
        List<Waiting> batch = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        long size = 0;
        for (Waiting one : waiting) {
            if (!one.expired && one.tube().equals(first.tube())) {
                size += one.bytes();
                if (!limit.allows(batch.size() + 1, size)
                        || !one.stored.tube().equals(first.stored.tube())
                        || !ids.add(one.stored.job().id())) {
                    return batch;
                }
                batch.add(one);
            }
        }
        return batch;
    }

    private long left(String tube, long now) {
        Pause pause = pauses.get(tube);
        return pause == null ? 0 : pause.left(now);
    }

    /** How long, in nanoseconds, until there may be a batch; the given time if nothing waits. */
    long pause(long now, long most) {
        long least = waiting.stream()
                .filter(one -> !one.expired)
                .mapToLong(one -> left(one.tube(), now))
                .min()
                .orElse(most);
        return Math.min(most, Math.max(least, ofAll.left(now)));
    }

    /** It is sent, or dropped. */
    void settle(Waiting one) {
        one.settled = true;
        bytes -= one.entry.payload().length;
    }

    /** Forgets what is settled, and the pauses of tubes of which nothing is left. */
    void compact() {
        waiting.removeIf(one -> one.settled);
        if (!pauses.isEmpty()) {
            pauses.keySet().retainAll(waiting.stream().map(Waiting::tube).collect(Collectors.toUnmodifiableSet()));
        }
    }

    private static long bytes(List<Waiting> batch) {
        return batch.stream().mapToLong(Waiting::bytes).sum();
    }

    /** A batch was refused as a whole: the next ones are smaller. True if they were not before. */
    boolean refused(List<Waiting> batch, GrapeException why) {
        return limit.refused(batch.size(), bytes(batch), why);
    }

    /** Jobs of a batch were taken: the next ones may be larger. */
    void wentWell() {
        limit.wentWell();
    }

    /** A batch got no response: the next ones are shorter. */
    void unanswered(List<Waiting> batch) {
        limit.unanswered(bytes(batch));
    }

    /** This tube takes no jobs for now. True if it did before. */
    boolean pause(String tube, long now, Duration least) {
        ofAll.end();
        Pause pause = pauses.computeIfAbsent(tube, name -> new Pause());
        pause.begin(now, least);
        return pause.failures == 1;
    }

    /** No broker takes jobs for now. True if one did before. */
    boolean pauseAll(long now, Duration least) {
        ofAll.begin(now, least);
        return ofAll.failures == 1;
    }

    /** All jobs of a batch of this tube are settled. True if it, or all, had paused. */
    boolean resume(String tube) {
        boolean paused = pauses.remove(tube) != null || ofAll.failures > 0;
        ofAll.end();
        return paused;
    }
}
