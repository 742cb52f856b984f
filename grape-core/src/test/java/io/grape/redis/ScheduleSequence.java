package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobId;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Headers;
import io.grape.core.job.Job;
import io.grape.core.job.JobTags;
import io.grape.core.job.Payload;
import io.grape.core.schedule.IntervalTiming;
import io.grape.core.schedule.JobTemplate;
import io.grape.core.schedule.MissedPolicy;
import io.grape.core.schedule.ScheduleRequest;
import io.grape.core.schedule.ScheduleSpec;
import io.grape.core.schedule.ScheduleStatus;
import io.grape.core.schedule.WhileRunning;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Random calls at a schedule that has an occurrence each second, and at its jobs. After each, what is in the tube, what is delivered and
 * what the schedule says of itself is what a model says that does not know how it is done.
 */
final class ScheduleSequence extends CallSequence {
    private static final String NAME = "s";
    private static final long SECOND = 1000;

    private final MissedPolicy missed;
    private final WhileRunning whileRunning;
    private final Map<String, Made> made = new HashMap<>();
    private boolean exists;
    /** The instant of the occurrence that waits; null = none does. */
    private @Nullable Long expected;

    private long skipped;
    private @Nullable String begun;
    private int puts;
    private int order;

    /** A job of the schedule that is there. */
    private static final class Made {
        private final boolean isOccurrence;
        private long due;
        private int order;
        private boolean isBegun;
        private boolean hasFailed;

        Made(boolean isOccurrence, long due, int order) {
            this.isOccurrence = isOccurrence;
            this.due = due;
            this.order = order;
        }
    }

    private ScheduleSequence(InspectedStore store, long seed) {
        super(store, seed);
        Random policies = new Random(seed);
        this.missed = List.of(MissedPolicy.values()).get(policies.nextInt(3));
        this.whileRunning = policies.nextBoolean() ? WhileRunning.ALLOW : WhileRunning.SKIP;
    }

    /** Runs the one of that seed, and fails where it differs from the model. */
    static void run(InspectedStore store, long seed) {
        new ScheduleSequence(store, seed).run();
    }

    @Override
    void begin() {
        steps.add(missed + " " + whileRunning);
        put();
    }

    @Override
    void step() {
        int choice = random.nextInt(100);
        if (choice < 25) {
            pass(random.nextInt(4) == 0 ? random.nextInt(6000) : random.nextInt(900));
            steps.add("time " + now);
        } else if (choice < 50) {
            tick();
        } else if (choice < 70) {
            consume();
        } else if (choice < 86) {
            acknowledge();
        } else if (choice < 90) {
            put();
        } else if (choice < 93) {
            turn("pause", () -> get(store.schedules().pause(TUBE, NAME, null)), null);
        } else if (choice < 96) {
            turn("resume", () -> get(store.schedules().resume(TUBE, NAME, null)), following());
        } else if (choice < 98) {
            runNow();
        } else {
            delete();
        }
    }

    private long following() {
        return (now / SECOND + 1) * SECOND;
    }

    private static String idOf(long instant) {
        return NAME + "~" + Instant.ofEpochMilli(instant);
    }

    private void put() {
        ScheduleSpec spec = new ScheduleSpec(
                new IntervalTiming(Duration.ofMillis(SECOND), Instant.EPOCH),
                Duration.ZERO,
                null,
                null,
                null,
                missed,
                null,
                whileRunning,
                null);
        Payload payload = new Payload(Integer.toString(puts++).getBytes(UTF_8), Payload.JSON);
        JobTemplate template =
                new JobTemplate(payload, JobTags.NONE, null, Headers.NONE, Duration.ofHours(1), 1024, null);
        steps.add("put");
        get(store.schedules().put(TUBE, NAME, new ScheduleRequest(spec, false, template), null));
        takeBack();
        exists = true;
        await(following());
    }

    /** Pauses or resumes it. */
    private void turn(String what, Runnable call, @Nullable Long next) {
        boolean isPaused = expected == null;
        if (!exists || isPaused == (next == null)) {
            return;
        }
        steps.add(what);
        call.run();
        takeBack();
        await(next);
    }

    private void delete() {
        if (exists) {
            steps.add("delete");
            get(store.schedules().delete(TUBE, NAME, null));
            takeBack();
            exists = false;
            expected = null;
            skipped = 0;
            begun = null;
        }
    }

