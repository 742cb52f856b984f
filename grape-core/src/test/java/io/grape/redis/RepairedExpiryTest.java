package io.grape.redis;

import static io.grape.redis.RepairTest.job;
import static io.grape.redis.RepairTest.produce;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Inconsistency;
import io.grape.core.JobId;
import io.grape.core.TubeCounter;
import io.grape.core.job.Expiry;
import io.grape.core.job.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the self-check does with the set of the jobs that expire, once something is missing in it. */
final class RepairedExpiryTest {
    private static final String EXPIRY = "expiry";
    private static final Duration HOUR = Duration.ofHours(1);

    private final RepairFixture there = new RepairFixture(TestRedis.uri());

    @BeforeEach
    void produceSome() {
        produce(there, job("a").expiry(Expiry.after(HOUR)), job("b").expiry(Expiry.after(HOUR)), job("free"));
    }

    @AfterEach
    void close() {
        there.close();
    }

    private static double later() {
        return (double) Instant.now().plus(HOUR).toEpochMilli();
    }

    private void assertWhole() {
        there.checkInvariants();
        assertThat(there.here.tube().imbalance()).isZero();
        assertThat(there.round()).isEmpty();
    }

    @Test
    void aJobThatIsNotListedIsListedAgain() {
        there.remove(EXPIRY, "a");
        assertThat(there.round()).isEqualTo(Map.of(Inconsistency.UNLISTED, 1));
        assertWhole();
    }

    @Test
    void allOfThemAreListedWhereTheTubeHasForgottenThatThereAreSuch() {
        there.drop(EXPIRY);
        get(there.redis().hdel(there.key("tube"), RepairFixture.bytes(EXPIRY)));
        assertThat(there.round()).isEqualTo(Map.of(Inconsistency.UNLISTED, 2));
        assertWhole();
    }

    @Test
    void whatDoesNotExpireIsNotListed() {
        there.add(EXPIRY, later(), "free");
        there.add(EXPIRY, later(), "nobody");
        there.add(EXPIRY, later(), "a");
        assertThat(there.round()).isEqualTo(Map.of(Inconsistency.UNLISTED, 3));
        assertWhole();
    }

    @Test
    void aLookPutsRightWhatIsListedTooEarly() {
        there.add(EXPIRY, 1, "a");
        there.add(EXPIRY, 2, "free");
        there.add(EXPIRY, 3, "nobody");
        get(there.here.store().tubes().expireLeases(TUBE));
        assertThat(there.here.tube().total(TubeCounter.EXPIRED_UNSTARTED)).isZero();
        assertThat(there.round()).isEqualTo(Map.of(Inconsistency.UNLISTED, 1));
        assertWhole();
        assertThat(there.here.consume(10)).extracting(Job::id).contains(new JobId("a"));
    }

    @Test
    void oneThatWasMissingExpires() {
        there.hide("a");
        assertThat(there.here.consume(1)).extracting(Job::id).containsExactly(new JobId("b"));
        there.show("a");
        there.round();
        assertWhole();
    }
}
