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
}
