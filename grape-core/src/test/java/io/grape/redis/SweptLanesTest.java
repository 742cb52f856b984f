package io.grape.redis;

import static io.grape.redis.RepairFixture.bytes;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.key.KeyOrder;
import io.grape.core.key.KeySettings;
import io.grape.core.key.OnFailure;
import io.grape.core.tube.TubeSettingsChange;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The walk through all lanes after a change of the keys. */
final class SweptLanesTest {
    private static final int LANES = 600;
    private static final KeySettings IN_TURN =
            new KeySettings(KeyOrder.JOBS, 1, null, null, false, OnFailure.SKIP, null);
    private static final KeySettings BY_DUE_TIME =
            new KeySettings(KeyOrder.DUE_TIME, 1, null, null, false, OnFailure.SKIP, null);

    @Test
    void afterARestartOfRedisItMissesNoLane() {
        try (RepairFixture there = new RepairFixture(TestRedis.uri())) {
            ManyKeys keys =
                    new ManyKeys(there.here.store().broker(), there.here.store().tubes());
            keys.fill(0, 0);
            configure(there, IN_TURN);
            List<NewJob> jobs = IntStream.range(0, LANES)
                    .mapToObj(i -> ManyKeys.job("j" + i, "k" + i))
                    .toList();
            keys.produce(jobs);
            List<Job> delivered = new ArrayList<>(there.here.consume(1));
            configure(there, BY_DUE_TIME);

            get(there.redis().hset(there.key("tube"), bytes("sweep"), bytes("1 another")));
            for (int i = 0; i < LANES; i++) {
                delivered.addAll(there.here.consume(5));
            }

            assertThat(delivered).hasSize(LANES);
        }
    }

    private static void configure(RepairFixture there, KeySettings settings) {
        get(there.here.store().tubes().configure(TUBE, TubeSettingsChange.of(settings)));
    }
}
