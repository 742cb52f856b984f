package io.grape.redis;

import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ItemResult;
import io.grape.core.JobState;
import io.grape.core.job.Due;
import io.grape.core.job.DueWindow;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.TagFilter;
import io.grape.core.operation.Operation;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationQueue;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationTask;
import io.grape.core.operation.Operations;
import io.grape.core.operation.Preview;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Operations select by key and label, in tubes with keys and without. */
interface OperationTagsContract extends KeySteps {
    /** Of 300 jobs each tenth has the key ann, each fiftieth the label x, and half another priority. */
    private void produceTagged(Duration delay) {
        produceAll(IntStream.range(0, 300)
                        .mapToObj(OperationTagsContract::tagged)
                        .map(job -> job.due(Due.after(delay)))
                        .toList())
                .forEach(ItemResult::get);
    }

    private static NewJob tagged(int i) {
        String key = i % 10 == 0 ? "ann" : i % 10 == 1 ? null : "bob";
        List<String> labels = i % 50 == 0 ? List.of("eu", "x") : List.of("e");
        return job("job-" + i).priority(i % 4 < 2 ? 1024 : 7).tags(new JobTags(key, labels));
    }

    private OperationRequest request(OperationKind kind, JobState from, TagFilter tags) {
        return new OperationRequest(
                kind, tube(), from, null, DueWindow.ANY, tags, null, null, Duration.ZERO, null, null, null);
    }

    private Operation run(OperationRequest request) {
        Operations operations = store().operations();
        Operation begun = get(operations.begin(request));
        assertThat(begun.request()).isEqualTo(request);
        OperationQueue queue = store().operationWork();
        OperationTask task = get(queue.take()).orElseThrow();
        while (task.end() == null) {
            task = get(queue.slice(task, 7));
            get(queue.save(task));
        }
        return get(operations.get(begun.id()));
    }

    /** Checks how many a request is about, does it, and checks that only those are gone. */
    private void assertDeletes(TagFilter tags, Set<Integer> wanted) {
        OperationRequest request = request(OperationKind.DELETE, JobState.READY, tags);
        Preview preview = get(store().operations().preview(request));
        assertThat(preview.matching()).as("%s", tags).isEqualTo(wanted.size());
        assertThat(preview.isExact()).isTrue();
        assertThat(preview.sample())
                .hasSize(Math.min(wanted.size(), Operations.MAX_SHOWN))
                .allSatisfy(job -> assertThat(wanted)
                        .contains(Integer.valueOf(job.id().value().substring(4))));
        long before = describe().count(JobState.READY);
        Operation done = run(request);
        assertThat(List.of(done.matching(), done.done(), done.skipped()))
                .containsExactly((long) wanted.size(), (long) wanted.size(), 0L);
        assertThat(describe().count(JobState.READY)).isEqualTo(before - wanted.size());
        wanted.forEach(i -> assertGone("job-" + i));
    }

    private static Set<Integer> numbers(IntPredicate which) {
        return IntStream.range(0, 300).filter(which).boxed().collect(toSet());
    }

    private void assertSelects() {
        assertDeletes(new TagFilter("ann", "x"), numbers(i -> i % 50 == 0));
        assertDeletes(new TagFilter("ann", null), numbers(i -> i % 10 == 0 && i % 50 != 0));
        assertDeletes(new TagFilter("nobody", null), Set.of());
        assertDeletes(new TagFilter("bob", "x"), Set.of());
        assertDeletes(new TagFilter(null, "e"), numbers(i -> i % 10 != 0));
        assertThat(describe().count(JobState.READY)).isZero();
    }

    @Test
    default void inATubeWithoutKeysEachJobIsLookedAt() {
        timeIs(T0);
        produceTagged(Duration.ZERO);
        timeIs(T0.plusSeconds(1));
        assertSelects();
    }

    @Test
    default void inATubeWithKeysTheLanesOfAKeyAreTaken() {
        timeIs(T0);
        share(FAIR);
        produceTagged(Duration.ZERO);
        timeIs(T0.plusSeconds(1));
        assertSelects();
    }

    @Test
    default void jobsThatAreOlderThanTheKeysOfTheirTubeAreFoundToo() {
        timeIs(T0);
        produceTagged(Duration.ZERO);
        share(FAIR);
        produceAll(job("job-1000").tags(new JobTags("ann", List.of())));
        timeIs(T0.plusSeconds(1));
        OperationRequest request = request(OperationKind.DELETE, JobState.READY, new TagFilter("ann", null));
        assertThat(get(store().operations().preview(request)).matching()).isEqualTo(31);
        assertThat(run(request).done()).isEqualTo(31);
        assertThat(describe().count(JobState.READY)).isEqualTo(270);
    }

    @Test
    default void delayedJobsOfAKeyRunNow() {
        timeIs(T0);
        share(FAIR);
        produceTagged(HOUR);
        timeIs(T0.plusSeconds(1));
        assertThat(run(request(OperationKind.KICK, JobState.DELAYED, new TagFilter("ann", null)))
                        .done())
                .isEqualTo(30);
        assertThat(describe().count(JobState.READY)).isEqualTo(30);
        assertThat(describe().count(JobState.DELAYED)).isEqualTo(270);
    }

    @Test
    default void failedJobsWithALabelAndAReasonAreKicked() {
        timeIs(T0);
        produceTagged(Duration.ZERO);
        consume(300).forEach(job -> bury(job, job.tags().key() == null ? "broken " + job.id() : "full"));
        timeIs(T0.plusSeconds(1));
        OperationRequest request = new OperationRequest(
                OperationKind.KICK,
                tube(),
                JobState.FAILED,
                "full",
                DueWindow.ANY,
                new TagFilter(null, "e"),
                null,
                null,
                Duration.ZERO,
                null,
                null,
                null);
        Preview preview = get(store().operations().preview(request));
        assertThat(List.of(preview.matching(), preview.isExact())).containsExactly(264L, true);
        assertThat(run(request).done()).isEqualTo(264);
        assertThat(describe().count(JobState.FAILED)).isEqualTo(36);
    }

    @Test
    default void aJobIsCheckedAgainWhenItIsChanged() {
        timeIs(T0);
        produceAll(
                delayed("both", HOUR).tags(new JobTags("ann", List.of("eu", "x"))),
                delayed("label", HOUR).tags(new JobTags("bob", List.of("eu"))),
                delayed("key", HOUR).tags(new JobTags("ann", List.of("e", "u"))),
                delayed("none", HOUR));
        long later = T0.plusSeconds(1).toEpochMilli();
        Reply reply = get(run(
                Script.ofTube("apply_operation"),
                "hints",
                tube().value(),
                "delete",
                "delayed",
                later,
                0,
                0,
                "ann",
                "eu",
                "both",
                "label",
                "key",
                "none"));
        assertThat(List.of(reply.number(1), reply.number(2))).containsExactly(1L, 3L);
        assertGone("both");
        assertThat(peek("key").id()).isEqualTo(id("key"));
    }
}
