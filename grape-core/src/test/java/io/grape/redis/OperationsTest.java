package io.grape.redis;

import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.job.DueWindow;
import io.grape.core.job.FailureGroup;
import io.grape.core.job.FailureGroups;
import io.grape.core.job.TagFilter;
import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationState;
import io.grape.core.operation.OperationTask;
import io.grape.core.operation.Preview;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What operations do to jobs, slice by slice. */
class OperationsTest extends OperationSteps {
    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void failedJobsAreKickedSliceBySlice() {
        fail(20, "broken");
        Operation done = run(request(OperationKind.KICK, JobState.FAILED));
        assertThat(done.state()).isEqualTo(OperationState.DONE);
        assertThat(List.of(done.matching(), done.done(), done.skipped())).containsExactly(20L, 20L, 0L);
        assertThat(done.endedAt()).isAfterOrEqualTo(done.createdAt());
        assertThat(done.request().createdBy()).isEqualTo("tester");
        assertThat(here.consume(100))
                .hasSize(20)
                .allSatisfy(job -> assertThat(job.noe()).isEqualTo(1));
    }

    @Test
    void allWhoAskTogetherWhyJobsFailedAreToldOfAllOfThem() {
        fail(201, "disk full");
        fail(50, "timeout after");
        List<CompletionStage<FailureGroups>> asked = IntStream.rangeClosed(1, 3)
                .mapToObj(limit -> store.histories().failures(TestStore.TUBE, limit, null))
                .toList();
        List<FailureGroups> told = asked.stream().map(TestStore::get).toList();
        assertThat(told).extracting(FailureGroups::searched).containsOnly(251);
        assertThat(told).extracting(page -> page.groups().size()).containsExactly(1, 2, 2);
        fail(1, "out of memory");
        assertThat(get(store.histories().failures(TestStore.TUBE, 3, null)).searched())
                .as("looked at again")
                .isEqualTo(252);
    }

    @Test
    void onlyThoseThatFailedForAReasonAreDeleted() {
        fail(12, "disk full");
        fail(9, "timeout after");
        FailureGroups groups = get(store.histories().failures(TestStore.TUBE, 1, null));
        FailureGroup most = groups.groups().get(0);
        assertThat(most.signature()).isEqualTo("disk full d<n>");
        assertThat(most.count()).isEqualTo(12);
        assertThat(groups.searched()).isEqualTo(21);
        assertThat(get(store.histories().failures(TestStore.TUBE, 1, groups.next()))
                        .groups())
                .extracting(FailureGroup::count)
                .containsExactly(9);
        OperationRequest wanted = request(OperationKind.DELETE, JobState.FAILED, most.signature(), null, null);
        Preview preview = get(operations.preview(wanted));
        assertThat(preview.matching()).isEqualTo(12);
        assertThat(preview.isExact()).isTrue();
        assertThat(preview.sample()).hasSize(12);
        assertThat(count(JobState.FAILED)).as("nothing was done").isEqualTo(21);
        assertThat(run(wanted).done()).isEqualTo(12);
        assertThat(count(JobState.FAILED)).isEqualTo(9);
    }

    @Test
    void delayedJobsOfEveryPriorityRunNowOnceEach() {
        IntStream.range(0, 10).forEach(i -> produce("d" + i, HOUR, 1024));
        IntStream.range(0, 10).forEach(i -> produce("p" + i, HOUR.plusMinutes(i), 7));
        produce("ready", Duration.ZERO, 1024);
        OperationRequest later = new OperationRequest(
                OperationKind.KICK,
                TestStore.TUBE,
                JobState.DELAYED,
                null,
                DueWindow.ANY,
                TagFilter.ANY,
                null,
                null,
                HOUR.multipliedBy(2),
                null,
                null,
                null);
        Operation done = run(later);
        assertThat(done.done())
                .as("those that come to stand before it are not met again")
                .isEqualTo(20);
        assertThat(count(JobState.DELAYED)).isEqualTo(20);
        assertThat(run(request(OperationKind.KICK, JobState.DELAYED)).done()).isEqualTo(20);
        assertThat(count(JobState.READY)).isEqualTo(21);
        assertThat(run(request(OperationKind.DELETE, JobState.READY)).done()).isEqualTo(21);
        assertThat(count(JobState.READY)).isZero();
    }

    @Test
    void aWindowAndALimitHold() {
        IntStream.range(0, 20).forEach(i -> produce("d" + i, HOUR.multipliedBy(i + 1), 1024));
        // Between two jobs each, whatever the ms in which they were produced.
        Instant halfAnHourAgo = get(store.time()).minus(HOUR.dividedBy(2));
        DueWindow window =
                new DueWindow(halfAnHourAgo.plus(HOUR.multipliedBy(4)), halfAnHourAgo.plus(HOUR.multipliedBy(14)));
        OperationRequest wanted = new OperationRequest(
                OperationKind.DELETE,
                TestStore.TUBE,
                JobState.DELAYED,
                null,
                window,
                TagFilter.ANY,
                8L,
                null,
                Duration.ZERO,
                null,
                null,
                null);
        assertThat(get(operations.preview(wanted)).matching()).isEqualTo(10);
        Operation done = run(wanted);
        assertThat(done.done()).isEqualTo(8);
        assertThat(done.why()).isEqualTo("its limit is reached");
        assertThat(count(JobState.DELAYED)).isEqualTo(12);
    }

    @Test
    void whatChangedMeanwhileIsLeftAloneAndASliceThatIsDoneTwiceDoesNoHarm() {
        fail(10, "broken");
        get(operations.begin(request(OperationKind.KICK, JobState.FAILED)));
        Instant time = get(store.time());
        await().until(() -> get(store.time()).isAfter(time.plusMillis(2)));
        OperationTask begun = take();
        OperationTask first = slice(begun, 4);
        assertThat(first.done()).isEqualTo(4);
        here.consume(4).forEach(job -> bury(job, "again"));
        OperationTask again = slice(begun, 4);
        assertThat(again.done()).as("none of the four that failed again").isEqualTo(4);
        get(store.broker().delete(TestStore.TUBE, new JobId("b9"), false));
        OperationTask last = slice(slice(first, 4), 4);
        assertThat(List.of(last.matching(), last.done(), last.skipped())).containsExactly(10L, 5L, 5L);
        assertThat(last.failuresSince()).isEqualTo(4);
        assertThat(count(JobState.FAILED)).isEqualTo(4);
    }
}
