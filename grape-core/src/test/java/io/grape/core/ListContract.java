package io.grape.core;

import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.core.ContractSteps.jobs;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Due;
import io.grape.core.job.JobPage;
import io.grape.core.job.JobQuery;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Looking at the jobs of one state, page by page. */
public interface ListContract extends ContractSteps {
    private JobPage page(JobState state, int limit, String cursor) {
        return get(broker().list(tube(), new JobQuery(state, limit, cursor)));
    }

    /** The ids on all pages. */
    private List<String> listed(JobState state, int limit) {
        JobPage page = get(broker().list(tube(), new JobQuery(state, limit, null)));
        List<String> ids = new ArrayList<>(ids(page.jobs()));
        for (String next = page.next(); next != null; next = page.next()) {
            page = page(state, limit, next);
            assertThat(page.jobs().size()).isLessThanOrEqualTo(limit);
            ids.addAll(ids(page.jobs()));
        }
        return ids;
    }

    @ParameterizedTest
    @EnumSource(
            value = JobState.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"GATED", "FINISHED"})
    default void aStateIsListedAndNoOther(JobState state) {
        for (JobState each : STATES) {
            make(each.wireName(), each);
        }
        assertThat(listed(state, 10)).containsExactly(state.wireName());
        assertThat(get(broker().list(tube(), new JobQuery(state, 10, null)))
                        .jobs()
                        .get(0))
                .usingRecursiveComparison()
                .isEqualTo(peek(state.wireName()));
    }

    @ParameterizedTest
    @EnumSource(
            value = JobState.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"GATED", "FINISHED"})
    default void anEmptyTubeHasNothingToList(JobState state) {
        create(TubeSettings.DEFAULT);
        assertThat(get(broker().list(tube(), new JobQuery(state, 1, null)))).isEqualTo(new JobPage(List.of(), null));
    }

    @Test
    default void anUnknownTubeCannotBeListed() {
        assertFails(broker().list(tube(), new JobQuery(JobState.READY, 1, null)), ErrorCode.TUBE_NOT_FOUND);
    }

    @ParameterizedTest
    @EnumSource(
            value = JobState.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"GATED", "FINISHED"})
    default void pagesGoOnWhereTheOneBeforeEnded(JobState state) {
        timeIs(T0);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            timeIs(T0.plusMillis(i));
            make("id" + (9 - i), state);
            expected.add("id" + (9 - i));
        }
        for (int limit : new int[] {1, 2, 3, 7, 8}) {
            assertThat(listed(state, limit)).containsExactlyElementsOf(expected);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = JobState.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"GATED", "FINISHED"})
    default void jobsOfOneMillisecondAreEachListedOnce(JobState state) {
        timeIs(T0);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            make("id" + i, state);
            expected.add("id" + i);
        }
        for (int limit : new int[] {1, 2, 7}) {
            assertThat(listed(state, limit)).containsExactlyElementsOf(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1970-01-01T00:00:00Z", "1970-01-01T00:00:00.001Z", "2000-01-01T00:00:00Z"})
    default void jobsOfOneMillisecondInThePastAreEachListedOnce(Instant due) {
        List<NewJob> all = jobs(5).stream().map(job -> job.due(Due.at(due))).toList();
        produceAll(all).forEach(ItemResult::get);
        assertThat(listed(JobState.READY, 2)).containsExactly("job-0", "job-1", "job-2", "job-3", "job-4");
    }

    @Test
    default void theDefaultPriorityIsListedFirstAndTheOthersByNumber() {
        produceAll(
                delayed("p2000", HOUR).priority(2000),
                delayed("p5", HOUR).priority(5),
                delayed("default", HOUR),
                delayed("max", HOUR).priority(Limits.MAX_PRIORITY),
                delayed("p0", HOUR).priority(0));
        for (int limit : new int[] {1, 2, 10}) {
            assertThat(listed(JobState.DELAYED, limit)).containsExactly("default", "p0", "p5", "p2000", "max");
        }
        assertThat(listed(JobState.READY, 10)).isEmpty();
    }

    @Test
    default void jobsOfThreeThousandPrioritiesAreEachListedOnce() {
        List<NewJob> all = IntStream.range(0, 3000)
                .mapToObj(i -> delayed("p" + i, HOUR.minusSeconds(i)).priority(i))
                .toList();
        for (int from = 0; from < 3000; from += 1000) {
            produceAll(all.subList(from, from + 1000)).forEach(ItemResult::get);
        }
        assertThat(listed(JobState.DELAYED, 1000))
                .containsExactlyInAnyOrderElementsOf(
                        all.stream().map(job -> job.id().value()).toList());
    }

    @Test
    default void aPageThatIsLeftWhileJobsComeAndGoMissesNoneThatStays() {
        timeIs(T0);
        produceAll(jobs(6)).forEach(ItemResult::get);
        JobPage first = get(broker().list(tube(), new JobQuery(JobState.READY, 3, null)));
        get(broker().delete(tube(), id("job-2"), false));
        get(broker().delete(tube(), id("job-0"), false));
        produce(job("first").due(Due.at(T0.minusSeconds(1))));
        String next = first.next();
        assertThat(next).isNotNull();
        assertThat(ids(page(JobState.READY, 10, next == null ? "" : next).jobs()))
                .endsWith("job-3", "job-4", "job-5");
    }

    @Test
    default void aPageOfTheLargestPayloadsIsCutShortAndGoesOn() {
        byte[] bytes = new byte[Limits.USUAL_PAYLOAD_BYTES];
        List<String> expected = new ArrayList<>();
        for (int i = 10; i < 32; i++) {
            produce(NewJob.of(id("large-" + i), Payload.binary(bytes)).due(Due.after(Duration.ofSeconds(1000 + i))));
            expected.add("large-" + i);
        }
        JobPage first = get(broker().list(tube(), new JobQuery(JobState.DELAYED, 1000, null)));
        assertThat(first.jobs()).hasSizeBetween(2, 3);
        assertThat(listed(JobState.DELAYED, 1000)).containsExactlyElementsOf(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "!", "MTAyNCAgIA", "MTAyNCBuYW4gYQ", "MTAyNCAxZTkgYSBi"})
    default void aMadeUpCursorIsRefused(String cursor) {
        create(TubeSettings.DEFAULT);
        assertFails(broker().list(tube(), new JobQuery(JobState.READY, 1, cursor)), ErrorCode.BAD_REQUEST);
    }
}
