package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.JobQuery;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Payload;
import io.grape.core.job.Produced;
import io.grape.core.key.KeyOrder;
import io.grape.core.key.KeyOverride;
import io.grape.core.key.KeySettings;
import io.grape.core.key.OnFailure;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Random calls in a tube whose keys are switched on, changed and switched off: after each the invariants and the
 * rules of the keys hold, and in the end everything is delivered.
 */
final class KeySequence extends CallSequence {
    private static final List<KeyOrder> ON = List.of(KeyOrder.DUE_TIME, KeyOrder.JOBS, KeyOrder.TIME);
    private static final List<String> KEYS = List.of("a", "b", "c", "d:e", "~");

    private final KeyRules rules = new KeyRules(KEYS);
    private KeySettings settings = KeySettings.OFF;

    private KeySequence(InspectedStore store, long seed) {
        super(store, seed);
    }

    /** Runs the one of that seed, and fails where a rule is broken. */
    static void run(InspectedStore store, long seed) {
        new KeySequence(store, seed).run();
    }

    @Override
    void begin() {
        configure();
    }

    @Override
    void step() {
        int choice = random.nextInt(100);
        if (choice < 30) {
            produce();
        } else if (choice < 55) {
            consume(1 + random.nextInt(6));
        } else if (choice < 75) {
            acknowledge();
        } else if (choice < 83) {
            passTime();
        } else if (choice < 88) {
            onOneJob();
        } else if (choice < 94) {
            override();
        } else if (choice < 96) {
            configure();
        } else {
            steps.add("expire");
            get(store.tubes().expireLeases(TUBE));
        }
    }

    private String key() {
        return KEYS.get(random.nextInt(KEYS.size()));
    }

    private void produce() {
        List<NewJob> jobs = new ArrayList<>();
        for (int i = random.nextInt(5); i >= 0; i--) {
            String key = random.nextInt(5) == 0 ? null : key();
            NewJob job = NewJob.of(new JobId(id()), Payload.binary(new byte[1]))
                    .tags(new JobTags(key, List.of()))
                    .priority(random.nextInt(4) == 0 ? random.nextInt(3) * 700L : 1024);
            if (key != null && random.nextInt(3) == 0) {
                job = job.weight(0.5 + random.nextInt(4));
            }
            jobs.add(random.nextInt(4) == 0 ? job.due(Due.after(Duration.ofMillis(random.nextInt(900)))) : job);
        }
        OnDuplicate mode = random.nextInt(4) == 0 ? OnDuplicate.REPLACE : OnDuplicate.KEEP;
        jobs.replaceAll(job -> job.onDuplicate(mode));
        steps.add("produce "
                + jobs.stream()
                        .map(job -> job.id() + "/" + job.tags().key() + "/" + job.priority() + "/" + job.weight())
                        .toList());
        List<ItemResult<Produced>> results = get(broker.produce(TUBE, jobs));
        for (int i = 0; i < jobs.size(); i++) {
            String key = jobs.get(i).tags().key();
            boolean isTaken = results.get(i).failure() == null
                    && (mode == OnDuplicate.REPLACE || results.get(i).get().created());
            if (key != null && isTaken) {
                rules.taken(jobs.get(i).id().value(), key);
            }
        }
    }

    private void consume(int most) {
        List<Job> jobs = get(broker.consume(TUBE, most, Duration.ZERO)).jobs();
        steps.add("consume " + most + " -> "
                + jobs.stream().map(job -> job.id() + "/" + job.tags().key()).toList());
        jobs.forEach(this::delivered);
    }

    private void delivered(Job job) {
        held.put(job.id().value(), job);
        String key = job.tags().key();
        if (key != null && !settings.isOff()) {
            rules.delivered(key, now);
        }
    }

    private void acknowledge() {
        if (held.isEmpty()) {
            return;
        }
        List<Job> jobs = List.copyOf(held.values());
        Job job = jobs.get(random.nextInt(jobs.size()));
        Acknowledgement ack = acknowledgement(job);
        ItemResult<Acknowledged> result =
                get(broker.acknowledge(TUBE, List.of(ack))).get(0);
        GrapeException failure = result.failure();
        boolean isDone = failure == null;
        steps.add(ack + " -> " + (failure == null ? "done" : failure.code()));
        if (isDone && job.tags().key() != null) {
            rules.acknowledged(job.tags().key(), ack, now, settings);
        }
        boolean isKept = ack instanceof Acknowledgement.Touch || !isDone;
        if (!isKept || (!isDone && random.nextBoolean())) {
            held.remove(job.id().value());
        }
    }

