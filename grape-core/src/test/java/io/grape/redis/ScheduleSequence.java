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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Random calls at a schedule that has an occurrence each second, and at its jobs. After each, what is in the tube, what is delivered and
 * what the schedule says of itself is what a model says that does not know how it is done.
 */
final class ScheduleSequence extends CallSequence {
    private static final String NAME = "s";
    private static final long SECOND = 1000;
    private static final Comparator<Made> PLACES =
            Comparator.comparingLong((Made one) -> one.due).thenComparing(one -> one.order);

    private final ScheduleSpec spec;
    private final WhileRunning whileRunning;
    private final int pauseAfterFailures;
    private final Map<String, Made> made = new HashMap<>();
    /** Occurrences that wait for the end of another one. */
    private final Set<String> waiting = new HashSet<>();

    /** Those of them that were kicked, and are ready until a consume puts them off again. */
    private final Set<String> kickedWhileWaiting = new HashSet<>();

    private boolean exists;
    /** The instant of the occurrence that waits for its time; null = none does. */
    private @Nullable Long expected;
    /** Whether its job was made. */
    private boolean isExpectedMade;
    /** Instants of occurrences that had their job, and are not made again: those to come, and the latest of the others. */
    private final TreeSet<Long> had = new TreeSet<>();

    private long skipped;
    private long runs;
    private long failures;
    /** The occurrence that goes on. */
    private @Nullable String begun;
    /** Occurrences that were taken while another one went on, in that order. */
    private final List<String> beside = new ArrayList<>();

    private int puts;
    private int order;
    /** What a worker has, by what the model says. */
    private final Set<String> leased = new HashSet<>();

    /** A job of the schedule that is there. */
    private static final class Made {
        private final boolean isOccurrence;
        private final int version;
        private long due;
        private int order;
        private boolean wasDelivered;
        private boolean wasDeliveredOrKicked;
        private boolean hasFailed;
        private boolean hasCounted;
        /** Whether it was taken as a failed one, and is held. */
        private boolean wasTakenAsFailed;

        Made(boolean isOccurrence, int version, long due, int order) {
            this.isOccurrence = isOccurrence;
            this.version = version;
            this.due = due;
            this.order = order;
        }
    }

    private ScheduleSequence(InspectedStore store, long seed) {
        super(store, seed);
        Random policies = new Random(seed);
        MissedPolicy missed = List.of(MissedPolicy.values()).get(policies.nextInt(3));
        this.whileRunning = List.of(WhileRunning.values()).get(policies.nextInt(3));
        Duration window = Duration.ofMillis(policies.nextBoolean() ? 0 : 600);
        this.pauseAfterFailures = policies.nextBoolean() ? 2 : Integer.MAX_VALUE;
        this.spec = new ScheduleSpec(
                new IntervalTiming(Duration.ofMillis(SECOND), Instant.EPOCH),
                window,
                null,
                null,
                null,
                missed,
                null,
                whileRunning,
                pauseAfterFailures == Integer.MAX_VALUE ? null : pauseAfterFailures);
    }

    /** Runs the one of that seed, and fails where it differs from the model. */
    static void run(InspectedStore store, long seed) {
        new ScheduleSequence(store, seed).run();
    }

    @Override
    void begin() {
        steps.add(spec.toString());
        put();
    }

    @Override
    void step() {
        int choice = random.nextInt(100);
        if (choice < 22) {
            advance(random.nextInt(4) == 0 ? random.nextInt(6000) : random.nextInt(900));
        } else if (choice < 40) {
            tick();
        } else if (choice < 58) {
            consume();
        } else if (choice < 76) {
            acknowledge();
        } else if (choice < 82) {
            put();
        } else if (choice < 85) {
            pause();
        } else if (choice < 88) {
            resume();
        } else if (choice < 89) {
            runNow();
        } else if (choice < 92) {
            take();
        } else if (choice < 95) {
            kick();
        } else if (choice < 98) {
            deleteJob();
        } else {
            delete();
        }
    }

    /** No two jobs are put into the same ms, where their order would be that of their ids once one of them waited elsewhere. */
    private void advance(long millis) {
        pass(millis);
        while (made.values().stream().anyMatch(one -> one.due == now)) {
            pass(1);
        }
        steps.add("time " + now);
    }

