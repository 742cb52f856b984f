package io.grape.server.beanstalkd;

import io.grape.core.job.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The jobs that a connection has reserved, by the numbers that it knows them by. Lives on one event loop. */
final class Reservations {
    private static final Comparator<Held> IN_TIME =
            Comparator.comparingLong(Held::sinceStart).thenComparingLong(Held::number);

    private static final long BYTES_OF_A_JOB = 1500;

    private final Usage usage;
    private final SessionMemory memory;
    private final long start = System.nanoTime();
    private final Map<Long, Held> held = new HashMap<>();
    private final TreeSet<Held> byDeadline = new TreeSet<>(IN_TIME);

    /**
     * A job without its content.
     *
     * @param sinceStart when its lease runs out, in ns since the connection began, by the clock of this machine
     */
    record Held(long number, Job job, long sinceStart) {}

    Reservations(Usage usage, SessionMemory memory) {
        this.usage = usage;
        this.memory = memory;
    }

    /** False where there is no memory for one more. */
    boolean hasRoom() {
        return memory.isLeft(BYTES_OF_A_JOB);
    }

    void add(long number, Job job) {
        forget(number);
        put(new Held(
                number,
                job.withoutContent(),
                System.nanoTime() - start + job.ttr().toNanos()));
    }

    private void put(Held one) {
        held.put(one.number(), one);
        byDeadline.add(one);
        memory.hold(BYTES_OF_A_JOB);
        usage.reservations(1);
    }

    @Nullable
    Held find(long number) {
        return held.get(number);
    }

    /** Its lease begins anew. */
    void touched(Held one) {
        if (one.equals(held.get(one.number()))) {
            add(one.number(), one.job());
        }
    }

    @Nullable
    Held forget(long number) {
        Held one = held.remove(number);
        if (one != null) {
            byDeadline.remove(one);
            memory.give(BYTES_OF_A_JOB);
            usage.reservations(-1);
        }
        return one;
    }

    /** How long until the first lease that has not run out does; null where none is held. */
    @Nullable
    Duration untilFirst() {
        long now = System.nanoTime() - start;
        while (!byDeadline.isEmpty() && byDeadline.first().sinceStart() <= now) {
            forget(byDeadline.first().number());
        }
        return byDeadline.isEmpty() ? null : Duration.ofNanos(byDeadline.first().sinceStart() - now);
    }

    /** All of them, which are held no more. */
    List<Job> takeAll() {
        List<Job> jobs = new ArrayList<>(held.size());
        usage.reservations(-held.size());
        held.values().forEach(one -> jobs.add(one.job()));
        held.clear();
        byDeadline.clear();
        return jobs;
    }
}
