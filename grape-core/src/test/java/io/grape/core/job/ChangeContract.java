package io.grape.core.job;

import static io.grape.catalog.TubeFields.MAX_ATTEMPTS;
import static io.grape.catalog.TubeFields.TTR;
import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ContractSteps;
import io.grape.core.ErrorCode;
import io.grape.core.JobState;
import io.grape.core.tube.TubeLimits;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs are changed in place. */
public interface ChangeContract extends ContractSteps {
    private JobSnapshot change(String id, JobChange change) {
        return get(broker().change(tube(), id(id), change));
    }

    private String rev(String id) {
        return get(broker().snapshot(tube(), id(id))).rev();
    }

    private static void assertSame(Job job, Job other) {
        assertThat(job).usingRecursiveComparison().isEqualTo(other);
    }

    private static void assertPayload(Job job, Payload payload) {
        assertThat(job.payload()).usingRecursiveComparison().isEqualTo(payload);
    }

    private static Payload text(String text) {
        return new Payload(text.getBytes(UTF_8), "text/plain");
    }

    @Test
    default void allOfAWaitingJobIsChangedAtOnce() {
        timeIs(T0);
        produce(job("a").due(Due.after(HOUR)).tags(new JobTags("acme", List.of("eu"))));
        Payload payload = text("new");
        JobSnapshot changed = change(
                "a",
                new JobChange(
                        Due.after(Duration.ofSeconds(5)),
                        Duration.ofSeconds(7),
                        3L,
                        4,
                        List.of("us", "trial"),
                        payload,
                        null));
        Job job = changed.job();
        assertSame(job, peek("a"));
        assertThat(job.state()).isEqualTo(JobState.DELAYED);
        assertThat(job.dueAt()).isEqualTo(T0.plusSeconds(5));
        assertThat(job.delay()).isEqualTo(Duration.ofSeconds(5));
        assertThat(job.ttr()).isEqualTo(Duration.ofSeconds(7));
        assertThat(job.priority()).isEqualTo(3);
        assertThat(job.maxAttempts()).isEqualTo(4);
        assertThat(job.tags()).isEqualTo(new JobTags("acme", List.of("us", "trial")));
        assertPayload(job, payload);
        assertThat(job.createdAt()).isEqualTo(T0);
        timeIs(T0.plusSeconds(5));
        Job delivered = consume();
        assertPayload(delivered, payload);
        assertThat(delivered.leaseUntil()).isEqualTo(T0.plusSeconds(12));
        assertThat(delivered.tags()).isEqualTo(job.tags());
    }

