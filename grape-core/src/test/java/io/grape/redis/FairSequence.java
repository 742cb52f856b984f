package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;

import io.grape.core.JobId;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.key.KeyOrder;
import io.grape.core.key.KeyOverride;
import io.grape.core.key.KeySettings;
import io.grape.core.key.OnFailure;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Random produces of keys with random weights, and consumes of random sizes; each delivery is held against what the
 * keys are due.
 */
final class FairSequence {
    private static final int STEPS = 60;
    private static final int TIMED = 300;
    private static final double[] WEIGHTS = {0.1, 0.25, 0.7, 1, 1, 1, 2, 3, 4.75, 20};
    private static final long START = 2_000_000_000_000L;

    private final InspectedStore store;
    private final Random random;
    private final List<String> keys = new ArrayList<>();
    private final List<Double> weights = new ArrayList<>();
    private int produced;
    private long now = START;

    FairSequence(InspectedStore store, long seed) {
        this.store = store;
        this.random = new Random(seed);
    }

    private void begin(KeyOrder order, double... weighing) {
        store.setClock(TUBE, now);
        get(store.tubes().create(TUBE, TubeSettings.DEFAULT));
        KeySettings settings = new KeySettings(order, null, null, null, false, OnFailure.SKIP, null);
        get(store.tubes().configure(TUBE, TubeSettingsChange.of(settings)));
        for (int i = 2 + random.nextInt(6); i > 0; i--) {
            keys.add(String.valueOf((char) ('a' + random.nextInt(26))) + i);
            weights.add(1.0);
            weigh(keys.size() - 1, weighing);
        }
        keys.add("");
        weights.add(1.0);
    }

    private void weigh(int key, double... from) {
        double weight = from[random.nextInt(from.length)];
        weights.set(key, weight);
        get(store.keys().put(TUBE, keys.get(key), new KeyOverride(weight, null, null, null, null, false)));
    }

    private void produce(int key, int count) {
        String name = keys.get(key);
        JobTags tags = new JobTags(name.isEmpty() ? null : name, List.of());
        List<NewJob> jobs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            jobs.add(NewJob.of(new JobId("j" + produced++), Payload.binary(new byte[1]))
                    .tags(tags));
        }
        get(store.broker().produce(TUBE, jobs));
    }

    private List<Job> consume(int most) {
        return get(store.broker().consume(TUBE, most, Duration.ZERO)).jobs();
    }

    private int keyOf(Job job) {
        String key = job.tags().key();
        return keys.indexOf(key == null ? "" : key);
    }

    private void finish(Job job) {
        get(store.broker().acknowledge(TUBE, List.of(new Acknowledgement.Finish(job.id(), job.requireLease()))));
    }

    /** Where keys share the number of jobs: what is wrong, null when nothing is. */
    @Nullable
    String byJobs() {
        begin(KeyOrder.JOBS, WEIGHTS);
        FairShares shares = new FairShares(keys, weights);
        for (int i = 0; i < STEPS; i++) {
            int key = random.nextInt(keys.size());
            if (random.nextInt(8) == 0 && !keys.get(key).isEmpty()) {
                weigh(key, WEIGHTS);
                shares.weighed(key);
            } else if (random.nextInt(3) == 0) {
                int count = 1 + random.nextInt(random.nextInt(12) + 1);
                produce(key, count);
                shares.produced(key, count);
            } else {
                int most = 1 + random.nextInt(random.nextInt(25) + 1);
                List<Job> jobs = consume(most);
                for (Job job : jobs) {
                    shares.delivered(keyOf(job));
                    if (random.nextBoolean()) {
                        finish(job);
                    }
                }
                shares.consumed(most, jobs.size());
            }
            if (shares.wrong() != null) {
                return shares.wrong();
            }
        }
        return null;
    }

    /**
     * Where keys share time, one job after the other: the same. Some keys have their next job only once the last one
     * is finished.
     */
    @Nullable
    String byTime() {
        begin(KeyOrder.TIME, 1, 1, 2, 3);
        double[] used = new double[keys.size()];
        long[] takes = random.longs(keys.size(), 50, 1000).toArray();
        boolean[] isBusy = new boolean[keys.size()];
        for (int key = 0; key < keys.size(); key++) {
            isBusy[key] = key == 0 || random.nextBoolean();
            produce(key, isBusy[key] ? TIMED : 1);
        }
        for (int i = 0; i < TIMED; i++) {
            List<Job> jobs = consume(1);
            if (jobs.isEmpty()) {
                return "nothing is delivered";
            }
            int key = keyOf(jobs.get(0));
            now += takes[key];
            store.setClock(TUBE, now);
            finish(jobs.get(0));
            used[key] += takes[key] / weights.get(key);
            if (!isBusy[key]) {
                produce(key, 1);
            }
        }
        return FairShares.wrongTime(keys, weights, used, takes, isBusy);
    }

    /**
     * Where keys do not take turns: each delivery is of a job that is due no later than any other ready one, also when jobs come back, or
     * earlier ones come, while others of their keys wait.
     */
    @Nullable
    String byDueTime() {
        begin(KeyOrder.DUE_TIME, 1);
        Map<String, Long> dues = new HashMap<>();
        List<Job> held = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            int choice = random.nextInt(4);
            if (choice == 0) {
                produceDue(dues);
            } else if (choice == 1 && !held.isEmpty()) {
                Job job = held.remove(random.nextInt(held.size()));
                get(store.broker().handBack(TUBE, List.of(job)));
                dues.put(job.id().value(), Objects.requireNonNull(job.dueAt()).toEpochMilli());
            } else if (choice == 2) {
                now += random.nextInt(100);
                store.setClock(TUBE, now);
            } else {
                List<Job> jobs = consume(1 + random.nextInt(5));
                for (Job job : jobs) {
                    long due = Objects.requireNonNull(dues.remove(job.id().value()));
                    Optional<Map.Entry<String, Long>> first = dues.entrySet().stream()
                            .filter(other -> other.getValue() < due)
                            .findAny();
                    if (first.isPresent()) {
                        return job.id() + ", due at " + due + ", goes before " + first.get();
                    }
                    held.add(job);
                }
            }
        }
        return null;
    }

    private void produceDue(Map<String, Long> dues) {
        List<NewJob> jobs = new ArrayList<>();
        for (int i = random.nextInt(8); i >= 0; i--) {
            String id = "j" + produced++;
            String key = keys.get(random.nextInt(keys.size()));
            long due = now - random.nextInt(1000) + random.nextInt(100);
            dues.put(id, due);
            jobs.add(NewJob.of(new JobId(id), Payload.binary(new byte[1]))
                    .tags(new JobTags(key.isEmpty() ? null : key, List.of()))
                    .due(Due.at(Instant.ofEpochMilli(due))));
        }
        get(store.broker().produce(TUBE, jobs));
    }
}