    private static String idOf(long instant) {
        return NAME + "~" + Instant.ofEpochMilli(instant);
    }

    private long dueOf(long instant) {
        return Objects.requireNonNull(spec.after(NAME, Instant.ofEpochMilli(instant - 1)))
                .due()
                .toEpochMilli();
    }

    /** The first instant whose job is not due yet, but for those that had their job, and one more. */
    private long following(@Nullable Long but) {
        long instant = (now / SECOND - 1) * SECOND;
        while (dueOf(instant) <= now || had.contains(instant) || Objects.equals(instant, but)) {
            instant += SECOND;
        }
        return instant;
    }

    private @Nullable Made ofExpected() {
        return expected == null || !isExpectedMade ? null : made.get(idOf(expected));
    }

    private boolean canTakeBack() {
        Made waits = ofExpected();
        return waits != null
                && !waits.wasDelivered
                && !waits.hasFailed
                && !held.containsKey(idOf(Objects.requireNonNull(expected)));
    }

    private void takeBack() {
        remove(idOf(Objects.requireNonNull(expected)));
    }

    /** Whether somebody made the occurrence that waits ready before its time. */
    private boolean isEarly() {
        Made waits = ofExpected();
        String id = expected == null ? "" : idOf(expected);
        return waits != null
                && dueOf(Objects.requireNonNull(expected)) > now
                && (waits.due <= now || waiting.contains(id));
    }

    private void noteHad(long instant) {
        had.add(instant);
        Long latest = had.floor(now);
        if (latest != null) {
            had.headSet(latest).clear();
        }
    }

    private void noteRun() {
        if (isExpectedMade) {
            runs++;
            noteHad(Objects.requireNonNull(expected));
        }
    }

    /** No occurrence waits for its time any more. */
    private void endWaiting() {
        if (expected != null && canTakeBack() && dueOf(expected) > now && !isEarly()) {
            takeBack();
        } else {
            noteRun();
        }
        expected = null;
        isExpectedMade = false;
    }

    private void await(long instant) {
        expected = instant;
        isExpectedMade = make(instant);
    }

    private boolean make(long instant) {
        if (made.containsKey(idOf(instant))) {
            skipped++;
            return false;
        }
        made.put(idOf(instant), new Made(true, puts, dueOf(instant), order++));
        return true;
    }

    /** A job is gone, or goes on no more. */
    private void end(String id) {
        waiting.remove(id);
        if (id.equals(begun)) {
            begun = beside.stream()
                    .filter(leased::contains)
                    .filter(one -> !one.equals(id))
                    .findFirst()
                    .orElse(null);
        }
    }

    private void remove(String id) {
        made.remove(id);
        end(id);
    }

    private void put() {
        puts++;
        Payload payload = new Payload(Integer.toString(puts).getBytes(UTF_8), Payload.JSON);
        JobTemplate template =
                new JobTemplate(payload, JobTags.NONE, null, Headers.NONE, Duration.ofHours(1), 1024, null);
        steps.add("put");
        get(store.schedules().put(TUBE, NAME, new ScheduleRequest(spec, false, template), null));
        if (!exists) {
            exists = true;
            await((now / SECOND + 1) * SECOND);
        } else if (expected == null) {
            failures = 0;
            await(following(null));
        } else if (canTakeBack() && !isEarly()) {
            long next = expected <= now ? expected : following(null);
            takeBack();
            await(next);
        } else if (isExpectedMade) {
            long next = following(expected);
            noteRun();
            await(next);
        } else {
            await(expected <= now && !had.contains(expected) ? expected : following(null));
        }
    }

    private void pause() {
        if (exists && expected != null) {
            steps.add("pause");
            get(store.schedules().pause(TUBE, NAME, null));
            endWaiting();
        }
    }

    private void resume() {
        if (exists && expected == null) {
            steps.add("resume");
            get(store.schedules().resume(TUBE, NAME, null));
            failures = 0;
            await(following(null));
        }
    }

