package io.grape.redis;

import static io.grape.catalog.TubeFields.MAX_ATTEMPTS;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.catalog.TubeFields;
import io.grape.core.job.Broker;
import io.grape.core.job.Job;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random calls at one tube, by a clock of its own: after each it is checked, and in the end everything is delivered. */
abstract class CallSequence {
    static final Duration TTR = Duration.ofSeconds(10);
    static final int JOBS = 40;

    private static final int STEPS = 250;

    final InspectedStore store;
    final Broker broker;
    final Random random;
    final List<String> steps = new ArrayList<>();
    final Map<String, Job> held = new HashMap<>();
    /** In ms since 1970; from 2030 on. */
    long now = 1_893_456_000_000L;

    private final long seed;

    CallSequence(InspectedStore store, long seed) {
        this.store = store;
        this.broker = store.broker();
        this.random = new Random(seed);
        this.seed = seed;
    }

    /** What is done before the first step. */
    void begin() {}

    abstract void step();

    abstract void check();

    abstract void drain();

    /** Fails where a rule is broken, with what was done until then. */
    final void run() {
        try {
            setTime();
            get(store.tubes()
                    .create(TUBE, TubeSettings.DEFAULT.with(TubeFields.TTR, TTR).with(MAX_ATTEMPTS, 0)));
            begin();
            for (int i = 0; i < STEPS; i++) {
                step();
                check();
            }
            drain();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + " after " + steps + "\n" + e.getMessage(), e);
        }
    }

    final String id() {
        return "j" + random.nextInt(JOBS);
    }

    /** A little, or longer than leases are. */
    final void passTime() {
        pass(random.nextInt(6) == 0 ? 12_000 : random.nextInt(700));
        steps.add("time " + now);
    }

    final void pass(long millis) {
        now += millis;
        setTime();
    }

    private void setTime() {
        get(store.setClock(TUBE, now));
    }

    final Tube describe() {
        return get(store.tubes().describe(TUBE));
    }

    final long left() {
        return describe().counts().values().stream().mapToLong(Long::longValue).sum();
    }

    final void assertNothingIsLeft() {
        assertThat(describe().counts())
                .as("what is left")
                .allSatisfy((state, count) -> assertThat(count).isZero());
    }
}
