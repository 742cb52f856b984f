package io.grape.redis;

import static io.grape.redis.RepairFixture.bytes;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Inconsistency;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.job.Acknowledgement.Bury;
import io.grape.core.job.Due;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.tube.Tube;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of damage, planted into a real Redis and a real Cluster by hand, is put right by one round, and counted. */
final class RepairTest {
    private static final double FUTURE = 4e12;
    private static final double INFINITY = Double.POSITIVE_INFINITY;
    private static final Map<String, RepairFixture> SHAPES = new HashMap<>();

    /**
     * What to break.
     *
     * @param faults what is found
     */
    private record Damage(String name, Map<Inconsistency, Integer> faults, Consumer<RepairFixture> work) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Damage damage(String name, Inconsistency fault, Consumer<RepairFixture> work) {
        return new Damage(name, Map.of(fault, 1), work);
    }

    /** On a tube with one job of each state, and one of priority 7 that is delayed. */
    private static List<Damage> damages() {
        return List.of(
                new Damage("none", Map.of(), to -> {}),
                damage("delayed job without hash", Inconsistency.LOST, to -> to.drop("j:delayed")),
                damage("retained job without hash", Inconsistency.LOST, to -> to.drop("j:retained")),
                damage("failed job without hash", Inconsistency.LOST, to -> to.drop("j:failed")),
                damage("job of a priority without hash", Inconsistency.LOST, to -> to.drop("j:urgent")),
                new Damage("two at once", Map.of(Inconsistency.LOST, 1, Inconsistency.RECOVERED, 1), to -> {
                    to.drop("j:failed");
                    to.remove("retain", "retained");
                }),
                damage("waiting job in no set", Inconsistency.RECOVERED, to -> to.remove("delay", "delayed")),
                damage("retained job in no set", Inconsistency.RECOVERED, to -> to.drop("retain")),
                damage("failed job in no set", Inconsistency.RECOVERED, to -> to.drop("failed")),
                damage("job of a priority in no set", Inconsistency.RECOVERED, to -> to.drop("delay:7")),
                damage("retained without a lease", Inconsistency.RECOVERED, to -> {
                    to.remove("delay", "delayed");
                    to.add("retain", FUTURE, "delayed");
                }),
                damage("waits though its lease stands", Inconsistency.RECOVERED, to -> {
                    to.remove("retain", "retained");
                    to.add("delay", FUTURE, "retained");
                }),
                damage("failed and delayed", Inconsistency.DOUBLED, to -> to.add("failed", 1, "delayed")),
                damage("delayed and failed", Inconsistency.DOUBLED, to -> to.add("delay", FUTURE, "failed")),
                damage("retained and delayed", Inconsistency.DOUBLED, to -> to.add("delay", 1, "retained")),
                damage(
                        "retained without a lease and delayed",
                        Inconsistency.DOUBLED,
                        to -> to.add("retain", FUTURE, "delayed")),
                damage("retained and failed", Inconsistency.DOUBLED, to -> to.add("failed", 1, "retained")),
                damage(
                        "in the sets of two priorities",
                        Inconsistency.DOUBLED,
                        to -> to.add("delay:9", FUTURE, "urgent")),
                damage("in the default set instead of its priority's", Inconsistency.MISPLACED, to -> {
                    to.remove("delay:7", "urgent");
                    to.add("delay", FUTURE, "urgent");
                }),
                damage("in the set of another priority", Inconsistency.MISPLACED, to -> {
                    to.remove("delay", "delayed");
                    to.add("delay:9", FUTURE, "delayed");
                }),
                damage("delayed for ever", Inconsistency.RECOVERED, to -> to.add("delay", INFINITY, "delayed")),
                damage("no job, and never due", Inconsistency.LOST, to -> {
                    to.drop("j:delayed");
                    to.add("delay", INFINITY, "delayed");
                }),
                damage("tube in no list", Inconsistency.UNLISTED, RepairFixture::strike),
                damage("priority in no index", Inconsistency.UNLISTED, to -> to.drop("coming")),
                damage("priority that comes late", Inconsistency.UNLISTED, to -> to.add("coming", 1e14, "7")),
                damage(
                        "priorities that are not spoken of",
                        Inconsistency.UNLISTED,
                        to -> get(to.redis().hdel(to.key("tube"), bytes("priorities")))));
    }

    static Stream<Arguments> everywhere() {
        return Stream.of("standalone", "cluster")
                .flatMap(shape -> damages().stream().map(damage -> Arguments.of(shape, damage)));
    }

    @AfterAll
    static void close() {
        SHAPES.values().forEach(RepairFixture::close);
        SHAPES.clear();
    }

    private static RepairFixture open(String shape) {
        return new RepairFixture(shape.equals("cluster") ? TestCluster.uri() : TestRedis.uri());
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("everywhere")
    void damageIsPutRightAndCounted(String shape, Damage damage) {
        RepairFixture there = SHAPES.computeIfAbsent(shape, RepairTest::open);
        fill(there);
        damage.work.accept(there);

        Map<Inconsistency, Integer> faults = there.round();

        assertThat(faults).isEqualTo(damage.faults);
        there.checkInvariants();
        Tube tube = there.here.tube();
        assertThat(tube.imbalance()).isZero();
        for (Inconsistency fault : Inconsistency.values()) {
            long expected = faults.getOrDefault(fault, 0);
            assertThat(tube.repairs().get(fault)).as(fault.wireName()).isEqualTo(expected);
        }
        assertThat(there.round()).isEmpty();
        assertThat(tube.counts().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(4 - faults.getOrDefault(Inconsistency.LOST, 0));
        get(there.here.store().tubes().delete(TUBE));
    }

    private static void fill(RepairFixture to) {
        produce(to, job("retained"), job("failed"));
        to.here.consume(2);
        get(to.here
                .store()
                .broker()
                .acknowledge(TUBE, List.of(new Bury(new JobId("failed"), Lease.CURRENT, "broken", null))));
        Due later = Due.after(Duration.ofHours(1));
        produce(to, job("delayed").due(later), job("urgent").due(later).priority(7));
        assertThat(to.here.tube().count(JobState.DELAYED)).isEqualTo(2);
    }

    static NewJob job(String id) {
        return NewJob.of(new JobId(id), Payload.binary(new byte[] {1}));
    }

    static void produce(RepairFixture to, NewJob... jobs) {
        get(to.here.store().broker().produce(TUBE, List.of(jobs))).forEach(outcome -> outcome.get());
    }
}
