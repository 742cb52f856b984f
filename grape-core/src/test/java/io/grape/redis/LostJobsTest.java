package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Acknowledgement.Bury;
import io.grape.core.Lease;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A member of a set that is no job is passed over by whoever meets it, taken out, and counted: the totals still add up. */
class LostJobsTest {
    private final String namespace = TestRedis.newNamespace();
    private final TestStore here = TestStore.open(TestRedis.uri(), namespace);
    private final RawRedis redis = RawRedis.to(TestRedis.uri());

    @AfterEach
    void close() {
        here.close();
        redis.close();
        Invariants.check(TestRedis.uri(), namespace);
    }

    private String key(String end) {
        return namespace + ":{" + TUBE + "}:" + end;
    }

    private void lose(String job) {
        redis.commands().del(key("j:" + job));
    }

    private void assertLost(long count) {
        assertThat(redis.commands().hget(key("tube"), "lost")).isEqualTo(String.valueOf(count));
        assertThat(here.tube().imbalance()).isZero();
    }

    @Test
    void consumeCountsThoseThatWaited() {
        here.produce(3);
        lose("job0");
        lose("job2");
        assertThat(here.tube().imbalance()).isZero();
        assertThat(here.consume(3)).extracting(job -> job.id().value()).containsExactly("job1");
        assertLost(2);
    }

    @Test
    void theEndOfItsLeaseCountsOneThatWasRetained() {
        here.produce(2);
        here.consume(2);
        lose("job1");
        redis.commands().zadd(key("retain"), 1, "job0");
        redis.commands().zadd(key("retain"), 1, "job1");
        get(here.store().tubes().migrate(TUBE));
        assertLost(1);
    }

    @Test
    void aKickCountsThoseThatFailed() {
        here.produce(2);
        here.consume(2)
                .forEach(job -> get(
                        here.store().broker().acknowledge(TUBE, List.of(new Bury(job.id(), Lease.CURRENT, "", null)))));
        lose("job0");
        assertThat(get(here.store().broker().kick(TUBE, 10))).isEqualTo(1);
        assertLost(1);
    }
}
