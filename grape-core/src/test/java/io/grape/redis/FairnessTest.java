package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Seed;
import io.grape.core.job.Job;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What docs/fairness.md guarantees, in random sequences. */
class FairnessTest extends OnInspectedRedis {
    private static final int SEQUENCES = Integer.getInteger("grape.fair.sequences", 25);

    @Test
    void busyKeysStayLevelAndAQuietOneWaitsOneRound() {
        for (int i = 0; i < SEQUENCES; i++) {
            InspectedStore store = redis.store(null);
            assertThat(new FairSequence(store, Seed.value() + i).byJobs())
                    .as("seed %d", Seed.value() + i)
                    .isNull();
            get(store.clear());
        }
    }

    /** The quiet key is behind all others by its bytes, and all others have the same tag. */
    @Test
    void aQuietKeyWaitsOneRoundBeside10000Others() {
        InspectedStore store = redis.store(null);
        new ManyKeys(store.broker(), store.tubes()).fill(10_000, 3);
        assertThat(consume(store, 50)).hasSize(50);
        get(store.broker().produce(TUBE, List.of(ManyKeys.job("quiet", "~quiet"))));
        Map<String, Integer> before = new HashMap<>();
        for (int i = 0; i < 10_000 && !before.containsKey("~quiet"); i += 100) {
            consume(store, 100).forEach(key -> before.merge(key, 1, Integer::sum));
        }
        assertThat(before).containsKey("~quiet");
        assertThat(before.values()).allMatch(count -> count <= 2);
        assertThat(before.values().stream().filter(count -> count == 2).count())
                .as("keys that had a second job, in the last consume")
                .isLessThan(100);
        get(store.clear());
    }

    /** The keys of what a consume brings, once the lanes have come into their turn. */
    private static List<String> consume(InspectedStore store, int most) {
        List<Job> jobs = List.of();
        for (int i = 0; i < 100 && jobs.isEmpty(); i++) {
            jobs = get(store.broker().consume(TUBE, most, Duration.ZERO)).jobs();
        }
        return jobs.stream()
                .map(job -> Objects.requireNonNull(job.tags().key()))
                .toList();
    }

    @Test
    void jobsOfKeysThatDoNotTakeTurnsGoByDueTime() {
        for (int i = 0; i < SEQUENCES; i++) {
            InspectedStore store = redis.store(null);
            assertThat(new FairSequence(store, Seed.value() + i).byDueTime())
                    .as("seed %d", Seed.value() + i)
                    .isNull();
            get(store.clear());
        }
    }

    @Test
    void noKeyHasMoreThanItsShareOfTheTime() {
        for (int i = 0; i < SEQUENCES; i++) {
            InspectedStore store = redis.store(null);
            assertThat(new FairSequence(store, Seed.value() + i).byTime())
                    .as("seed %d", Seed.value() + i)
                    .isNull();
            get(store.clear());
        }
    }
}
