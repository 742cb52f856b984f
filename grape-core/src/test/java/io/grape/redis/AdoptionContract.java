package io.grape.redis;

import static io.grape.catalog.TubeFields.DEDUP_WINDOW;
import static io.grape.catalog.TubeFields.EXPIRES_AFTER;
import static io.grape.catalog.TubeFields.EXPIRE_TO;
import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.Due;
import io.grape.core.job.Expiry;
import io.grape.core.job.Headers;
import io.grape.core.job.IdReuse;
import io.grape.core.job.Job;
import io.grape.core.job.JobQuery;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Payload;
import io.grape.core.job.Produced;
import io.grape.core.key.KeyOrder;
import io.grape.core.key.KeySettings;
import io.grape.core.key.OnFailure;
import io.grape.core.migration.AdoptedFailure;
import io.grape.core.migration.AdoptedJob;
import io.grape.core.tube.TubeLimits;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs of another store, which are taken over as they were there. */
interface AdoptionContract extends KeySteps {
    TubeName ELSEWHERE = new TubeName("elsewhere");

    /** What an export and an import carry. */
    static AdoptedJob carried(Job job) {
        boolean begun = job.begun() || job.noe() + job.earlier() > 0 || job.state() == JobState.FAILED;
        Instant at = job.expiresAt();
        boolean isOver = begun && at != null && job.dueAt() != null && !at.isAfter(job.dueAt());
        NewJob copy = new NewJob(
                job.id(),
                job.payload(),
                job.tags(),
                null,
                job.headers(),
                Due.at(job.dueAt() == null ? job.createdAt() : job.dueAt()),
                job.ttr(),
                job.priority(),
                job.maxAttempts(),
                job.idReuse().dedup(),
                at == null || isOver ? null : Expiry.at(at),
                OnDuplicate.KEEP,
                null);
        AdoptedFailure failure = job.state() == JobState.FAILED
                ? new AdoptedFailure(
                        Objects.requireNonNull(job.failedAt()), Objects.requireNonNullElse(job.reason(), ""))
                : null;
        return new AdoptedJob(
                copy,
                job.createdAt(),
                job.noe(),
                job.earlier(),
                begun,
                failure,
                job.work().checkpoint(),
                job.idReuse().debounceUntil());
    }

    private List<ItemResult<Produced>> adopt(Job... jobs) {
        List<AdoptedJob> carried =
                Arrays.stream(jobs).map(AdoptionContract::carried).toList();
        return get(store().adoption().adopt(ELSEWHERE, carried));
    }

    private void assertAdopted(String id) {
        get(tubes().create(ELSEWHERE, TubeSettings.DEFAULT));
        Job before = peek(id);
        assertThat(adopt(before)).extracting(result -> result.get().created()).containsExactly(true);
        Job after = get(broker().peek(ELSEWHERE, id(id)));
        assertThat(after)
                .usingRecursiveComparison()
                .ignoringFields("tube", "delay", before.state() == JobState.FAILED ? "dueAt" : "tube")
                .isEqualTo(before);
    }

    @Test
    default void aDelayedJobIsAsItWas() {
        NewJob rich = NewJob.of(id("rich"), new Payload(new byte[3000], "text/plain"))
                .headers(new Headers(Map.of("trace", "7")))
                .priority(7)
                .maxAttempts(3)
                .ttr(Duration.ofSeconds(9))
                .tags(new JobTags("ann", List.of("eu")));
        produceAll(rich.due(Due.after(HOUR)).expiry(Expiry.after(Duration.ofDays(1))));
        assertAdopted("rich");
    }

    @Test
    default void jobKeepsItsOwnDedupWindow() {
        get(tubes().create(ELSEWHERE, TubeSettings.DEFAULT));
        produce(job("own").dedup(HOUR));
        Job there = peek("own");
        adopt(there);
        assertThat(there.idReuse().dedup()).isEqualTo(HOUR);
        assertThat(get(broker().peek(ELSEWHERE, id("own"))).idReuse()).isEqualTo(there.idReuse());
        Job held = get(broker().consume(ELSEWHERE, 1, Duration.ZERO)).jobs().get(0);
        get(broker().acknowledge(ELSEWHERE, List.of(new Acknowledgement.Finish(held.id(), held.requireLease()))));
        assertThat(adopt(there).get(0).get().state()).isEqualTo(JobState.FINISHED);
    }

