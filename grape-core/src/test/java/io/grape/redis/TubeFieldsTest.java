package io.grape.redis;

import static io.grape.catalog.TubeFields.MAX_ATTEMPTS;
import static io.grape.catalog.TubeFields.TTR;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the hash of a tube says beside its jobs: the rev of its settings, and totals that make up for jobs that are gone. */
final class TubeFieldsTest {
    private final RepairFixture there = new RepairFixture(TestRedis.uri());
    private final TestStore here = there.here;

    @BeforeEach
    void make() {
        get(here.store().tubes().create(TUBE, TubeSettings.DEFAULT));
    }

    @AfterEach
    void close() {
        there.close();
    }

    private void configure(int seconds, @Nullable Integer attempts) {
        TubeSettingsChange change = TubeSettingsChange.of(TTR, Duration.ofSeconds(seconds));
        get(here.store().tubes().configure(TUBE, attempts == null ? change : change.and(MAX_ATTEMPTS, attempts)));
    }

    @Test
    void theRevGrowsWithEachChangeThatChangesSomething() {
        long made = here.tube().rev();
        assertThat(made).isPositive();
        configure(60, 20);
        assertThat(here.tube().rev()).isEqualTo(made);
        configure(61, null);
        long first = here.tube().rev();
        assertThat(first).isGreaterThan(made);
        configure(61, 19);
        assertThat(here.tube().rev()).isGreaterThan(first);
        get(here.store().tubes().pause(TUBE, null, "not a setting"));
        assertThat(here.tube().settings())
                .isEqualTo(
                        TubeSettings.DEFAULT.with(TTR, Duration.ofSeconds(61)).with(MAX_ATTEMPTS, 19));
    }

    @Test
    void aChangeOfARevThatIsNoMoreChangesNothing() {
        long made = here.tube().rev();
        configure(61, 19);
        Tube before = here.tube();
        var late = TubeSettingsChange.of(TTR, Duration.ofSeconds(5))
                .and(MAX_ATTEMPTS, 1)
                .ifRev(made);
        assertThat(TestStore.failure(here.store().tubes().configure(TUBE, late)).orElseThrow())
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.WRONG_STATE))
                .hasMessage("the settings of tube orders were changed since: their rev is now " + before.rev());
        assertThat(here.tube()).isEqualTo(before);
        get(here.store()
                .tubes()
                .configure(TUBE, TubeSettingsChange.of(MAX_ATTEMPTS, 2).ifRev(before.rev())));
        assertThat(here.tube().settings())
                .isEqualTo(
                        TubeSettings.DEFAULT.with(TTR, Duration.ofSeconds(61)).with(MAX_ATTEMPTS, 2));
    }

    @Test
    void aTubeThatIsMadeAnewHasAnotherRev() {
        long made = here.tube().rev();
        get(here.store().tubes().delete(TUBE));
        await().until(() -> get(here.store().time()).toEpochMilli(), now -> now > made);
        make();
        assertThat(here.tube().rev()).isGreaterThan(made);
    }

    @ParameterizedTest
    @EnumSource(TubeCounter.class)
    void onlyTotalsOfJobsThatAreGoneAreInTheBalance(TubeCounter total) {
        here.produce(2);
        there.drop("j:job0");
        there.remove("delay", "job0");
        long one = get(there.redis().hincrby(there.key("tube"), RepairFixture.bytes(total.redisField()), 1));
        Tube tube = here.tube();
        assertThat(tube.total(total)).isEqualTo(one);
        assertThat(tube.count(JobState.READY)).isEqualTo(1);
        long more = total == TubeCounter.PRODUCED ? 2 : total.isEnd() ? 0 : 1;
        assertThat(tube.imbalance()).isEqualTo(more);
        assertThat(Invariants.broken(Stored.read(there.redis(), there.namespace()))
                        .isEmpty())
                .isEqualTo(more == 0);
    }
}
