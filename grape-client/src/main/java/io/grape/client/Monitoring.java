package io.grape.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls for pages that show what happens ({@code docs/http.md#overview}). They change nothing and consume nothing. Each
 * call fails with a {@link GrapeException}.
 */
public final class Monitoring {
    private final AsyncMonitoring async;

    Monitoring(AsyncMonitoring async) {
        this.async = async;
    }

    /** All tubes together, and what needs attention. */
    public Overview overview() {
        return Futures.get(async.overview());
    }

    /** The brokers that are alive, and those that died in the last ten minutes. */
    public List<BrokerStatus> brokers() {
        return Futures.get(async.brokers());
    }

    /**
     * Lists tubes by name, each with its last hour.
     *
     * @param limit 1 to 1000
     * @param cursor {@link TubeActivityPage#next} of the page before; null for the first
     */
    public TubeActivityPage tubes(int limit, @Nullable String cursor) {
        return Futures.get(async.tubes(limit, cursor));
    }

    /**
     * Why a job has not run. Fails with {@link ErrorCode#JOB_NOT_FOUND}, {@link ErrorCode#TUBE_NOT_FOUND}, or with {@link
     * ErrorCode#WRONG_STATE} if it has finished and is kept.
     */
    public Explanation explain(String tube, String id) {
        return Futures.get(async.explain(tube, id));
    }

    /**
     * Groups the failed jobs of a tube by their reason, the most frequent first. Fails with {@link ErrorCode#TUBE_NOT_FOUND}.
     *
     * @param limit how many groups, 1 to 1000
     * @param cursor {@link FailurePage#next} of the page before; null for the first
     */
    public FailurePage failures(String tube, int limit, @Nullable String cursor) {
        return Futures.get(async.failures(tube, limit, cursor));
    }
}
