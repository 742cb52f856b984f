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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers go with a job through everything that happens to it. */
interface HeadersContract extends ContractSteps {
    private static Headers trace(Object value) {
        return new Headers(Map.of("traceparent", "00-" + value + "-01"));
    }

    /** As many and as long as may be. */
    private static Headers most() {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < Limits.MAX_HEADERS; i++) {
            values.put("h-" + (char) ('a' + i), "~".repeat(Limits.MAX_HEADERS_BYTES / Limits.MAX_HEADERS - 3));
        }
        return new Headers(values);
    }

    @Test
    default void aJobWithoutHeadersHasNone() {
        assertThat(handOut(job("a")).headers()).isEqualTo(Headers.NONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1024, 1025, 100_000})
    default void headersSurviveBesideAPayloadOfAnyLength(int length) {
        String text = "\n".repeat(length);
        NewJob job = NewJob.of(new JobId("a"), new Payload(text.getBytes(UTF_8), "text/plain"));
        for (Headers headers : List.of(trace(1), most(), new Headers(Map.of("a", "b:c ~\"\\", "empty", "")))) {
            produce(job.headers(headers).onDuplicate(OnDuplicate.REPLACE));
            Job seen = peek("a");
            assertThat(seen.headers()).isEqualTo(headers);
            assertThat(new String(seen.payload().bytes(), UTF_8)).isEqualTo(text);
            assertThat(seen.payload().contentType()).isEqualTo("text/plain");
        }
    }

    @Test
    default void headersKeepTheirOrder() {
        Job handed = handOut(job("a").headers(most()));
        assertThat(handed.headers().values().keySet())
                .containsExactlyElementsOf(most().values().keySet());
    }

    @Test
    default void everyLookAtAJobShowsItsHeaders() {
        produce(job("a").headers(trace(1)));
        assertThat(peek("a").headers()).isEqualTo(trace(1));
        assertThat(get(broker().list(tube(), new JobQuery(JobState.READY, 10, null)))
                        .jobs())
                .extracting(Job::headers)
                .containsExactly(trace(1));
        assertThat(consume().headers()).isEqualTo(trace(1));
    }

    @Test
    default void headersStayThroughEveryRun() {
        timeIs(T0);
        Job handed =
                handOut(job("a").headers(trace(1)).ttr(Duration.ofSeconds(1)).maxAttempts(4));
        release(handed, Duration.ZERO);
        assertThat(consume().headers()).isEqualTo(trace(1));
        timeIs(T0.plusSeconds(1));
        expireLeases();
        bury(consume(), "broken");
        assertThat(peek("a").headers()).isEqualTo(trace(1));
        kick("a", Duration.ZERO);
        assertThat(consume().headers()).isEqualTo(trace(1));
    }

    @Test
    default void aReplacedJobHasTheNewHeaders() {
        produce(delayed("a", HOUR).headers(trace(1)));
        produce(job("a").headers(trace(2)));
        assertThat(peek("a").headers()).as("kept").isEqualTo(trace(1));
        produce(job("a").headers(trace(2)).onDuplicate(OnDuplicate.REPLACE));
        assertThat(peek("a").headers()).isEqualTo(trace(2));
        produce(job("a").onDuplicate(OnDuplicate.REPLACE));
        assertThat(consume().headers()).isEqualTo(Headers.NONE);
    }

    @Test
    default void aThousandJobsHaveHeadersOfTheirOwn() {
        List<NewJob> plain = jobs(1000);
        List<NewJob> all = IntStream.range(0, 1000)
                .mapToObj(i -> i % 3 == 0 ? plain.get(i) : plain.get(i).headers(trace(i)))
                .toList();
        produceAll(all).forEach(ItemResult::get);
        List<Job> handed = consume(1000);
        assertThat(handed)
                .extracting(Job::headers)
                .containsExactlyElementsOf(all.stream().map(NewJob::headers).toList());
        assertThat(handed)
                .allSatisfy(job -> assertThat(new String(job.payload().bytes(), UTF_8))
                        .isEqualTo(job.id().value()));
    }
}
