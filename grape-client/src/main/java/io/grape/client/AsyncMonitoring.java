package io.grape.client;

import io.grape.client.transport.Call;
import io.grape.client.transport.Transport;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The calls of {@link Monitoring} as futures. A future fails with a {@link GrapeException}. */
public final class AsyncMonitoring {
    private final Transport transport;

    AsyncMonitoring(Transport transport) {
        this.transport = transport;
    }

    private <T> CompletableFuture<T> get(String name, Target target, Futures.Reading<byte[], T> reading) {
        return Futures.ofBody(() -> transport.send(Call.get(name, target.toString())), reading);
    }

    /** See {@link Monitoring#overview}. */
    public CompletableFuture<Overview> overview() {
        return get("overview", Target.monitoring("overview"), MonitoringParser::overview);
    }

    /** See {@link Monitoring#brokers}. */
    public CompletableFuture<List<BrokerStatus>> brokers() {
        return get("brokers", Target.monitoring("brokers"), MonitoringParser::brokers);
    }

    /** See {@link Monitoring#tubes}. */
    public CompletableFuture<TubeActivityPage> tubes(int limit, @Nullable String cursor) {
        Target target =
                Target.tubes().with("activity", true).with("limit", limit).with("cursor", cursor);
        return get("tubeActivity", target, MonitoringParser::tubes);
    }

    /** See {@link Monitoring#explain}. */
    public CompletableFuture<Explanation> explain(String tube, String id) {
        return get("explain", Target.tubes(tube, "jobs", id, "explain"), MonitoringParser::explanation)
                .exceptionally(Futures.ofJob(id));
    }

    /** See {@link Monitoring#failures}. */
    public CompletableFuture<FailurePage> failures(String tube, int limit, @Nullable String cursor) {
        Target target = Target.tubes(tube, "failures").with("limit", limit).with("cursor", cursor);
        return get("failures", target, MonitoringParser::failures);
    }
}