    private void takeBack() {
        Made waits = expected == null ? null : made.get(idOf(expected));
        if (waits != null && !waits.isBegun) {
            made.remove(idOf(Objects.requireNonNull(expected)));
        }
    }

    private void await(@Nullable Long instant) {
        expected = instant;
        if (instant != null) {
            made.put(idOf(instant), new Made(true, instant, order++));
        }
    }

    private void tick() {
        steps.add("tick");
        get(store.ticks().tick(TUBE));
        if (expected == null || expected > now) {
            return;
        }
        List<Long> late = new ArrayList<>();
        for (long at = expected + SECOND; at <= now; at += SECOND) {
            late.add(at);
        }
        for (long at : late) {
            boolean isMade = missed == MissedPolicy.ALL || (missed == MissedPolicy.ONE && at + SECOND > now);
            if (isMade) {
                made.put(idOf(at), new Made(true, at, order++));
            } else {
                skipped++;
            }
        }
        await(following());
    }

    private void consume() {
        List<String> delivered = new ArrayList<>();
        for (Job job : get(broker.consume(TUBE, 100, Duration.ZERO)).jobs()) {
            delivered.add(job.id().value());
            held.put(job.id().value(), job);
        }
        steps.add("consume " + delivered);
        List<String> expectedIds = new ArrayList<>();
        made.entrySet().stream()
                .filter(one -> one.getValue().due <= now && !one.getValue().hasFailed)
                .filter(one -> !held.containsKey(one.getKey()) || delivered.contains(one.getKey()))
                .sorted(Comparator.comparingLong((Map.Entry<String, Made> one) -> one.getValue().due)
                        .thenComparing(one -> one.getValue().order))
                .toList()
                .forEach(one -> deliver(one.getKey(), one.getValue(), expectedIds));
        assertThat(delivered).as("delivered").isEqualTo(expectedIds);
    }

    private void deliver(String id, Made job, List<String> ids) {
        Made before = begun == null ? null : made.get(begun);
        boolean isBeside = !exists || !job.isOccurrence || whileRunning == WhileRunning.ALLOW || id.equals(begun);
        if (!isBeside && before != null && !before.hasFailed) {
            made.remove(id);
            skipped++;
            return;
        }
        if (!isBeside) {
            begun = id;
        }
        job.isBegun = true;
        ids.add(id);
    }

    private void acknowledge() {
        if (held.isEmpty()) {
            return;
        }
        String id = new TreeSet<>(held.keySet()).first();
        Job job = Objects.requireNonNull(held.remove(id));
        Made one = Objects.requireNonNull(made.get(id));
        int choice = random.nextInt(4);
        Acknowledgement ack;
        if (choice == 0) {
            one.hasFailed = true;
            ack = new Acknowledgement.Bury(job.id(), job.requireLease(), "", null);
        } else if (choice == 1) {
            one.due = now;
            one.order = order++;
            ack = new Acknowledgement.Release(job.id(), job.requireLease(), Duration.ZERO, null);
        } else {
            made.remove(id);
            ack = new Acknowledgement.Finish(job.id(), job.requireLease());
        }
        steps.add(ack.verb() + " " + id);
        get(broker.acknowledge(TUBE, List.of(ack))).get(0).get();
    }

    private void runNow() {
        if (exists) {
            JobId id = get(store.schedules().run(TUBE, NAME));
            steps.add("run " + id);
            made.put(id.value(), new Made(false, now, order++));
        }
    }

    @Override
    void check() {
        assertThat(Invariants.broken(get(store.look(false)))).isEmpty();
        assertThat(left()).as("jobs in the tube").isEqualTo(made.size());
        if (exists) {
            ScheduleStatus status = get(store.schedules().get(TUBE, NAME));
            assertThat(status.expected())
                    .as("expected")
                    .isEqualTo(expected == null ? null : Instant.ofEpochMilli(expected));
            assertThat(status.skipped()).as("skipped").isEqualTo(skipped);
        }
    }

    private boolean isDeleted(String id) {
        get(broker.delete(TUBE, new JobId(id), false));
        return true;
    }

    @Override
    void drain() {
        delete();
        while (!made.isEmpty()) {
            pass(SECOND);
            consume();
            made.entrySet().removeIf(one -> one.getValue().hasFailed && isDeleted(one.getKey()));
            while (!held.isEmpty()) {
                acknowledge();
            }
        }
        assertNothingIsLeft();
    }
}
