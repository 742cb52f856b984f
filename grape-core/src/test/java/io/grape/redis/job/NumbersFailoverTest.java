package io.grape.redis.job;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.tube.TubeSettings;
import io.grape.harness.Directories;
import io.grape.harness.RedisNode;
import io.grape.harness.RedisSentinels;
import io.grape.redis.TestRedis;
import io.grape.redis.TestStore;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A primary that is cut off gives numbers that no other one knows of: those of the next are others. */
@Tag("apart")
final class NumbersFailoverTest {
    /** Some blocks of them. */
    private static final int MANY = 3000;

    private final String namespace = TestRedis.newNamespace();
    private final Set<Long> given = new HashSet<>();

    private TestStore store(RedisSentinels sentinels) {
        TestStore store = TestStore.open(sentinels.uri(), namespace);
        store.awaitUsable();
        return store;
    }

    private void take(TestStore store) {
        for (int i = 0; i < MANY; i++) {
            long number = get(store.store().numbers().next(TUBE));
            assertThat(given.add(number)).as("%d", number).isTrue();
        }
    }

    @Test
    void noNumberNamesTwoJobsThoughAFailoverLosesTheLastOnes() {
        failOver(1);
    }

    @Test
    @Tag("long")
    void norAfterSeveralThatLeadBackToTheFirst() {
        failOver(4);
    }

    private void failOver(int times) {
        try (RedisSentinels sentinels = RedisSentinels.start(Directories.ofBuild(), List.of());
                TestStore one = store(sentinels);
                TestStore two = store(sentinels)) {
            get(one.store().tubes().create(TUBE, TubeSettings.DEFAULT));
            for (int failover = 0; failover < times; failover++) {
                Stream.of(one, two).forEach(this::take);
                RedisNode old = sentinels.primary();
                sentinels.awaitCaughtUp(old);
                sentinels.cutOff(old);
                Stream.of(one, two).forEach(this::take);
                sentinels.awaitOther(old);
                try (TestStore three = store(sentinels)) {
                    // These go on with the one that is gone for all others.
                    Stream.of(three, one, two, three).forEach(this::take);
                    sentinels.letIn(old);
                    sentinels.awaitDemoted(old);
                    Stream.of(one, two, three).forEach(TestStore::awaitUsable);
                    Stream.of(one, two, three).forEach(this::take);
                }
                sentinels.awaitWhole();
            }
        }
    }
}
