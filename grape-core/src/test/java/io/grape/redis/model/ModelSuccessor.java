package io.grape.redis.model;

import io.grape.core.TubeCounter;
import io.grape.core.job.NewJob;
import org.jspecify.annotations.Nullable;

/**
 * What is to follow a job that is under a lease, in the model.
 *
 * @param asked when its produce said that it is due
 * @param isDelayed its header has a delay
 * @param bound the ms at which it is due at the latest, null = no such time
 * @param expires the ms at which it expires, null = never
 * @param countedSince since when the tube counts bytes that counts its own, null = it does not
 */
record ModelSuccessor(
        NewJob job,
        long asked,
        long due,
        boolean isDelayed,
        long ttr,
        int maxAttempts,
        @Nullable Long bound,
        @Nullable Long expires,
        @Nullable Long countedSince) {
    /** In the place of an earlier one, which says when it is due at the latest. */
    ModelSuccessor after(@Nullable ModelSuccessor before) {
        return before == null || before.bound == null
                ? this
                : new ModelSuccessor(
                        job,
                        asked,
                        Math.min(asked, before.bound),
                        isDelayed,
                        ttr,
                        maxAttempts,
                        before.bound,
                        expires,
                        countedSince);
    }

    /** Begins the job anew that it follows. */
    ModelJob begin(ModelTube tube, ModelJob before, long now) {
        long delay = isDelayed ? Math.max(0, due - now) : 0;
        ModelJob fresh = new ModelJob(job, now, delay, ttr, maxAttempts, tube.nextScore(job.priority(), due));
        fresh.bound = bound;
        if (expires != null) {
            fresh.expireAt(expires);
            tube.expiry.begin();
        }
        tube.limits.followed(before, fresh, job);
        tube.jobs.put(job.id(), fresh);
        tube.happened(now);
        tube.enqueue(fresh, fresh.score);
        return fresh;
    }

    /** A job that would have failed is followed. */
    static void countFailed(ModelTube tube) {
        tube.count(TubeCounter.BURIED);
        tube.count(TubeCounter.DISCARDED);
        tube.count(TubeCounter.PRODUCED);
    }
}
