package io.grape.redis;

import static io.grape.core.ContractSteps.get;
import static io.grape.redis.TestStore.TUBE;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.gate.Gate;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.gate.GateRequest;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Payload;
import io.grape.core.job.Produced;
import io.grape.core.key.KeySettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletionStage;

/**
 * Random calls in a tube whose gates come and go, with keys and without: after each the invariants hold, no job is
 * delivered that a gate holds, drops or buries, none is refused that no gate refuses, and in the end everything that
 * was not dropped is delivered.
 */
final class GateSequence extends CallSequence {
    private static final String[] KEYS = {"a", "b", "c"};
    private static final String[] LABELS = {"x", "y", "z"};
    private static final String[] GATES = {"g", "h", "i", "pause"};

    private GateSequence(InspectedStore store, long seed) {
        super(store, seed);
    }

    /** Runs the one of that seed, and fails where a rule is broken. */
    static void run(InspectedStore store, long seed) {
        new GateSequence(store, seed).run();
    }

    @Override
    void step() {
        int choice = random.nextInt(100);
        if (choice < 28) {
            produce();
        } else if (choice < 52) {
            consume(1 + random.nextInt(6));
        } else if (choice < 66) {
            acknowledge();
        } else if (choice < 75) {
            passTime();
        } else if (choice < 81) {
            onOneJob();
        } else if (choice < 90) {
            putGate();
        } else if (choice < 95) {
            String name = GATES[random.nextInt(GATES.length)];
            steps.add("lift " + name + " " + outcome(store.gates().lift(TUBE, name)));
        } else if (choice < 97) {
            configure();
        } else {
            steps.add("expire");
            get(store.tubes().expireLeases(TUBE));
        }
    }

    private static <T> T any(T[] some, Random random) {
        return some[random.nextInt(some.length)];
    }

    private JobTags tags() {
        List<String> labels = new ArrayList<>();
        for (String label : LABELS) {
            if (random.nextInt(3) == 0) {
                labels.add(label);
            }
        }
        return new JobTags(random.nextInt(3) == 0 ? null : any(KEYS, random), labels);
    }

    private void produce() {
        List<NewJob> jobs = new ArrayList<>();
        for (int i = random.nextInt(5); i >= 0; i--) {
            NewJob job = NewJob.of(new JobId(id()), Payload.binary(new byte[1]))
                    .tags(tags())
                    .priority(random.nextInt(4) == 0 ? random.nextInt(3) * 700L : 1024);
            jobs.add(random.nextInt(4) == 0 ? job.due(Due.after(Duration.ofMillis(random.nextInt(900)))) : job);
        }
        OnDuplicate mode = random.nextInt(4) == 0 ? OnDuplicate.REPLACE : OnDuplicate.KEEP;
        jobs.replaceAll(job -> job.onDuplicate(mode));
        steps.add("produce "
                + jobs.stream().map(job -> job.id() + "/" + job.tags()).toList());
        List<Gate> gates = active();
        List<ItemResult<Produced>> results = get(broker.produce(TUBE, jobs));
        for (int i = 0; i < jobs.size(); i++) {
            GrapeException failure = results.get(i).failure();
            JobTags tags = jobs.get(i).tags();
            boolean isRefused = gates.stream().anyMatch(gate -> gate.mode() == GateMode.REFUSE && matches(gate, tags));
            if (failure != null && failure.code() == ErrorCode.GATED) {
                assertThat(isRefused).as("refused " + jobs.get(i)).isTrue();
            } else if (failure == null
                    && (mode == OnDuplicate.REPLACE || results.get(i).get().created())) {
                assertThat(isRefused).as("taken " + jobs.get(i)).isFalse();
            }
        }
    }

    private List<Gate> active() {
        return get(store.gates().list(TUBE)).stream()
                .filter(gate -> !gate.isLifting())
                .toList();
    }

    private static boolean matches(Gate gate, JobTags tags) {
        return switch (gate.match().kind()) {
            case KEY -> gate.match().value().equals(tags.key());
            case LABEL -> tags.labels().contains(gate.match().value());
            case ALL -> true;
        };
    }

    private void consume(int most) {
        List<Gate> gates = active();
        List<Job> jobs = get(broker.consume(TUBE, most, Duration.ZERO)).jobs();
        steps.add("consume " + most + " -> " + jobs.stream().map(Job::id).toList());
        for (Job job : jobs) {
            held.put(job.id().value(), job);
            assertThat(gates.stream().filter(gate -> gate.mode() != GateMode.REFUSE && matches(gate, job.tags())))
                    .as("gates that match job " + job.id() + " " + job.tags())
                    .isEmpty();
        }
    }