    @Test
    default void debouncedJobIsDueNoLaterThanItsFirstProduceSaid() {
        get(tubes().create(ELSEWHERE, TubeSettings.DEFAULT));
        NewJob debounced = job("page").due(Due.after(Duration.ofSeconds(10))).debounce(Duration.ofSeconds(15));
        produce(debounced);
        Job there = peek("page");
        adopt(there);
        assertThat(there.idReuse().debounceUntil()).isEqualTo(there.createdAt().plusSeconds(15));
        assertThat(get(broker().peek(ELSEWHERE, id("page"))).idReuse()).isEqualTo(there.idReuse());
        Produced again = get(broker().produce(
                                ELSEWHERE,
                                List.of(debounced.due(Due.after(HOUR)).debounce(HOUR))))
                .get(0)
                .get();
        assertThat(again.dueAt()).isEqualTo(there.idReuse().debounceUntil());
    }

    @Test
    default void listShowsTheDedupWindowAndTheDebounceBoundOfAJob() {
        timeIs(T0);
        produceAll(
                job("both").dedup(HOUR).due(Due.after(HOUR)).debounce(HOUR),
                job("none").due(Due.after(HOUR)));
        assertThat(get(broker().list(tube(), new JobQuery(JobState.DELAYED, 10, null)))
                        .jobs())
                .extracting(Job::idReuse)
                .containsExactly(new IdReuse(HOUR, T0.plus(HOUR)), IdReuse.NONE);
    }

    @Test
    default void failedJobsAreTakenOverForAKeyThatIsFull() {
        get(tubes().create(ELSEWHERE, TubeSettings.DEFAULT));
        get(tubes().configure(
                        ELSEWHERE,
                        TubeSettingsChange.of(
                                new KeySettings(KeyOrder.JOBS, null, null, null, false, OnFailure.SKIP, 1L))));
        produceAll(KeySteps.keyed("a", "k"), KeySteps.keyed("b", "k"), KeySteps.keyed("c", "k"));
        bury(consume(1).get(0), "no such mailbox");
        List<ItemResult<Produced>> results = adopt(peek("b"), peek("a"), peek("c"));
        assertThat(results.get(0).get().created()).isTrue();
        assertThat(results.get(1).get().created()).isTrue();
        assertThat(results.get(2).failure())
                .isNotNull()
                .extracting(GrapeException::code)
                .isEqualTo(ErrorCode.TUBE_FULL);
    }

    @Test
    default void aJobThatRanHasItsAttemptsAndItsCheckpoint() {
        produceAll(job("ran").expiry(Expiry.after(Duration.ofDays(3650))));
        Job held = consume(1).get(0);
        get(broker().acknowledge(
                                tube(),
                                List.of(new Acknowledgement.HandOver(
                                        held.id(),
                                        held.requireLease(),
                                        new Checkpoint(new Payload(new byte[] {'7'}, Payload.JSON))))))
                .forEach(ItemResult::get);
        Job again = consume(1).get(0);
        release(again, HOUR);
        assertAdopted("ran");
    }

    @Test
    default void aFailedJobIsFailedForItsReason() {
        produce(job("broken"));
        bury(consume(1).get(0), "no such mailbox");
        assertAdopted("broken");
        assertThat(get(tubes().describe(ELSEWHERE)).count(JobState.FAILED)).isEqualTo(1);
        get(broker().kick(ELSEWHERE, id("broken"), Duration.ZERO));
        assertThat(get(broker().consume(ELSEWHERE, 1, Duration.ZERO)).jobs()).hasSize(1);
    }

    /** It was begun, though nothing but this says so. */
    @Test
    default void aJobThatWasHandedBackDoesNotExpire() {
        produceAll(job("back").expiry(Expiry.after(Duration.ofSeconds(1))));
        Job held = consume(1).get(0);
        get(broker().handBack(tube(), List.of(held)));
        Job there = peek("back");
        assertThat(there.noe()).isZero();
        assertThat(there.begun()).isTrue();
        assertAdopted("back");
        await().until(() -> get(store().time()).isAfter(Objects.requireNonNull(there.expiresAt())));
        assertThat(get(broker().consume(ELSEWHERE, 1, Duration.ZERO)).jobs()).hasSize(1);
    }

    /** Its own would begin with the produce, which was elsewhere. */
    @Test
    default void theExpiryOfTheTubeIsForWhatIsProducedThere() {
        get(tubes().create(ELSEWHERE, TubeSettings.DEFAULT));
        get(tubes().configure(
                        ELSEWHERE,
                        TubeSettingsChange.of(EXPIRES_AFTER, Duration.ofMinutes(1))
                                .and(EXPIRE_TO, "drop")));
        produceAll(job("late").due(Due.after(HOUR)));
        adopt(peek("late")).forEach(ItemResult::get);
        assertThat(get(broker().peek(ELSEWHERE, id("late"))).expiresAt()).isNull();
    }

