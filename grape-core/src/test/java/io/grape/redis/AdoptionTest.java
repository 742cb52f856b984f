package io.grape.redis;

import static io.grape.redis.RepairFixture.bytes;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Verb;
import io.grape.core.job.Due;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.job.Transitions;
import io.grape.core.migration.AdoptedFailure;
import io.grape.core.migration.AdoptedJob;
import io.grape.core.migration.AdoptionResult;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rows of adopt in {@link Transitions#TABLE}, which no protocol offers. */
final class AdoptionTest {
    private static final JobId ID = new JobId("a");
    private static final Duration HOUR = Duration.ofHours(1);

    private final RepairFixture there = new RepairFixture(TestRedis.uri());

    @BeforeEach
    void create() {
        get(there.here.store().tubes().create(TUBE, TubeSettings.DEFAULT));
    }

    @AfterEach
    void close() {
        there.checkInvariants();
        there.close();
    }

    private AdoptionResult adopt(JobState to) {
        Instant now = get(there.here.store().time());
        Instant at = to == JobState.DELAYED ? now.plus(HOUR) : now.minus(HOUR);
        NewJob job =
                NewJob.of(ID, Payload.binary(new byte[] {1})).due(Due.at(at)).ttr(HOUR);
        AdoptedFailure failure = to == JobState.FAILED ? new AdoptedFailure(at, "broken") : null;
        return AdoptionResult.of(get(there.here
                .store()
                .adoption()
                .adoptOnce(TUBE, List.of(new AdoptedJob(job, null, 0, 2, true, failure, null, null)))));
    }

    private JobState state() {
        return get(there.here.store().broker().peek(TUBE, ID)).state();
    }

    @ParameterizedTest
    @EnumSource(
            value = JobState.class,
            names = {"DELAYED", "READY", "FAILED"})
    void anIdThatIsNotLiveIsTakenOverOnce(JobState to) {
        assertThat(adopt(to)).isEqualTo(new AdoptionResult(1, 0, 0));
        assertThat(state()).isEqualTo(to);
        assertThat(adopt(JobState.READY)).isEqualTo(new AdoptionResult(0, 1, 0));
        assertThat(state()).isEqualTo(to);
        get(there.here.store().broker().delete(TUBE, ID, false));
        assertThat(adopt(to)).isEqualTo(new AdoptionResult(0, 1, 0));
    }

    @Test
    void theTableSaysWhereTo() {
        assertThat(Transitions.TABLE)
                .filteredOn(row -> row.verb() == Verb.ADOPT)
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.from()).isNull();
                    assertThat(row.to()).isEqualTo(Set.of(JobState.DELAYED, JobState.READY, JobState.FAILED));
                });
    }

    @ParameterizedTest
    @EnumSource(
            value = JobState.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"GATED", "FINISHED"})
    void anIdThatIsLiveStaysAsItIs(JobState from) {
        RepairTest.produce(there, RepairTest.job(ID.value()));
        if (from != JobState.READY) {
            there.remove("delay", ID.value());
            there.add(from == JobState.RETAINED ? "retain" : from == JobState.FAILED ? "failed" : "delay", 4e12, "a");
        }
        assertThat(adopt(JobState.FAILED)).isEqualTo(new AdoptionResult(0, 0, 1));
        assertThat(state()).isEqualTo(from);
        get(there.here.store().broker().delete(TUBE, ID, true));
    }

    /** Its maker died before it told the tube: a strike that was late would leave jobs in a tube that is in no list. */
    @Test
    void aTubeThatWasNotToldOfItsNameIsToldFirst() {
        get(there.redis().hset(there.key("tube"), bytes("unregistered"), bytes("token")));
        there.strike();
        assertThat(adopt(JobState.READY)).isEqualTo(new AdoptionResult(1, 0, 0));
        assertThat(there.field("unregistered")).isEqualTo("0");
        assertThat(get(there.here.store().tubes().names())).contains(TUBE);
    }
}
