package io.grape.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.client.transport.BrokerResponse;
import io.grape.client.transport.CallException;
import java.util.ArrayList;
import java.util.List;

/** Corrects the results of a retried call: an earlier attempt without a response may have succeeded. */
final class RetryReconciler {
    private static final int OK = 200;
    private static final byte[] FINISHED = "{\"state\":\"finished\"}".getBytes(UTF_8);

    private RetryReconciler() {}

    /** If the finished job does not exist, the earlier attempt finished it, and its next jobs are lost or given back. */
    static BrokerResponse finishedEarlier(Throwable failure) {
        if (Futures.cause(failure) instanceof CallException refused
                && refused.isRetried()
                && ErrorCode.of(refused.code()) == ErrorCode.JOB_NOT_FOUND) {
            return new BrokerResponse(OK, FINISHED, "application/json", true);
        }
        throw Futures.wrapped(failure);
    }

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
