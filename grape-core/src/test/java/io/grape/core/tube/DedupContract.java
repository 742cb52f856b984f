package io.grape.core.tube;

import static io.grape.catalog.TubeFields.DEDUP_WINDOW;
import static io.grape.catalog.TubeFields.TTR;
import static io.grape.core.ContractSteps.assertFailed;
import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ContractSteps;
import io.grape.core.ErrorCode;
import io.grape.core.ItemResult;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Produced;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The id of a job that finished is remembered for a time, so that producing it again makes no second job. */
public interface DedupContract extends ContractSteps {
    Duration WINDOW = Duration.ofSeconds(60);

    private void remember(Duration window) {
        get(tubes().create(tube(), TubeSettings.DEFAULT));
        get(tubes().configure(tube(), TubeSettingsChange.of(DEDUP_WINDOW, window)));
    }

    private void finished(NewJob job) {
        produce(job);
        finish(take(job.id().value()));
    }

    private static Produced remembered(String id) {
        return new Produced(id(id), JobState.FINISHED, false, null);
    }

    @Test
    default void aNewTubeRemembersNothing() {
        create(TubeSettings.DEFAULT);
        assertThat(describe().settings().get(DEDUP_WINDOW)).isZero();
        finished(job("a"));
        assertThat(produce("a").created()).isTrue();
    }

    @Test
    default void theWindowIsASettingOfTheTube() {
        remember(WINDOW);
        assertThat(describe().settings().get(DEDUP_WINDOW)).isEqualTo(WINDOW);
        get(tubes().configure(tube(), TubeSettingsChange.of(TTR, Duration.ofSeconds(9))));
        assertThat(describe().settings().get(DEDUP_WINDOW)).isEqualTo(WINDOW);
        get(tubes().configure(tube(), TubeSettingsChange.of(DEDUP_WINDOW, Duration.ZERO)));
        assertThat(describe().settings().get(DEDUP_WINDOW)).isZero();
    }

    @Test
    default void aFinishedIdMakesNoSecondJob() {
        remember(WINDOW);
        finished(job("a"));
        assertThat(produce("a")).isEqualTo(remembered("a"));
        assertThat(consume(10)).isEmpty();
        assertThat(describe().total(TubeCounter.PRODUCED)).isEqualTo(1);
        assertThat(produce("b").created()).isTrue();
    }

    @Test
    default void rejectSaysThatItIsADuplicate() {
        remember(WINDOW);
        finished(job("a"));
        ItemResult<Produced> rejected =
                produceAll(List.of(job("a").onDuplicate(OnDuplicate.REJECT))).get(0);
        assertFailed(rejected, ErrorCode.DUPLICATE);
        assertThat(consume(10)).isEmpty();
    }

    @Test
    default void replaceMakesTheJob() {
        remember(WINDOW);
        finished(job("a"));
        assertThat(produce(job("a").onDuplicate(OnDuplicate.REPLACE)).created()).isTrue();
        assertThat(produce("a"))
                .isEqualTo(produce("a"))
                .extracting(Produced::state)
                .isEqualTo(JobState.READY);
        finish(consume());
        assertThat(produce("a")).isEqualTo(remembered("a"));
    }

    @Test
    default void deletedAndDiscardedIdsAreNotRemembered() {
        remember(WINDOW);
        produce("deleted");
        get(broker().delete(tube(), id("deleted"), false));
        produce("forced");
        take("forced");
        get(broker().delete(tube(), id("forced"), true));
        produce("discarded");
        bury(take("discarded"), "broken");
        get(broker().discard(tube(), id("discarded")));
        for (String id : List.of("deleted", "forced", "discarded")) {
            assertThat(produce(id).created()).as(id).isTrue();
        }
    }

    @Test
    default void whatIsReleasedOrBuriedIsStillLive() {
        remember(WINDOW);
        produce("a");
        release(take("a"), Duration.ZERO);
        assertThat(produce("a").state()).isEqualTo(JobState.READY);
        bury(take("a"), "broken");
        assertThat(produce("a").state()).isEqualTo(JobState.FAILED);
    }

    @Test
    default void oneJobMayHaveAWindowOfItsOwn() {
        finished(job("a").dedup(WINDOW));
        finished(job("b"));
        assertThat(produce("a")).isEqualTo(remembered("a"));
        assertThat(produce("b").created()).isTrue();
        assertThat(describe().settings().get(DEDUP_WINDOW)).isZero();
    }

    @Test
    default void aReplacementHasTheWindowThatItSays() {
        produce(job("a").dedup(WINDOW));
        produce(job("a").onDuplicate(OnDuplicate.REPLACE));
        finish(consume());
        assertThat(produce("a").created()).isTrue();
        produce(job("a").dedup(WINDOW).onDuplicate(OnDuplicate.REPLACE));
        finish(consume());
        assertThat(produce("a")).isEqualTo(remembered("a"));
    }

    @Test
    default void aBatchIsToldOfEach() {
        remember(WINDOW);
        List<NewJob> all = IntStream.range(0, 250).mapToObj(i -> job("j" + i)).toList();
        produceAll(all).forEach(ItemResult::get);
        List<String> ended = consume(130).stream()
                .map(job -> {
                    finish(job);
                    return job.id().value();
                })
                .toList();
        List<ItemResult<Produced>> again = produceAll(all);
        for (ItemResult<Produced> one : again) {
            boolean hasEnded = ended.contains(one.get().id().value());
            assertThat(one.get().created()).isFalse();
            assertThat(one.get().state()).isEqualTo(hasEnded ? JobState.FINISHED : JobState.READY);
        }
    }

    @Test
    default void aChangeOfTheWindowLosesNoId() {
        remember(WINDOW);
        finished(job("a"));
        get(tubes().configure(tube(), TubeSettingsChange.of(DEDUP_WINDOW, Duration.ofDays(7))));
        finished(job("b"));
        get(tubes().configure(tube(), TubeSettingsChange.of(DEDUP_WINDOW, Duration.ZERO)));
        assertThat(produce("a")).isEqualTo(remembered("a"));
        assertThat(produce("b")).isEqualTo(remembered("b"));
        finished(job("c"));
        assertThat(produce("c").created()).isTrue();
    }

    @Test
    default void anIdIsKnownForItsWindowAndAQuarterOfItMore() {
        timeIs(T0);
        remember(WINDOW);
        finished(job("a"));
        timeIs(T0.plus(WINDOW).minusMillis(1));
        assertThat(produce("a")).isEqualTo(remembered("a"));
        timeIs(T0.plus(WINDOW).plusSeconds(15));
        assertThat(produce("a").created()).isTrue();
    }

    @Test
    default void explainSaysWhyAProduceMakesNoJob() {
        remember(WINDOW);
        finished(job("a"));
        assertFails(broker().explain(tube(), id("a")), ErrorCode.JOB_NOT_FOUND);
        assertThat(broker().explain(tube(), id("a")))
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .withMessageContaining("its id is remembered until");
    }

    @Test
    default void aTubeThatIsMadeAgainRemembersNothing() {
        remember(WINDOW);
        finished(job("a"));
        get(tubes().delete(tube()));
        assertThat(produce("a").created()).isTrue();
    }
}