    private void delete() {
        if (exists) {
            steps.add("delete");
            get(store.schedules().delete(TUBE, NAME, null));
            if (canTakeBack()) {
                takeBack();
            }
            exists = false;
            expected = null;
            isExpectedMade = false;
            had.clear();
            beside.clear();
            skipped = 0;
            runs = 0;
            failures = 0;
            begun = null;
            waiting.clear();
        }
    }

    private void tick() {
        steps.add("tick");
        get(store.ticks().tick(TUBE));
        if (expected == null || dueOf(expected) > now) {
            return;
        }
        noteRun();
        List<Long> late = new ArrayList<>();
        for (long at = expected + SECOND; dueOf(at) <= now; at += SECOND) {
            late.add(at);
        }
        long next = expected + SECOND * (late.size() + 1);
        while (had.contains(next)) {
            next += SECOND;
        }
        for (int i = 0; i < late.size(); i++) {
            boolean isWanted =
                    spec.missed() == MissedPolicy.ALL || (spec.missed() == MissedPolicy.ONE && i == late.size() - 1);
            if (!isWanted) {
                skipped++;
            } else if (!had.contains(late.get(i)) && make(late.get(i))) {
                runs++;
                noteHad(late.get(i));
            }
        }
        await(next);
    }

    private boolean isInTurn(Made one, String id) {
        return exists && one.isOccurrence && whileRunning != WhileRunning.ALLOW && !id.equals(begun);
    }

    private @Nullable String firstWaiting() {
        return waiting.stream().min(Comparator.comparing(this::place, PLACES)).orElse(null);
    }

    private Made place(String id) {
        return Objects.requireNonNull(made.get(id));
    }

    private void consume() {
        List<String> delivered = new ArrayList<>();
        for (Job job : get(broker.consume(TUBE, 100, Duration.ZERO)).jobs()) {
            String id = job.id().value();
            delivered.add(id + "=" + new String(job.payload().bytes(), UTF_8));
            held.put(id, job);
        }
        steps.add("consume " + delivered);
        kickedWhileWaiting.clear();
        String next = begun == null ? firstWaiting() : null;
        List<String> expectedIds = new ArrayList<>();
        made.entrySet().stream()
                .filter(one -> one.getValue().due <= now && !one.getValue().hasFailed)
                .filter(one -> !leased.contains(one.getKey()))
                .filter(one -> !waiting.contains(one.getKey()) || one.getKey().equals(next))
                .sorted(Map.Entry.comparingByValue(PLACES))
                .toList()
                .forEach(one -> deliver(one.getKey(), one.getValue(), expectedIds));
        assertThat(delivered).as("delivered").isEqualTo(expectedIds);
    }

    private void deliver(String id, Made job, List<String> ids) {
        if (isInTurn(job, id) && isTurnedAway(id, job)) {
            return;
        }
        job.wasDelivered = true;
        job.wasDeliveredOrKicked = true;
        leased.add(id);
        ids.add(id + "=" + job.version);
    }

    /** Whether it waits for another one, or is dropped. */
    private boolean isTurnedAway(String id, Made job) {
        String first = begun != null ? begun : firstWaiting();
        if (whileRunning == WhileRunning.SKIP && first != null && !first.equals(id) && !job.wasDeliveredOrKicked) {
            remove(id);
            skipped++;
            return true;
        }
        waiting.add(id);
        if (begun != null || !id.equals(firstWaiting())) {
            return true;
        }
        waiting.remove(id);
        begun = id;
        return false;
    }

    private void acknowledge() {
        if (held.isEmpty()) {
            return;
        }
        List<String> ids = new ArrayList<>(new TreeSet<>(held.keySet()));
        String id = ids.get(random.nextInt(ids.size()));
        Job job = Objects.requireNonNull(held.remove(id));
        leased.remove(id);
        Made one = place(id);
        advance(1);
        int choice = random.nextInt(6);
        if (choice == 0) {
            steps.add("hand back " + id);
            get(broker.handBack(TUBE, List.of(job)));
            if (one.wasTakenAsFailed) {
                one.wasTakenAsFailed = false;
                one.hasFailed = true;
                end(id);
            }
            return;
        }
        one.wasTakenAsFailed = false;
        Acknowledgement ack;
        if (choice < 3) {
            one.hasFailed = true;
            ack = new Acknowledgement.Bury(job.id(), job.requireLease(), "", null);
        } else if (choice == 3) {
            one.due = now;
            one.order = order++;
            ack = new Acknowledgement.Release(job.id(), job.requireLease(), Duration.ZERO, null);
        } else {
            remove(id);
            ack = new Acknowledgement.Finish(job.id(), job.requireLease());
        }
        steps.add(ack.verb() + " " + id);
        get(broker.acknowledge(TUBE, List.of(ack))).get(0).get();
        if (one.hasFailed) {
            end(id);
        }
        if (one.isOccurrence && exists) {
            count(one);
        }
    }

