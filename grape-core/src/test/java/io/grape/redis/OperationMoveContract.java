package io.grape.redis;

import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.ItemResult;
import io.grape.core.JobState;
import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.Due;
import io.grape.core.job.DueWindow;
import io.grape.core.job.Expiry;
import io.grape.core.job.Headers;
import io.grape.core.job.Job;
import io.grape.core.job.JobEvent;
import io.grape.core.job.JobEventType;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.job.TagFilter;
import io.grape.core.key.KeyOrder;
import io.grape.core.key.KeySettings;
import io.grape.core.key.OnFailure;
import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationQueue;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationState;
import io.grape.core.operation.OperationTask;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeLimits;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Operations that move jobs to another tube, which in a cluster is in another slot. */
interface OperationMoveContract extends KeySteps {
    TubeName THERE = new TubeName("there");

    private Operation move(JobState from, TagFilter tags) {
        Operation begun = get(store().operations().begin(request(from, tags)));
        OperationQueue queue = store().operationWork();
        OperationTask task = get(queue.take()).orElseThrow();
        while (task.end() == null) {
            task = get(queue.slice(task, 7));
            get(queue.save(task));
        }
        return get(store().operations().get(begun.id()));
    }

    private OperationRequest request(JobState from, TagFilter tags) {
        return new OperationRequest(
                OperationKind.MOVE,
                tube(),
                from,
                null,
                DueWindow.ANY,
                tags,
                null,
                null,
                Duration.ZERO,
                THERE,
                null,
                null);
    }

    private Tube there() {
        return get(tubes().describe(THERE));
    }

    private Job peekThere(String id) {
        return get(broker().peek(THERE, id(id)));
    }

    private void assertMoved(Operation done, long moved, long skipped) {
        assertThat(done.state()).as("%s", done.why()).isEqualTo(OperationState.DONE);
        assertThat(List.of(done.done(), done.skipped())).containsExactly(moved, skipped);
        assertThat(describe().totals()).containsEntry(TubeCounter.MOVED, moved);
        assertThat(there().totals()).containsEntry(TubeCounter.PRODUCED, moved);
    }

    @Test
    default void delayedJobsMoveWithAllThatTheyHave() {
        get(tubes().create(THERE, TubeSettings.DEFAULT));
        Headers headers = new Headers(Map.of("trace", "7"));
        NewJob rich = NewJob.of(id("rich"), new Payload(new byte[3000], "text/plain"))
                .headers(headers)
                .priority(7)
                .ttr(Duration.ofSeconds(9))
                .tags(new JobTags("ann", List.of("eu")));
        produceAll(rich.due(Due.after(HOUR)));
        IntStream.range(0, 30).forEach(i -> produce(job("d" + i).due(Due.after(HOUR))));
        Job before = peek("rich");
        assertMoved(move(JobState.DELAYED, TagFilter.ANY), 31, 0);
        Job after = peekThere("rich");
        assertThat(after).usingRecursiveComparison().ignoringFields("tube").isEqualTo(before);
        assertGone("rich");
        assertThat(describe().count(JobState.DELAYED)).isZero();
        assertThat(there().count(JobState.DELAYED)).isEqualTo(31);
        JobEvent moved = get(store().histories().history(THERE, id("rich"))).events().stream()
                .filter(event -> event.what() == JobEventType.MOVED)
                .findFirst()
                .orElseThrow();
        assertThat(moved.reason()).isEqualTo(tube().value());
    }

    /** As its produce counts it there, whatever happened to it before: its history, its checkpoint and its failure take no room. */
    @Test
    default void movedJobTakesAsManyBytesAsAProducedOne() {
        get(tubes().create(THERE, TubeSettings.DEFAULT));
        NewJob large = NewJob.of(id("large"), new Payload(new byte[3000], "text/plain"))
                .headers(new Headers(Map.of("trace", "7")))
                .tags(new JobTags("ann", List.of("eu")));
        NewJob small = NewJob.of(id("small"), Payload.binary(new byte[100]));
        long bytes = 3000L + "trace:7\n\n".length() + 3 + "ann".length() + ",eu,".length() + 100;
        limitThere(new TubeLimits(null, null, null, null, bytes));
        produceAll(large, small);
        consume(2)
                .forEach(job -> get(broker().acknowledge(
                                tube(),
                                List.of(new Acknowledgement.HandOver(
                                        job.id(),
                                        job.requireLease(),
                                        new Checkpoint(Payload.binary(new byte[5000])))))));
        consume(2).forEach(job -> bury(job, "no such mailbox"));
        assertMoved(move(JobState.FAILED, TagFilter.ANY), 2, 0);
        assertFails(
                broker().produce(THERE, List.of(NewJob.of(id("one"), Payload.binary(new byte[1]))))
                        .thenApply(results -> results.get(0).get()),
                ErrorCode.TUBE_FULL);
    }

    @Test
    default void movedJobsWithLabelsCountAgainstTheCapOfTheirKey() {
        get(tubes().create(THERE, TubeSettings.DEFAULT));
        get(tubes().configure(
                        THERE,
                        TubeSettingsChange.of(
                                new KeySettings(KeyOrder.JOBS, null, null, null, false, OnFailure.SKIP, 2L))));
        produceAll(IntStream.range(0, 8)
                        .mapToObj(i -> job("j" + i).tags(new JobTags("ann", List.of("eu"))))
                        .toList())
                .forEach(ItemResult::get);
        assertMoved(move(JobState.READY, TagFilter.ANY), 2, 6);
    }

