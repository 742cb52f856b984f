package io.grape.core.job;

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
 * What can be done to jobs: the port behind every API.
 *
 * <p>Every transition of a job is atomic; a batch is not, each of its items is. Redis's clock is the only one. Nothing here
 * waits: what is not there is answered so at once. A stage fails with a {@link GrapeException} and nothing else; one that
 * fails with {@link ErrorCode#STORE_UNAVAILABLE} may have happened. What is out of {@linkplain Limits bounds} fails with
 * BAD_REQUEST and changes nothing.
 */
public interface Broker {
    /** Produces up to 1000 jobs, in order, into a tube that is made if need be. One outcome each: DUPLICATE or WRONG_STATE where it was refused. */
    default CompletionStage<List<ItemResult<Produced>>> produce(TubeName tube, List<NewJob> jobs) {
        return produce(tube, jobs, ProduceOptions.USUAL);
    }

    /**
     * Produces jobs, in order. One outcome each, as above; TUBE_NOT_FOUND for all, where the tube is not to be made;
     * STORE_UNAVAILABLE for each that is stored but was not confirmed by as many replicas as were asked for: the same call
     * again confirms it.
     */
    CompletionStage<List<ItemResult<Produced>>> produce(TubeName tube, List<NewJob> jobs, ProduceOptions options);

    /** Produces one job. Fails as its outcome in a batch would. */
    default CompletionStage<Produced> produce(TubeName tube, NewJob job, ProduceOptions options) {
        return produce(tube, List.of(job), options)
                .thenApply(outcomes -> outcomes.get(0).get());
    }

    /**
     * Hands out up to {@code max} ready jobs, 1 to 1000. An unknown tube is an empty one.
     *
     * @param parking how long the caller will stay and wait if it gets less than it asked for: while it lasts, a job that
     *     becomes ready is announced by a {@linkplain WakeUps hint}. Zero = it will not wait.
     */
    CompletionStage<ConsumeResult> consume(TubeName tube, int max, Duration parking);

    /**
     * Hands out one job by its id: a ready, delayed or failed one, in a paused tube too, and also one whose attempts are spent. Its
     * lease, its count of executions and its end are those of any delivery; a hand-back puts it where it was.
     *
     * <p>Fails with JOB_NOT_FOUND, TUBE_NOT_FOUND, or WRONG_STATE for a retained one. A lease that ran out holds nothing.
     */
    CompletionStage<Job> take(TubeName tube, JobId id);

    /** Acknowledges up to 1000 jobs, in order. One outcome each: JOB_NOT_FOUND, LEASE_LOST, or TUBE_NOT_FOUND for all. */
    CompletionStage<List<ItemResult<Acknowledged>>> acknowledge(
            TubeName tube, List<? extends Acknowledgement> acknowledgements);

    /** Acknowledges one job. Fails as its outcome in a batch would. */
    default CompletionStage<Acknowledged> acknowledge(TubeName tube, Acknowledgement acknowledgement) {
        return acknowledge(tube, List.of(acknowledgement))
                .thenApply(outcomes -> outcomes.get(0).get());
    }

    /** Undoes up to 1000 deliveries whose consumer never got them. A lease that was lost or ran out meanwhile is passed over. */
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
     * Makes a failed or delayed job ready after a delay, with its attempts back. False when the job is ready already.
     * Fails with JOB_NOT_FOUND, TUBE_NOT_FOUND, or WRONG_STATE for a retained one.
     */
    CompletionStage<Boolean> kick(TubeName tube, JobId id, Duration delay);

    /** Makes a failed job ready after a delay, with its attempts back. Fails with JOB_NOT_FOUND, TUBE_NOT_FOUND, or WRONG_STATE. */
    CompletionStage<Void> kickFailed(TubeName tube, JobId id, Duration delay);

    /**
     * Kicks up to {@code max} jobs, 1 to 1000: failed ones if there are any, those first that failed first; else delayed ones,
     * in delivery order. Returns how many.
     */
    CompletionStage<Integer> kick(TubeName tube, int max);

    /** Removes a job. Fails with JOB_NOT_FOUND, TUBE_NOT_FOUND, or WRONG_STATE for a retained one unless {@code force} is set. */
    CompletionStage<Void> delete(TubeName tube, JobId id, boolean force);

    /** Removes a failed job. Fails with JOB_NOT_FOUND, TUBE_NOT_FOUND, or WRONG_STATE. */
    CompletionStage<Void> discard(TubeName tube, JobId id);

    /** Looks at a job without consuming it. Fails with JOB_NOT_FOUND or TUBE_NOT_FOUND. */
    CompletionStage<Job> peek(TubeName tube, JobId id);

    /** Says why a job has not been delivered, and changes nothing. Fails with JOB_NOT_FOUND or TUBE_NOT_FOUND. */
    CompletionStage<Explanation> explain(TubeName tube, JobId id);

    /**
     * Looks at the jobs of one state, in delivery order where the tube has one priority. A job that stays in its state while
     * the pages are read is on one of them, and may be on two.
     */
    CompletionStage<JobPage> list(TubeName tube, JobQuery query);
}