    private void count(Made one) {
        if (one.hasFailed && !one.hasCounted) {
            one.hasCounted = true;
            failures++;
            if (expected != null && failures >= pauseAfterFailures) {
                endWaiting();
            }
        } else if (!one.hasFailed && !made.containsValue(one)) {
            failures = 0;
        }
    }

    private void runNow() {
        if (exists) {
            advance(1);
            JobId id = get(store.schedules().run(TUBE, NAME));
            steps.add("run " + id);
            made.put(id.value(), new Made(false, puts, now, order++));
        }
    }

    private @Nullable String anyJob() {
        List<String> ids = new ArrayList<>(new TreeSet<>(made.keySet()));
        return ids.isEmpty() ? null : ids.get(random.nextInt(ids.size()));
    }

    private void kick() {
        String id = anyJob();
        if (id == null || held.containsKey(id)) {
            return;
        }
        advance(1);
        Made one = place(id);
        boolean isReady =
                !one.hasFailed && one.due <= now && (!waiting.contains(id) || kickedWhileWaiting.contains(id));
        boolean isNext = waiting.contains(id) && begun == null && id.equals(firstWaiting());
        steps.add("kick " + id);
        assertThat(get(broker.kick(TUBE, new JobId(id), Duration.ZERO)))
                .as("kicked")
                .isEqualTo(!isReady && !isNext);
        if (isReady || isNext) {
            return;
        }
        one.wasDeliveredOrKicked = true;
        one.hasFailed = false;
        // One that waits for another keeps its place.
        if (waiting.contains(id)) {
            kickedWhileWaiting.add(id);
        } else {
            one.due = now;
            one.order = order++;
        }
    }

    /** A consumer takes a job by its id; not one that waits for another, nor while one is woken that a consume did not meet yet. */
    private void take() {
        String id = anyJob();
        boolean isOneWoken = begun == null && !waiting.isEmpty();
        if (id == null || held.containsKey(id) || waiting.contains(id) || isOneWoken) {
            return;
        }
        advance(1);
        steps.add("take " + id);
        held.put(id, get(broker.take(TUBE, new JobId(id))));
        Made one = place(id);
        one.wasDelivered = true;
        one.wasDeliveredOrKicked = true;
        one.wasTakenAsFailed = one.hasFailed;
        one.hasFailed = false;
        leased.add(id);
        if (exists && one.isOccurrence && begun == null) {
            begun = id;
        } else if (exists && one.isOccurrence && !id.equals(begun)) {
            beside.removeIf(other -> other.equals(id) || !leased.contains(other));
            beside.add(id);
        }
    }

    private boolean isDeletedBeforeItsTime(String id) {
        return expected != null
                && isExpectedMade
                && id.equals(idOf(expected))
                && !place(id).wasDelivered
                && dueOf(expected) > now;
    }

    private void deleteJob() {
        String id = anyJob();
        if (id != null) {
            steps.add("delete " + id);
            get(broker.delete(TUBE, new JobId(id), true));
            if (isDeletedBeforeItsTime(id)) {
                skipped++;
                noteHad(Objects.requireNonNull(expected));
                isExpectedMade = false;
            }
            held.remove(id);
            leased.remove(id);
            remove(id);
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
            assertThat(status.runs()).as("runs").isEqualTo(runs);
            assertThat(status.failures()).as("failures").isEqualTo(failures);
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
            advance(SECOND);
            consume();
            made.entrySet().removeIf(one -> one.getValue().hasFailed && isDeleted(one.getKey()));
            while (!held.isEmpty()) {
                acknowledge();
            }
        }
        assertNothingIsLeft();
    }
}