    @Test
    default void failedJobsMoveToAKeyThatIsFull() {
        get(tubes().create(THERE, TubeSettings.DEFAULT));
        get(tubes().configure(
                        THERE,
                        TubeSettingsChange.of(
                                new KeySettings(KeyOrder.JOBS, null, null, null, false, OnFailure.SKIP, 1L))));
        produceAll(KeySteps.keyed("a", "k"), KeySteps.keyed("b", "k"));
        consume(2).forEach(job -> bury(job, "no"));
        assertMoved(move(JobState.FAILED, TagFilter.ANY), 2, 0);
    }

    private void limitThere(TubeLimits limits) {
        get(tubes().configure(THERE, TubeSettingsChange.of(limits)));
    }

    @Test
    default void jobsThatExpireDoSoThere() {
        timeIs(T0);
        get(tubes().create(THERE, TubeSettings.DEFAULT));
        produceAll(job("a").expiry(Expiry.after(Duration.ofDays(3650))), job("b").expiry(Expiry.after(HOUR)));
        assertMoved(move(JobState.READY, TagFilter.ANY), 2, 0);
        assertThat(peekThere("a").expiresAt()).isEqualTo(T0.plus(Duration.ofDays(3650)));
        assertThat(keysOfTheTube()).noneMatch(key -> key.endsWith("}:expiry"));
    }

    @Test
    default void readyJobsKeepTheirOrderAndTheirAttempts() {
        get(tubes().create(THERE, TubeSettings.DEFAULT));
        produceAll(IntStream.range(0, 20).mapToObj(i -> job("job-" + i)).toList());
        Job first = consume(1).get(0);
        release(first, Duration.ZERO);
        assertMoved(move(JobState.READY, TagFilter.ANY), 20, 0);
        List<Job> jobs = get(broker().consume(THERE, 100, Duration.ZERO)).jobs();
        assertThat(jobs)
                .extracting(job -> job.id().value())
                .containsSubsequence(
                        IntStream.range(1, 20).mapToObj(i -> "job-" + i).toList())
                .hasSize(20);
        assertThat(jobs)
                .filteredOn(job -> job.id().equals(first.id()))
                .extracting(Job::noe)
                .containsExactly(2);
    }

    @Test
    default void failedJobsAreFailedThere() {
        get(tubes().create(THERE, TubeSettings.DEFAULT));
        produceAll(job("a"), job("b"));
        consume(2).forEach(job -> bury(job, "no such mailbox"));
        assertMoved(move(JobState.FAILED, TagFilter.ANY), 2, 0);
        assertThat(there().count(JobState.FAILED)).isEqualTo(2);
        assertThat(peekThere("a").reason()).isEqualTo("no such mailbox");
    }

    @Test
    default void aLiveIdThereIsSkipped() {
        get(tubes().create(THERE, TubeSettings.DEFAULT));
        get(broker().produce(THERE, List.of(job("b"))));
        produceAll(job("a"), job("b"), job("c"));
        Operation done = move(JobState.READY, TagFilter.ANY);
        assertThat(List.of(done.done(), done.skipped())).containsExactly(2L, 1L);
        assertThat(stateOf("b")).isEqualTo(JobState.READY);
        assertThat(there().count(JobState.READY)).isEqualTo(3);
    }

    @Test
    default void onlyThoseOfAKeyMoveAndIntoTheirLanes() {
        get(tubes().create(THERE, TubeSettings.DEFAULT));
        share(FAIR);
        produceAll(IntStream.range(0, 20)
                .mapToObj(i -> job("job-" + i).tags(new JobTags(i % 2 == 0 ? "ann" : "bob", List.of())))
                .toList());
        assertMoved(move(JobState.READY, new TagFilter("ann", null)), 10, 0);
        assertThat(describe().count(JobState.READY)).isEqualTo(10);
        assertThat(there().count(JobState.READY)).isEqualTo(10);
        assertThat(drain()).hasSize(10).allMatch(id -> Integer.parseInt(id.substring(4)) % 2 == 1);
    }

    @Test
    default void withoutTheOtherTubeItFails() {
        produce("a");
        Operation done = move(JobState.READY, TagFilter.ANY);
        assertThat(done.state()).isEqualTo(OperationState.FAILED);
        assertThat(done.why()).isEqualTo("tube there does not exist");
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
    }

    @Test
    default void aJobTakesItsWindowAlong() {
        get(tubes().create(THERE, TubeSettings.DEFAULT));
        produce(job("a").due(Due.after(HOUR)).dedup(HOUR));
        assertMoved(move(JobState.DELAYED, TagFilter.ANY), 1, 0);
        Job moved = get(broker().take(THERE, id("a")));
        get(broker().acknowledge(THERE, List.of(new Acknowledgement.Finish(moved.id(), moved.requireLease()))));
        assertThat(get(broker().produce(THERE, List.of(job("a")))).get(0).get().state())
                .isEqualTo(JobState.FINISHED);
        assertThat(produce("a").created()).as("a move is no end").isTrue();
    }
}