    private void acknowledge() {
        if (held.isEmpty()) {
            return;
        }
        List<String> ids = new ArrayList<>(held.keySet());
        Job job = Objects.requireNonNull(held.remove(ids.get(random.nextInt(ids.size()))));
        JobId id = job.id();
        Duration delay = Duration.ofMillis(random.nextInt(3) == 0 ? random.nextInt(500) : 0);
        Acknowledgement ack = switch (random.nextInt(6)) {
            case 0, 1 -> new Acknowledgement.Finish(id, job.requireLease());
            case 2 -> new Acknowledgement.Release(id, job.requireLease(), delay, null);
            case 3 -> new Acknowledgement.Bury(id, job.requireLease(), "broken", null);
            default -> new Acknowledgement.HandBack(id, job.requireLease(), delay);
        };
        steps.add(ack.verb() + " " + id);
        get(broker.acknowledge(TUBE, List.of(ack)));
    }

    private void onOneJob() {
        JobId id = new JobId(id());
        int choice = random.nextInt(5);
        List<Gate> gates = active();
        List<Job> taken = new ArrayList<>();
        steps.add("one " + choice + " " + id + " "
                + switch (choice) {
                    case 0 -> outcome(broker.kick(TUBE, id, Duration.ZERO));
                    case 1 -> outcome(broker.kick(TUBE, 1 + random.nextInt(3)));
                    case 2 -> outcome(broker.delete(TUBE, id, random.nextBoolean()));
                    case 3 -> outcome(broker.discard(TUBE, id));
                    default -> outcome(broker.take(TUBE, id).thenAccept(taken::add));
                });
        taken.forEach(job -> take(job, gates));
    }

    /** Gates for all are passed, as a pause is. */
    private void take(Job job, List<Gate> gates) {
        held.put(job.id().value(), job);
        assertThat(gates.stream()
                        .filter(gate -> gate.match().kind() != GateMatch.Kind.ALL && gate.mode() != GateMode.REFUSE)
                        .filter(gate -> matches(gate, job.tags())))
                .as("gates that match job " + job.id() + ", which was taken")
                .isEmpty();
    }

    private static String outcome(CompletionStage<?> call) {
        return get(call.handle((value, failure) -> failure == null ? "done" : failure.getMessage()));
    }

    private void putGate() {
        GateMode mode = any(GateMode.values(), random);
        GateMatch match = switch (random.nextInt(5)) {
            case 0 -> GateMatch.ALL;
            case 1, 2 -> GateMatch.key(any(KEYS, random));
            default -> GateMatch.label(any(LABELS, random));
        };
        Instant until = random.nextBoolean() ? null : Instant.ofEpochMilli(now + 1 + random.nextInt(3000));
        String name = any(GATES, random);
        steps.add("gate " + name + " " + mode + " " + match + " until " + until + " "
                + outcome(store.gates().put(TUBE, name, new GateRequest(match, mode, until, "", ""))));
    }

    private void configure() {
        KeySettings keys = random.nextInt(3) == 0
                ? KeySettings.OFF
                : random.nextInt(4) == 0 ? KeySteps.ORDERED : KeySteps.ONE_EACH;
        String outcome = outcome(store.tubes().configure(TUBE, TubeSettingsChange.of(keys)));
        steps.add("configure " + keys.order() + " " + keys.ordered() + " " + outcome);
    }

    @Override
    void check() {
        assertThat(Invariants.broken(get(store.look(false)))).isEmpty();
        assertThat(active())
                .allSatisfy(gate -> assertThat(gate.until())
                        .satisfiesAnyOf(
                                until -> assertThat(until).isNull(),
                                until -> assertThat(until).isAfter(Instant.ofEpochMilli(now))));
    }

    /** Everything that is left is delivered and finished once all gates are lifted. */
    @Override
    void drain() {
        steps.add("drain");
        for (String gate : GATES) {
            steps.add(gate + " " + outcome(store.gates().lift(TUBE, gate)));
        }
        long left = JOBS;
        for (int round = 0; round < 2000 && left > 0; round++) {
            pass(300);
            get(broker.kick(TUBE, 10));
            for (Job job : get(broker.consume(TUBE, 10, Duration.ZERO)).jobs()) {
                get(broker.acknowledge(TUBE, List.of(new Acknowledgement.Finish(job.id(), job.requireLease()))));
            }
            check();
            left = left();
        }
        assertNothingIsLeft();
        assertThat(describe().imbalance()).isZero();
        assertThat(get(store.gates().list(TUBE))).isEmpty();
    }
}
