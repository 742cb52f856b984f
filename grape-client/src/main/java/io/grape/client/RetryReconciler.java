package io.grape.client;

import java.util.ArrayList;
import java.util.List;

/** Corrects the results of a retried call: an earlier attempt without a response may have succeeded. */
final class RetryReconciler {
    private RetryReconciler() {}

    /** If a finished job does not exist, the earlier attempt finished it. */
    static List<Result<Acknowledged>> settled(
            List<? extends Acknowledgement> acks, List<Result<Acknowledged>> results) {
        List<Result<Acknowledged>> settled = new ArrayList<>(results);
        for (int i = 0; i < settled.size(); i++) {
            GrapeException failure = settled.get(i).failure();
            if (acks.get(i) instanceof Acknowledgement.Finish finish
                    && failure != null
                    && failure.code() == ErrorCode.JOB_NOT_FOUND) {
                settled.set(i, Result.of(new Acknowledged(finish.id(), JobState.FINISHED, null, null)));
            }
        }
        return settled;
    }
}