    private Acknowledgement acknowledgement(Job job) {
        JobId id = job.id();
        Duration delay = Duration.ofMillis(random.nextInt(3) == 0 ? random.nextInt(500) : 0);
        Duration rest = random.nextInt(3) == 0 ? Duration.ofMillis(1 + random.nextInt(500)) : null;
        Long priority = random.nextInt(4) == 0 ? 700L : null;
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> new Acknowledgement.Finish(id, job.requireLease());
            case 3 -> new Acknowledgement.Release(id, job.requireLease(), delay, priority, rest);
            case 4 -> new Acknowledgement.Bury(id, job.requireLease(), "broken", priority);
            case 5 -> new Acknowledgement.Touch(id, job.requireLease());
            default -> new Acknowledgement.HandBack(id, job.requireLease(), delay);
        };
    }

    private void onOneJob() {
        JobId id = new JobId(id());
        int choice = random.nextInt(5);
        steps.add("one " + choice + " " + id);
        switch (choice) {
            case 0 -> {
                if (get(broker.kick(TUBE, id, Duration.ZERO).handle((done, failure) -> failure == null && done))) {
                    rules.kicked(id.value());
                }
            }
            case 1 -> settle(broker.kick(TUBE, 1 + random.nextInt(3)));
            case 2 -> settle(broker.delete(TUBE, id, random.nextBoolean()));
            case 3 -> settle(broker.discard(TUBE, id));
            default -> settle(broker.take(TUBE, id).thenAccept(this::delivered));
        }
    }

    private static void settle(CompletionStage<?> call) {
        get(call.handle((value, failure) -> true));
    }

    private void override() {
        String key = key();
        if (random.nextInt(3) == 0) {
            steps.add("forget " + key);
            settle(store.keys().delete(TUBE, key));
            rules.resumed(key);
        } else {
            boolean isPaced = random.nextInt(3) == 0;
            KeyOverride override = new KeyOverride(
                    random.nextBoolean() ? 0.5 + random.nextInt(4) : null,
                    random.nextBoolean() ? 1 + random.nextInt(3) : null,
                    isPaced ? 5.0 : null,
                    isPaced ? 1 + random.nextInt(3) : null,
                    random.nextInt(6) == 0 ? 3L : null,
                    random.nextInt(4) == 0);
            steps.add("override " + key + " " + override);
            settle(store.keys().put(TUBE, key, override));
        }
        rules.changed(List.of(key), now);
    }

    private void configure() {
        boolean ordered = random.nextInt(3) == 0;
        settings = random.nextInt(3) == 0
                ? KeySettings.OFF
                : new KeySettings(
                        ON.get(random.nextInt(ON.size())),
                        ordered || random.nextBoolean() ? null : 1 + random.nextInt(3),
                        random.nextInt(3) == 0 ? 10.0 : null,
                        null,
                        ordered,
                        ordered && random.nextBoolean() ? OnFailure.BLOCK : OnFailure.SKIP,
                        null);
        steps.add("configure " + settings);
        get(store.tubes().configure(TUBE, TubeSettingsChange.of(settings)));
        rules.configured(settings, now);
    }

    @Override
    void check() {
        Stored stored = get(store.look(false));
        assertThat(Invariants.broken(stored)).isEmpty();
        rules.check(stored.tubes().get(TUBE), now, settings);
    }

    /** Everything that is left is delivered and finished, whatever was set before. */
    @Override
    void drain() {
        KEYS.forEach(key -> settle(store.keys().delete(TUBE, key)));
        rules.changed(KEYS, now);
        steps.add("drain");
        long left = JOBS;
        for (int round = 0; round < 400 && left > 0; round++) {
            pass(300);
            get(broker.kick(TUBE, 10));
            List<Job> jobs = get(broker.consume(TUBE, 10, Duration.ZERO)).jobs();
            jobs.forEach(this::delivered);
            check();
            for (Job job : jobs) {
                get(broker.acknowledge(TUBE, List.of(new Acknowledgement.Finish(job.id(), job.requireLease()))));
            }
            check();
            left = left();
        }
        assertNothingIsLeft();
        assertThat(describe().totals()).containsKey(TubeCounter.FINISHED);
        assertThat(get(broker.list(TUBE, new JobQuery(JobState.READY, 1, null))).jobs())
                .isEmpty();
    }
}
