package io.grape.core.job;

import io.grape.core.CallContext;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * The operations on jobs: the port behind every API.
 *
 * <p>Every transition of a job is atomic. A batch is not, but each of its items is. Redis's clock is the only clock. No
 * call waits for jobs. A stage fails only with a {@link GrapeException}; after {@link ErrorCode#STORE_UNAVAILABLE} the
 * call may have happened. A value outside of its {@linkplain Limits limits} fails with BAD_REQUEST and changes nothing.
 */
public interface Broker {
    /**
     * Produces up to 1000 jobs, in order, and creates the tube if needed. Returns one outcome each, such as DUPLICATE
     * or WRONG_STATE.
     */
    default CompletionStage<List<ItemResult<Produced>>> produce(TubeName tube, List<NewJob> jobs) {
        return produce(tube, jobs, ProduceOptions.USUAL);
    }

    /**
     * Produces jobs, in order. Returns one outcome each, as above. All are TUBE_NOT_FOUND if the tube is missing and
     * not to be created. STORE_UNAVAILABLE means that a job is stored, but too few replicas confirmed it: the same call
     * again confirms it.
     */
    default CompletionStage<List<ItemResult<Produced>>> produce(
            TubeName tube, List<NewJob> jobs, ProduceOptions options) {
        return produce(tube, jobs, options, CallContext.NONE);
    }

    /**
     * Produces jobs as above, in time. If the deadline passes before the first of them leaves, the call is
     * DEADLINE_EXCEEDED, and nothing was done; after that it is STORE_UNAVAILABLE.
     */
    CompletionStage<List<ItemResult<Produced>>> produce(
            TubeName tube, List<NewJob> jobs, ProduceOptions options, CallContext context);

    /** Produces one job. Fails with its outcome in a batch. */
    default CompletionStage<Produced> produce(TubeName tube, NewJob job, ProduceOptions options) {
        return produce(tube, job, options, CallContext.NONE);
    }

    /** Produces one job, in time. */
    default CompletionStage<Produced> produce(TubeName tube, NewJob job, ProduceOptions options, CallContext context) {
        return produce(tube, List.of(job), options, context)
                .thenApply(outcomes -> outcomes.get(0).get());
    }

    /**
     * Delivers up to {@code max} ready jobs, 1 to 1000. An unknown tube counts as empty.
     *
     * @param parking how long the caller waits if it gets fewer jobs than it asked for; zero = not at all. In this
     *     time, a {@linkplain WakeUps hint} announces each job that becomes ready
     */
    CompletionStage<ConsumeResult> consume(TubeName tube, int max, Duration parking);

    /**
     * Delivers one job by its id. The job may be ready, delayed or failed, even in a paused tube or with its attempts
     * spent. Lease, execution count and acknowledgement are those of any delivery; a hand-back puts the job where it
     * was.
     *
     * <p>Fails with JOB_NOT_FOUND, TUBE_NOT_FOUND, or WRONG_STATE for a retained one. An expired lease holds nothing.
     */
    CompletionStage<Job> take(TubeName tube, JobId id);

    /**
     * Acknowledges up to 1000 jobs, in order. Returns one outcome each: JOB_NOT_FOUND, LEASE_LOST, or TUBE_NOT_FOUND
     * for all.
     */
    CompletionStage<List<ItemResult<Acknowledged>>> acknowledge(
            TubeName tube, List<? extends Acknowledgement> acknowledgements);

    /** Acknowledges one job. Fails with its outcome in a batch. */
    default CompletionStage<Acknowledged> acknowledge(TubeName tube, Acknowledgement acknowledgement) {
        return acknowledge(tube, List.of(acknowledgement))
                .thenApply(outcomes -> outcomes.get(0).get());
    }

    /**
     * Undoes up to 1000 deliveries that their consumer never received. Skips leases that were lost or expired
     * meanwhile.
     */
    default CompletionStage<Void> handBack(TubeName tube, List<Job> jobs) {
        List<Acknowledgement.HandBack> all = jobs.stream()
                .map(job -> new Acknowledgement.HandBack(job.id(), job.requireLease(), Duration.ZERO))
                .toList();
        return acknowledge(tube, all)
                .exceptionallyCompose(failure -> isNoTube(failure)
                        ? CompletableFuture.completedStage(List.of())
                        : CompletableFuture.failedStage(failure))
                .thenAccept(done -> {});
    }

    private static boolean isNoTube(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof GrapeException ours && ours.code() == ErrorCode.TUBE_NOT_FOUND;
    }

    /**
     * Makes a failed or delayed job ready after a delay, with new attempts. False if the job is ready already. Fails
     * with JOB_NOT_FOUND, TUBE_NOT_FOUND, or WRONG_STATE for a retained one.
     */
    CompletionStage<Boolean> kick(TubeName tube, JobId id, Duration delay);

    /**
     * Makes a failed job ready after a delay, with new attempts. Fails with JOB_NOT_FOUND, TUBE_NOT_FOUND, or
     * WRONG_STATE.
     */
    CompletionStage<Void> kickFailed(TubeName tube, JobId id, Duration delay);

    /**
     * Kicks up to {@code max} jobs, 1 to 1000. If there are failed jobs, it kicks those, in the order of their
     * failures; else delayed ones, in delivery order. Returns how many.
     */
    CompletionStage<Integer> kick(TubeName tube, int max);

    /**
     * Asks the consumer of a retained job to stop. Its touches say so from now on. Its finish, release or bury end the job
     * as usual; if its lease runs out, the job fails with the reason. A second call changes nothing and returns the first.
     * Fails with BAD_REQUEST for a reason of more than 200 characters, JOB_NOT_FOUND, TUBE_NOT_FOUND, or WRONG_STATE
     * unless the job is retained.
     */
    CompletionStage<Acknowledged> cancel(TubeName tube, JobId id, String reason);

    /** Removes a job. Fails with JOB_NOT_FOUND, TUBE_NOT_FOUND, or WRONG_STATE for a retained one unless {@code force} is set. */
    CompletionStage<Void> delete(TubeName tube, JobId id, boolean force);

    /** Removes a failed job. Fails with JOB_NOT_FOUND, TUBE_NOT_FOUND, or WRONG_STATE. */
    CompletionStage<Void> discard(TubeName tube, JobId id);

    /**
     * Changes a job in place. Returns it as it is afterwards. Of a retained one neither the due time nor the payload can be
     * changed, of a failed one not the due time; one that a gate holds waits again, until its turn comes. Fails with
     * BAD_REQUEST for a change of nothing, or of a priority where keys keep their order; with JOB_NOT_FOUND, TUBE_NOT_FOUND,
     * TUBE_FULL if the tube has no room for more bytes, or WRONG_STATE, also if the job has another rev than expected.
     */
    CompletionStage<JobSnapshot> change(TubeName tube, JobId id, JobChange change);

    /**
     * Throws OVERLOADED if a look at jobs of this tube would be refused now. A caller that has to wait for something before it looks asks
     * this first.
     */
    default void checkLooks(TubeName tube) {}

    /** Looks at a job without consuming it. Fails with JOB_NOT_FOUND or TUBE_NOT_FOUND. */
    default CompletionStage<JobSnapshot> snapshot(TubeName tube, JobId id) {
        return snapshot(tube, id, CallContext.NONE);
    }

    /** The same in time: it fails with DEADLINE_EXCEEDED if the deadline passes before it leaves. So do the looks below. */
    CompletionStage<JobSnapshot> snapshot(TubeName tube, JobId id, CallContext context);

    /** Looks at a job without consuming it. Fails with JOB_NOT_FOUND or TUBE_NOT_FOUND. */
    default CompletionStage<Job> peek(TubeName tube, JobId id) {
        return snapshot(tube, id).thenApply(JobSnapshot::job);
    }

    /** Says why a job has not been delivered, and changes nothing. Fails with JOB_NOT_FOUND or TUBE_NOT_FOUND. */
    default CompletionStage<Explanation> explain(TubeName tube, JobId id) {
        return explain(tube, id, CallContext.NONE);
    }

    /** The same in time. */
    CompletionStage<Explanation> explain(TubeName tube, JobId id, CallContext context);

    /**
     * Lists the jobs of one state, in delivery order if the tube has one priority. A job that stays in its state is on
     * one page, and may be on two.
     */
    default CompletionStage<JobPage> list(TubeName tube, JobQuery query) {
        return list(tube, query, CallContext.NONE);
    }

    /** The same in time. */
    CompletionStage<JobPage> list(TubeName tube, JobQuery query, CallContext context);
}