    @Test
    default void whatIsNotGivenStays() {
        timeIs(T0);
        NewJob made = job("a").due(Due.after(HOUR))
                .headers(new Headers(Map.of("traceparent", "b-3")))
                .ttr(Duration.ofSeconds(9))
                .maxAttempts(2)
                .priority(8)
                .tags(new JobTags("acme", List.of("eu")));
        produce(made);
        Job before = peek("a");
        assertThat(change("a", JobChange.NONE.labels(List.of("us"))).job().headers())
                .isEqualTo(before.headers());
        change("a", JobChange.NONE.labels(List.of()));
        change("a", JobChange.NONE.labels(List.of("eu")));
        assertSame(peek("a"), before);
        Payload payload = text("other");
        assertThat(change("a", JobChange.NONE.payload(payload)).job().headers()).isEqualTo(before.headers());
        assertPayload(peek("a"), payload);
        assertThat(peek("a").dueAt()).isEqualTo(before.dueAt());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1024, 1025, 100_000})
    default void payloadsOfAllSizesTakeEachOthersPlace(int size) {
        produce(job("a"));
        for (int other : new int[] {3000, size, 5, size}) {
            Payload payload = Payload.binary(new byte[other]);
            assertPayload(change("a", JobChange.NONE.payload(payload)).job(), payload);
            change("a", JobChange.NONE.maxAttempts(7));
            assertPayload(peek("a"), payload);
        }
        assertPayload(consume(), Payload.binary(new byte[size]));
    }

    @Test
    default void aJobIsDeliveredByItsNewPlace() {
        timeIs(T0);
        produceAll(job("a"), job("b"), job("c"), job("d"));
        change("a", JobChange.NONE.due(Due.at(T0.plusSeconds(1))));
        change("d", JobChange.NONE.priority(1));
        // Its place is the same.
        change("b", JobChange.NONE.ttr(Duration.ofSeconds(30)));
        assertThat(consume(10)).extracting(Job::id).containsExactly(id("d"), id("b"), id("c"));
        assertThat(stateOf("a")).isEqualTo(JobState.DELAYED);
        change("a", JobChange.NONE.due(Due.NOW));
        assertThat(consume(10)).extracting(Job::id).containsExactly(id("a"));
    }

    @Test
    default void ofARetainedJobItsDeliveryStays() {
        timeIs(T0);
        Job held = handOut(job("a").ttr(Duration.ofSeconds(10)));
        assertFails(
                broker().change(tube(), held.id(), JobChange.NONE.due(Due.NOW).labels(List.of("eu"))),
                ErrorCode.WRONG_STATE);
        assertFails(broker().change(tube(), held.id(), JobChange.NONE.payload(text("x"))), ErrorCode.WRONG_STATE);
        assertThat(peek("a").tags()).isEqualTo(JobTags.NONE);
        JobChange allowed = JobChange.NONE
                .labels(List.of("eu"))
                .ttr(Duration.ofSeconds(20))
                .priority(5)
                .maxAttempts(1);
        Job changed = change("a", allowed).job();
        assertThat(changed.leaseUntil()).isEqualTo(T0.plusSeconds(10));
        assertThat(changed.tags().labels()).containsExactly("eu");
        touch(held);
        assertThat(peek("a").leaseUntil()).isEqualTo(T0.plusSeconds(20));
        release(held, Duration.ZERO);
        assertThat(peek("a").state()).isEqualTo(JobState.FAILED);
        assertThat(peek("a").priority()).isEqualTo(5);
    }

    @Test
    default void aFailedJobIsMendedAndKicked() {
        Job held = handOut(job("a"));
        bury(held, "the address is wrong");
        assertFails(broker().change(tube(), held.id(), JobChange.NONE.due(Due.NOW)), ErrorCode.WRONG_STATE);
        Job changed =
                change("a", JobChange.NONE.payload(text("right")).priority(2)).job();
        assertThat(changed.state()).isEqualTo(JobState.FAILED);
        assertThat(changed.reason()).isEqualTo("the address is wrong");
        kick("a", Duration.ZERO);
        Job again = consume();
        assertPayload(again, text("right"));
        assertThat(again.priority()).isEqualTo(2);
    }

    @Test
    default void aLeaseThatRanOutHoldsNothing() {
        timeIs(T0);
        handOut(job("a").ttr(Duration.ofSeconds(10)));
        timeIs(T0.plusSeconds(11));
        Job changed =
                change("a", JobChange.NONE.due(Due.at(T0.plusSeconds(60)))).job();
        assertThat(changed.state()).isEqualTo(JobState.DELAYED);
        assertThat(changed.noe()).isEqualTo(1);
    }

    @Test
    default void itsRevIsAskedFor() {
        timeIs(T0);
        produce(job("a"));
        String first = rev("a");
        String second = change("a", JobChange.NONE.priority(5).rev(first)).rev();
        assertThat(rev("a")).isEqualTo(second).isNotEqualTo(first);
        assertFails(broker().change(tube(), id("a"), JobChange.NONE.priority(6).rev(first)), ErrorCode.WRONG_STATE);
        assertThat(peek("a").priority()).isEqualTo(5);
        change("a", JobChange.NONE.priority(5));
        assertThat(rev("a")).isNotEqualTo(second);
    }

    @Test
    default void itsRevIsAnotherAfterAllButATouch() {
        timeIs(T0);
        produce(job("a"));
        List<String> revs = new ArrayList<>(List.of(rev("a")));
        produceAll(List.of(NewJob.of(id("a"), text("other")).onDuplicate(OnDuplicate.REPLACE)));
        revs.add(rev("a"));
        Job held = consume();
        revs.add(rev("a"));
        touch(held);
        assertThat(rev("a")).isEqualTo(revs.get(2));
        release(held, HOUR);
        revs.add(rev("a"));
        kick("a", Duration.ZERO);
        revs.add(rev("a"));
        assertThat(revs).doesNotHaveDuplicates();
    }

    @Test
    default void aChangeOfNothingIsRefused() {
        produce(job("a"));
        assertFails(broker().change(tube(), id("a"), JobChange.NONE), ErrorCode.BAD_REQUEST);
        assertFails(broker().change(tube(), id("a"), JobChange.NONE.rev("1")), ErrorCode.BAD_REQUEST);
    }

    @Test
    default void whatIsNotThereIsNotChanged() {
        assertFails(broker().change(tube(), id("a"), JobChange.NONE.priority(1)), ErrorCode.TUBE_NOT_FOUND);
        get(tubes().create(tube(), TubeSettings.DEFAULT));
        assertFails(broker().change(tube(), id("a"), JobChange.NONE.priority(1)), ErrorCode.JOB_NOT_FOUND);
    }

    @Test
    default void aTubeThatIsFullTakesNoMoreBytes() {
        TubeLimits most = new TubeLimits(null, null, null, null, 10L);
        create(TubeSettings.DEFAULT
                .with(TTR, Duration.ofSeconds(5))
                .with(MAX_ATTEMPTS, 3)
                .with(most));
        produceAll(List.of(NewJob.of(id("a"), text("12345"))));
        Job before = peek("a");
        assertFails(broker().change(tube(), id("a"), JobChange.NONE.payload(text("1234567890x"))), ErrorCode.TUBE_FULL);
        assertFails(
                broker().change(tube(), id("a"), JobChange.NONE.labels(List.of("eu", "trial"))), ErrorCode.TUBE_FULL);
        assertSame(peek("a"), before);
        assertPayload(change("a", JobChange.NONE.payload(text("123456"))).job(), text("123456"));
        // ",eu," are four bytes.
        change("a", JobChange.NONE.labels(List.of("eu")));
        assertFails(broker().change(tube(), id("a"), JobChange.NONE.payload(text("1234567"))), ErrorCode.TUBE_FULL);
        change("a", JobChange.NONE.labels(List.of()));
        assertPayload(change("a", JobChange.NONE.payload(text("1234567890"))).job(), text("1234567890"));
    }
}