    @Test
    default void jobsKeepTheirOrder() {
        get(tubes().create(ELSEWHERE, TubeSettings.DEFAULT));
        produceAll(IntStream.range(0, 150).mapToObj(i -> job("job-" + i)).toList());
        Job[] all = IntStream.range(0, 150).mapToObj(i -> peek("job-" + i)).toArray(Job[]::new);
        adopt(all).forEach(ItemResult::get);
        assertThat(get(broker().consume(ELSEWHERE, 150, Duration.ZERO)).jobs())
                .extracting(job -> job.id().value())
                .containsExactly(
                        IntStream.range(0, 150).mapToObj(i -> "job-" + i).toArray(String[]::new));
    }

    @Test
    default void aLiveIdStaysAsItIs() {
        get(tubes().create(ELSEWHERE, TubeSettings.DEFAULT));
        produce(job("a").due(Due.after(HOUR)));
        Job waits = peek("a");
        assertThat(adopt(waits).get(0).get().created()).isTrue();
        Produced second = adopt(waits).get(0).get();
        assertThat(second.created()).isFalse();
        assertThat(second.state()).isEqualTo(JobState.DELAYED);
        assertThat(get(tubes().describe(ELSEWHERE)).count(JobState.DELAYED)).isEqualTo(1);
    }

    /** A batch that is sent again after its response was lost makes no second job where ids are remembered. */
    @Test
    default void anIdThatIsRememberedIsNotTakenOverAgain() {
        get(tubes().create(ELSEWHERE, TubeSettings.DEFAULT));
        get(tubes().configure(ELSEWHERE, TubeSettingsChange.of(DEDUP_WINDOW, HOUR)));
        produce(job("a"));
        Job there = peek("a");
        adopt(there);
        Job held = get(broker().consume(ELSEWHERE, 1, Duration.ZERO)).jobs().get(0);
        get(broker().acknowledge(ELSEWHERE, List.of(new Acknowledgement.Finish(held.id(), held.requireLease()))));
        Produced second = adopt(there).get(0).get();
        assertThat(second.created()).isFalse();
        assertThat(second.state()).isEqualTo(JobState.FINISHED);
    }

    @Test
    default void aFullTubeRefusesWhatItHasNoRoomFor() {
        get(tubes().create(ELSEWHERE, TubeSettings.DEFAULT));
        get(tubes().configure(ELSEWHERE, TubeSettingsChange.of(new TubeLimits(null, null, null, 1L, null))));
        produceAll(job("a"), job("b"));
        List<ItemResult<Produced>> results = adopt(peek("a"), peek("b"));
        assertThat(results.get(0).get().created()).isTrue();
        assertThat(results.get(1).failure())
                .isNotNull()
                .extracting(GrapeException::code)
                .isEqualTo(ErrorCode.TUBE_FULL);
    }

    /** Its jobs were there before the tube had limits. */
    @Test
    default void whatIsTakenOverOnceIsNotRefused() {
        get(tubes().create(ELSEWHERE, TubeSettings.DEFAULT));
        get(tubes().configure(ELSEWHERE, TubeSettingsChange.of(new TubeLimits(null, null, null, 1L, null))));
        produceAll(job("a"), job("b"));
        List<AdoptedJob> jobs = List.of(carried(peek("a")), carried(peek("b")));
        assertThat(get(store().adoption().adoptOnce(ELSEWHERE, jobs)))
                .allMatch(result -> result.get().created());
        assertThat(get(tubes().describe(ELSEWHERE)).count(JobState.READY)).isEqualTo(2);
    }

    @Test
    default void theFutureAndThePastAreWhenTheyWere() {
        get(tubes().create(ELSEWHERE, TubeSettings.DEFAULT));
        Instant longAgo = Instant.ofEpochSecond(1);
        AdoptedJob old = new AdoptedJob(job("old").due(Due.at(longAgo)), longAgo, 0, 0, false, null, null, null);
        AdoptedJob failed = new AdoptedJob(
                job("failed").due(Due.at(longAgo)), longAgo, 2, 5, true, new AdoptedFailure(longAgo, ""), null, null);
        get(store().adoption().adopt(ELSEWHERE, List.of(old, failed))).forEach(ItemResult::get);
        assertThat(get(broker().peek(ELSEWHERE, id("old"))).createdAt()).isEqualTo(longAgo);
        Job dead = get(broker().peek(ELSEWHERE, id("failed")));
        assertThat(dead.failedAt()).isEqualTo(longAgo);
        assertThat(List.of(dead.noe(), dead.earlier())).containsExactly(2, 5);
    }

    @Test
    default void aTubeThatIsNotThereIsNotMade() {
        produce(job("a"));
        Job there = peek("a");
        assertFails(store().adoption().adopt(ELSEWHERE, List.of(carried(there))), ErrorCode.TUBE_NOT_FOUND);
    }
}
