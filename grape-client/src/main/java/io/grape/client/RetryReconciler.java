package io.grape.client;

import java.util.ArrayList;
import java.util.List;

/** What the responses of a call mean that may have happened before, by an attempt of which no response came. */
final class RetryReconciler {
    private RetryReconciler() {}

    /** A job that is not there was finished by the earlier attempt. */
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
