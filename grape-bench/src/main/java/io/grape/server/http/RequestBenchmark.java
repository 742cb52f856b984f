package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.grape.core.access.Accounts;
import io.grape.core.access.AuditLog;
import io.grape.core.broker.BrokerRegistry;
import io.grape.core.gate.Gates;
import io.grape.core.job.BlockingConsume;
import io.grape.core.job.BlockingResults;
import io.grape.core.job.Broker;
import io.grape.core.job.JobHistories;
import io.grape.core.job.JobLookup;
import io.grape.core.job.Leases;
import io.grape.core.job.WakeUps;
import io.grape.core.key.JobKeys;
import io.grape.core.migration.Adoption;
import io.grape.core.operation.Operations;
import io.grape.core.quota.Quotas;
import io.grape.core.schedule.Schedules;
import io.grape.core.tube.Samples;
import io.grape.core.tube.Schedule;
import io.grape.core.tube.Tubes;
import io.grape.server.access.Access;
import io.grape.server.access.AccessPolicy;
import io.grape.server.admission.RateQuotas;
import io.grape.server.http.call.Backend;
import io.grape.server.http.call.Health;
import io.grape.server.http.call.HotEndpoints;
import io.grape.server.http.call.Query;
import io.grape.server.http.call.ReadServices;
import io.grape.server.http.json.JsonBytes;
import io.grape.server.lease.OutageLog;
import io.grape.server.live.Monitoring;
import io.grape.server.presence.PresenceOptions;
import io.grape.server.presence.PresencePorts;
import io.grape.server.presence.Workers;
import io.vertx.core.Context;
import io.vertx.core.http.HttpMethod;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What a request costs before anything is done: finding its call, reading its query, checking its payload. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RequestBenchmark {
    private final HotEndpoints calls = new HotEndpoints(HttpApi.calls(
            new Backend(
                    nobody(Broker.class),
                    nobody(Tubes.class),
                    nobody(JobKeys.class),
                    nobody(Gates.class),
                    nobody(Schedules.class),
                    nobody(BlockingConsume.class),
                    nobody(Health.class),
                    new Access(AccessPolicy.OPEN, nobody(Accounts.class), nobody(AuditLog.class)),
                    new ReadServices(
                            nobody(Samples.class),
                            nobody(Schedule.class),
                            nobody(JobLookup.class),
                            nobody(Monitoring.class),
                            nobody(JobHistories.class),
                            nobody(BlockingResults.class)),
                    nobody(Operations.class),
                    nobody(Adoption.class),
                    new RateQuotas(nobody(Quotas.class)),
                    new Workers(
                            nobody(Context.class),
                            new PresenceOptions("self", Duration.ZERO),
                            new PresencePorts(
                                    nobody(Leases.class),
                                    nobody(BrokerRegistry.class),
                                    nobody(WakeUps.class),
                                    new OutageLog(),
                                    new RateQuotas(nobody(Quotas.class))))),
            () -> false));
    private final byte[] payload = ("{\"order\":8812,\"note\":\"" + "x".repeat(77) + "\"}").getBytes(UTF_8);

    /** Is there, and is never called. */
    private static <T> T nobody(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            throw new UnsupportedOperationException(method.getName());
        }));
    }

    private Object parameters(HttpMethod method, String path) {
        return requireNonNull(calls.find(method, path)).parameters(path);
    }

    /** The hot path of a produce. */
    @Benchmark
    public Object findsTheCallOfAProduce() {
        return parameters(HttpMethod.PUT, "/v1/tubes/orders/jobs/0123456789abcdef");
    }

    /** The longest path that is hot, and its lease. */
    @Benchmark
    public Object findsTheCallOfAFinishAndItsLease() {
        Object found = parameters(HttpMethod.POST, "/v1/tubes/orders/jobs/0123456789abcdef/finish");
        return Query.parse("lease=1844674407370955").required("lease") + found;
    }

    /** A payload of 100 bytes. */
    @Benchmark
    public void checksAPayloadThatSaysItIsJson() {
        JsonBytes.check(payload, "payload");
    }
}
