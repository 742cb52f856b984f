package io.grape.core.job;

import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.job;
import static io.grape.core.ContractSteps.jobs;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ContractSteps;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The key and the labels go with a job through everything that happens to it. */
interface TagsContract extends ContractSteps {
    JobTags ANN = new JobTags("ann", List.of("eu", "trial"));
    JobTags KEY_ONLY = new JobTags("Acme:~7", List.of());
    JobTags LABELS_ONLY = new JobTags(null, List.of("a/b"));
    JobTags LONGEST = new JobTags(
            "k".repeat(Limits.MAX_KEY_CHARS),
            IntStream.range(0, Limits.MAX_LABELS)
                    .mapToObj(i -> "l".repeat(Limits.MAX_LABELS_CHARS / Limits.MAX_LABELS - 1) + i)
                    .toList());

    @Test
    default void aJobWithoutTagsHasNone() {
        assertThat(handOut(job("a")).tags()).isEqualTo(JobTags.NONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1024, 1025, 100_000})
    default void tagsSurviveBesideAPayloadOfAnyLengthWithHeadersAndWithout(int length) {
        String text = "\n".repeat(length);
        NewJob job = NewJob.of(new JobId("a"), new Payload(text.getBytes(UTF_8), "text/plain"));
        for (JobTags tags : List.of(ANN, KEY_ONLY, LABELS_ONLY, LONGEST)) {
            for (Headers headers : List.of(Headers.NONE, new Headers(Map.of("a", "b")))) {
                produce(job.tags(tags).headers(headers).onDuplicate(OnDuplicate.REPLACE));
                Job seen = peek("a");
                assertThat(seen.tags()).isEqualTo(tags);
                assertThat(seen.headers()).isEqualTo(headers);
                assertThat(new String(seen.payload().bytes(), UTF_8)).isEqualTo(text);
                assertThat(seen.payload().contentType()).isEqualTo("text/plain");
            }
        }
    }

    @Test
    default void everyLookAtAJobShowsItsTags() {
        produce(job("a").tags(ANN));
        assertThat(peek("a").tags()).isEqualTo(ANN);
        assertThat(get(broker().list(tube(), new JobQuery(JobState.READY, 10, null)))
                        .jobs())
                .extracting(Job::tags)
                .containsExactly(ANN);
        assertThat(consume().tags()).isEqualTo(ANN);
        assertThat(peek("a").tags()).isEqualTo(ANN);
    }

    @Test
    default void tagsStayThroughEveryRun() {
        timeIs(T0);
        Job handed = handOut(job("a").tags(ANN).ttr(Duration.ofSeconds(1)).maxAttempts(4));
        release(handed, Duration.ZERO);
        assertThat(consume().tags()).isEqualTo(ANN);
        timeIs(T0.plusSeconds(1));
        expireLeases();
        bury(consume(), "broken");
        assertThat(peek("a").tags()).isEqualTo(ANN);
        kick("a", Duration.ZERO);
        assertThat(consume().tags()).isEqualTo(ANN);
    }

    @Test
    default void aReplacedJobHasTheNewTags() {
        produce(delayed("a", HOUR).tags(ANN));
        produce(job("a").tags(KEY_ONLY));
        assertThat(peek("a").tags()).as("kept").isEqualTo(ANN);
        produce(job("a").tags(KEY_ONLY).onDuplicate(OnDuplicate.REPLACE));
        assertThat(peek("a").tags()).isEqualTo(KEY_ONLY);
        produce(job("a").onDuplicate(OnDuplicate.REPLACE));
        assertThat(consume().tags()).isEqualTo(JobTags.NONE);
    }

    private List<String> listed(int limit, TagFilter tags) {
        List<String> ids = new ArrayList<>();
        String cursor = null;
        do {
            JobPage page =
                    get(broker().list(tube(), new JobQuery(JobState.READY, limit, cursor, DueWindow.ANY, null, tags)));
            assertThat(page.jobs()).hasSizeLessThanOrEqualTo(limit);
            page.jobs().forEach(job -> ids.add(job.id().value()));
            cursor = page.next();
        } while (cursor != null);
        return ids;
    }

    @Test
    default void jobsAreListedByTheirKeyAndByOneLabel() {
        List<NewJob> plain = jobs(300);
        produceAll(IntStream.range(0, 300)
                        .mapToObj(i -> plain.get(i)
                                .priority(i % 2 == 0 ? 1024 : 7)
                                .tags(new JobTags(
                                        i % 10 == 0 ? "ann" : "bob", i % 50 == 0 ? List.of("eu", "x") : List.of("e"))))
                        .toList())
                .forEach(ItemResult::get);
        for (int limit : new int[] {1, 7, 1000}) {
            assertThat(listed(limit, new TagFilter("ann", null))).hasSize(30);
            assertThat(listed(limit, new TagFilter("ann", "eu")))
                    .containsExactlyInAnyOrder("job-0", "job-50", "job-100", "job-150", "job-200", "job-250");
            assertThat(listed(limit, new TagFilter(null, "e"))).hasSize(294);
            assertThat(listed(limit, new TagFilter("ann", "none"))).isEmpty();
            assertThat(listed(limit, TagFilter.ANY)).hasSize(300);
        }
    }

    @Test
    default void aThousandJobsHaveTagsOfTheirOwn() {
        List<NewJob> plain = jobs(1000);
        List<NewJob> all = IntStream.range(0, 1000)
                .mapToObj(i -> i % 3 == 0 ? plain.get(i) : plain.get(i).tags(new JobTags("k" + i, List.of("l" + i))))
                .toList();
        produceAll(all).forEach(ItemResult::get);
        assertThat(consume(1000))
                .extracting(Job::tags)
                .containsExactlyElementsOf(all.stream().map(NewJob::tags).toList());
    }
}
