package io.grape.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A kick that takes failed jobs only. */
class KickFailedTest {
    private static final TubeName TUBE = new TubeName("orders");
    private static final JobId ID = new JobId("a");
    private static final Duration HOUR = Duration.ofHours(1);

    private final RedisStore store = TestRedis.open(TestRedis.uri(), TestRedis.newNamespace());

    @AfterEach
    void close() {
        store.close();
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private void produce(Duration delay) {
        NewJob job = NewJob.of(ID, Payload.binary(new byte[] {1})).due(Due.after(delay));
        assertThat(get(store.broker().produce(TUBE, List.of(job))).get(0).get().created())
                .isTrue();
    }

    private void consume() {
        assertThat(get(store.broker().consume(TUBE, 1, Duration.ZERO)).jobs()).hasSize(1);
    }

    private Job peek() {
        return get(store.broker().peek(TUBE, ID));
    }

    private void kick(Duration delay) {
        get(store.broker().kickFailed(TUBE, ID, delay));
    }

    private static void assertFails(ThrowingCallable call, ErrorCode code) {
        assertThatThrownBy(call)
                .cause()
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.code()).isEqualTo(code));
    }

    @Test
    void aFailedJobIsDelayedByTheKicksDelay() {
        produce(Duration.ZERO);
        consume();
        get(store.broker().acknowledge(TUBE, List.of(new Acknowledgement.Bury(ID, Lease.CURRENT, "", null))));
        kick(HOUR);
        assertThat(peek().state()).isEqualTo(JobState.DELAYED);
        assertThat(peek().delay()).isEqualTo(HOUR);
    }

    @Test
    void aDelayedJobIsRefusedAndKeepsItsDueTime() {
        produce(HOUR);
        Job before = peek();
        assertFails(() -> kick(Duration.ZERO), ErrorCode.WRONG_STATE);
        assertThat(peek().state()).isEqualTo(JobState.DELAYED);
        assertThat(peek().dueAt()).isEqualTo(before.dueAt());
        assertThat(peek().delay()).isEqualTo(HOUR);
    }

    @Test
    void aReadyJobIsRefused() {
        produce(Duration.ZERO);
        assertFails(() -> kick(HOUR), ErrorCode.WRONG_STATE);
        assertThat(peek().state()).isEqualTo(JobState.READY);
    }

    @Test
    void aRetainedJobIsRefusedAndKeepsItsLease() {
        produce(Duration.ZERO);
        consume();
        Job before = peek();
        assertFails(() -> kick(Duration.ZERO), ErrorCode.WRONG_STATE);
        assertThat(peek().lease()).isEqualTo(before.lease());
    }

    @Test
    void anUnknownJobIsNotFound() {
        assertFails(() -> kick(Duration.ZERO), ErrorCode.TUBE_NOT_FOUND);
        produce(Duration.ZERO);
        assertFails(() -> get(store.broker().kickFailed(TUBE, new JobId("b"), Duration.ZERO)), ErrorCode.JOB_NOT_FOUND);
    }
}
