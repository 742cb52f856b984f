package io.grape.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Broker;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.job.Produced;
import io.grape.core.tube.ExpiryPass;
import io.grape.core.tube.Tube;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.Tubes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/** The steps that the contract's tests are written in: each acts on {@link #tube()} and waits for its end. */
public interface ContractSteps {
    /** Where tests that set the clock begin. */
    Instant T0 = Instant.parse("2030-01-01T00:00:00Z");

    Duration HOUR = Duration.ofHours(1);

    /** Every state, those first that a job reaches only through a hand-out. */
    List<JobState> STATES = List.of(JobState.FAILED, JobState.RETAINED, JobState.READY, JobState.DELAYED);

    Broker broker();

    Tubes tubes();

    /** A tube of this test alone, which does not exist yet. */
    TubeName tube();

    /** Sets the clock of {@link #tube()}. Aborts the test where that cannot be done. */
    void timeIs(Instant now);

    /**
     * What a job and its tube look like: equal before and after whatever must change nothing. How many leases ran out is not
     * among it: a broker counts them as it finds them, which may be at any time.
     */
    record Look(Job job, Map<JobState, Long> counts, Map<TubeCounter, Long> totals) {}

    static <T> T get(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof GrapeException ours) {
                throw ours;
            }
            throw new CompletionException(cause);
        } catch (TimeoutException | InterruptedException e) {
            throw new IllegalStateException("no answer", e);
        }
    }

    static void assertFails(CompletionStage<?> stage, ErrorCode code) {
        assertThatThrownBy(() -> get(stage))
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.code()).isEqualTo(code));
    }

    static <T> void assertFailed(ItemResult<T> outcome, ErrorCode code) {
        assertThat(outcome.value()).isNull();
        GrapeException failure = outcome.failure();
        assertThat(failure).isNotNull();
        assertThat(failure == null ? null : failure.code()).isEqualTo(code);
    }

    static void assertSame(Look after, Look before) {
        assertThat(after).usingRecursiveComparison().isEqualTo(before);
    }

    static JobId id(String value) {
        return new JobId(value);
    }

    /** A job with the tube's defaults, ready at once, whose payload is its id. */
    static NewJob job(String id) {
        return NewJob.of(id(id), Payload.binary(id.getBytes(StandardCharsets.UTF_8)));
    }

    static NewJob delayed(String id, Duration delay) {
        return job(id).due(Due.after(delay));
    }

    static List<NewJob> jobs(int count) {
        return IntStream.range(0, count).mapToObj(i -> job("job-" + i)).toList();
    }

    static List<String> ids(List<Job> jobs) {
        return jobs.stream().map(job -> job.id().value()).toList();
    }

    default Produced produce(String id) {
        return produce(job(id));
    }

    default Produced produce(NewJob job) {
        return produceAll(List.of(job)).get(0).get();
    }

    default List<ItemResult<Produced>> produceAll(List<NewJob> jobs) {
        return get(broker().produce(tube(), jobs));
    }

    default void produceAll(NewJob... jobs) {
        produceAll(Arrays.asList(jobs)).forEach(ItemResult::get);
    }

    default ConsumeResult handout(int max) {
        return get(broker().consume(tube(), max, Duration.ZERO));
    }

    default List<Job> consume(int max) {
        return handout(max).jobs();
    }

    /** The one job that is ready. */
    default Job consume() {
        List<Job> jobs = consume(2);
        assertThat(ids(jobs)).hasSize(1);
        return jobs.get(0);
    }

    default Job take(String id) {
        return get(broker().take(tube(), id(id)));
    }

    /** Ids in hand-out order, of everything that is ready. */
    default List<String> drain() {
        List<String> ids = new ArrayList<>();
        List<Job> jobs;
        do {
            jobs = consume(1000);
            ids.addAll(ids(jobs));
        } while (!jobs.isEmpty());
        return ids;
    }

    default Job peek(String id) {
        return get(broker().peek(tube(), id(id)));
    }

    default JobState stateOf(String id) {
        return peek(id).state();
    }

    default void assertGone(String id) {
        assertFails(broker().peek(tube(), id(id)), ErrorCode.JOB_NOT_FOUND);
    }

    default Tube describe() {
        return get(tubes().describe(tube()));
    }

    default Look look(String id) {
        Tube tube = describe();
        Map<TubeCounter, Long> totals = new EnumMap<>(tube.totals());
        totals.remove(TubeCounter.EXPIRED);
        return new Look(peek(id), tube.counts(), totals);
    }

    default List<ItemResult<Acknowledged>> acknowledge(List<? extends Acknowledgement> all) {
        return get(broker().acknowledge(tube(), all));
    }

    default ItemResult<Acknowledged> acknowledge(Acknowledgement one) {
        return acknowledge(List.of(one)).get(0);
    }

    default Acknowledged finish(Job job) {
        return acknowledge(new Acknowledgement.Finish(job.id(), job.requireLease()))
                .get();
    }

    default Acknowledged release(Job job, Duration delay) {
        return acknowledge(new Acknowledgement.Release(job.id(), job.requireLease(), delay, null))
                .get();
    }

    default Acknowledged bury(Job job, String reason) {
        return acknowledge(new Acknowledgement.Bury(job.id(), job.requireLease(), reason, null))
                .get();
    }

    default Acknowledged touch(Job job) {
        return acknowledge(new Acknowledgement.Touch(job.id(), job.requireLease()))
                .get();
    }

    default void handBack(Job job) {
        handBack(List.of(job));
    }

    default void handBack(List<Job> jobs) {
        get(broker().handBack(tube(), jobs));
    }

    /** The acknowledgement that a verb stands for, with nothing special about it. */
    static Acknowledgement acknowledgement(Verb verb, JobId id, Lease lease) {
        return switch (verb) {
            case FINISH -> new Acknowledgement.Finish(id, lease);
            case RELEASE -> new Acknowledgement.Release(id, lease, Duration.ZERO, null);
            case BURY -> new Acknowledgement.Bury(id, lease, "no reason", null);
            case TOUCH -> new Acknowledgement.Touch(id, lease);
            case HANDBACK -> new Acknowledgement.HandBack(id, lease, Duration.ZERO);
            case HANDOVER -> new Acknowledgement.HandOver(id, lease, new Checkpoint(Payload.binary(new byte[] {1})));
            default -> throw new IllegalArgumentException("not an acknowledgement: " + verb);
        };
    }

    default boolean kick(String id, Duration delay) {
        return get(broker().kick(tube(), id(id), delay));
    }

    default int kick(int max) {
        return get(broker().kick(tube(), max));
    }

    default ExpiryPass expireLeases() {
        return get(tubes().expireLeases(tube()));
    }

    default void create(TubeSettings settings) {
        assertThat(get(tubes().create(tube(), settings))).isTrue();
    }

    /** Brings a new job into a state: delayed for an hour, ready, retained for its ttr, or buried. */
    default Job make(String id, JobState state) {
        NewJob job = job(id).priority(0);
        switch (state) {
            case DELAYED -> produce(job.due(Due.after(HOUR)));
            case READY -> produce(job);
            case RETAINED -> handOut(job);
            case FAILED -> bury(handOut(job), "made to fail");
            case GATED, FINISHED -> throw new IllegalArgumentException("no verb brings a live job to " + state);
        }
        return peek(id);
    }

    /** Produces a job and hands it out, whatever else is in the tube with a priority above 0. */
    default Job handOut(NewJob job) {
        produce(job.priority(0));
        Job handed = consume(1).get(0);
        assertThat(handed.id()).isEqualTo(job.id());
        return handed;
    }
}
