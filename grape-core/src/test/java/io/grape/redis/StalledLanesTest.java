package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Inconsistency;
import io.grape.core.JobState;
import io.grape.core.job.Job;
import io.grape.core.key.KeyOverride;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A lane that waits neither for a time nor for its turn is found by the self-check, and delivered again. */
final class StalledLanesTest {
    /**
     * What to break in a tube whose key a has waiting jobs of two priorities, and how many lanes wait for nothing
     * then.
     */
    private record Damage(String name, int stalled, Consumer<RepairFixture> work) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static List<Damage> damages() {
        return List.of(
                new Damage("none", 0, to -> {}),
                new Damage("a lane waits for no time", 1, to -> to.remove("coming", "1024:a")),
                new Damage("no lane waits for a time", 2, to -> to.drop("coming")),
                new Damage("a lane has lost its turn", 1, to -> {
                    assertThat(to.here.consume(1)).hasSize(1);
                    to.remove("turn:7", "a");
                }),
                new Damage("all lanes have lost their turn", 2, to -> {
                    assertThat(to.here.consume(1)).hasSize(1);
                    to.drop("turn:7", "turn:1024");
                }),
                new Damage("the priority of a lane has lost its turn", 1, to -> {
                    assertThat(to.here.consume(1)).hasSize(1);
                    to.drop("urgent");
                }),
                new Damage("a paused key waits for nothing", 0, to -> {
                    KeyOverride paused = new KeyOverride(null, null, null, null, null, true);
                    get(to.here.store().jobKeys().put(TUBE, "a", paused));
                    to.drop("coming");
                    assertThat(to.round()).isEmpty();
                    get(to.here.store().jobKeys().delete(TUBE, "a"));
                }));
    }

    static Stream<Arguments> everywhere() {
        return Stream.of("standalone", "cluster")
                .flatMap(shape -> damages().stream().map(damage -> Arguments.of(shape, damage)));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("everywhere")
    void aStalledLaneIsFoundAndDelivered(String shape, Damage damage) {
        try (RepairFixture there = new RepairFixture(shape.equals("cluster") ? TestCluster.uri() : TestRedis.uri())) {
            ManyKeys keys =
                    new ManyKeys(there.here.store().broker(), there.here.store().tubes());
            keys.fill(0, 0);
            keys.produce(List.of(ManyKeys.job("1", "a"), ManyKeys.job("2", "a")));
            for (String id : List.of("3", "4")) {
                keys.produce(List.of(ManyKeys.job(id, "a").priority(7)));
            }
            damage.work.accept(there);
            long waiting = there.here.tube().count(JobState.READY);

            Map<Inconsistency, Integer> faults = there.round();

            assertThat(faults)
                    .isEqualTo(damage.stalled == 0 ? Map.of() : Map.of(Inconsistency.STALLED, damage.stalled));
            there.checkInvariants();
            assertThat(there.here.tube().repairs()).containsEntry(Inconsistency.STALLED, (long) damage.stalled);
            assertThat(there.round()).isEmpty();
            assertThat(consumeAll(there)).isEqualTo(waiting);
            get(there.here.store().tubes().delete(TUBE));
        }
    }

    /** A consume may only find out whose turn it is. */
    private static long consumeAll(RepairFixture there) {
        long count = 0;
        for (int i = 0; i < 10; i++) {
            List<Job> jobs = there.here.consume(10);
            count += jobs.size();
        }
        return count;
    }
}
