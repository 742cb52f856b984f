package io.grape.server.http;

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
import io.grape.core.job.PendingConsume;
import io.grape.core.job.PendingState;
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
import io.grape.server.admission.MemoryBudget;
import io.grape.server.admission.RateQuotas;
import io.grape.server.http.call.Backend;
import io.grape.server.http.call.Health;
import io.grape.server.http.call.MetricsText;
import io.grape.server.http.call.ReadServices;
import io.grape.server.lease.OutageLog;
import io.grape.server.live.Monitoring;
import io.grape.server.presence.PresenceOptions;
import io.grape.server.presence.PresencePorts;
import io.grape.server.presence.Workers;
import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** What stands behind a api, all of it answering every call with the one stage that a test gives it. */
public final class FakePorts {
    private static final Set<Class<?>> PENDING = Set.of(PendingConsume.class, PendingState.class);

    private FakePorts() {}

    public static Backend behind(Supplier<CompletionStage<?>> answer) {
        return behind(
                answer,
                health(
                        CompletableFuture.completedStage(List.of()),
                        scrapes(CompletableFuture.completedStage("up 1\n"))));
    }

    public static MetricsText scrapes(CompletionStage<String> text) {
        return new MetricsText(new MemoryBudget(1_000_000), () -> text);
    }

    public static Backend behind(Supplier<CompletionStage<?>> answer, Health health) {
        RateQuotas quotas = new RateQuotas(port(Quotas.class, answer));
        return new Backend(
                port(Broker.class, answer),
                port(Tubes.class, answer),
                port(JobKeys.class, answer),
                port(Gates.class, answer),
                port(Schedules.class, answer),
                port(BlockingConsume.class, answer),
                health,
                new Access(AccessPolicy.OPEN, port(Accounts.class, answer), port(AuditLog.class, answer)),
                new ReadServices(
                        port(Samples.class, answer),
                        port(Schedule.class, answer),
                        port(JobLookup.class, answer),
                        port(Monitoring.class, answer),
                        port(JobHistories.class, answer),
                        port(BlockingResults.class, answer)),
                port(Operations.class, answer),
                port(Adoption.class, answer),
                quotas,
                new Workers(
                        port(Context.class, answer),
                        new PresenceOptions("self", Duration.ZERO),
                        new PresencePorts(
                                port(Leases.class, answer),
                                port(BrokerRegistry.class, answer),
                                port(WakeUps.class, answer),
                                new OutageLog(),
                                quotas)));
    }

    private static <T> T port(Class<T> type, Supplier<CompletionStage<?>> answer) {
        Object proxy = Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> PENDING.contains(method.getReturnType())
                        ? port(method.getReturnType(), answer)
                        : method.getReturnType() == void.class ? null : answer.get());
        return type.cast(proxy);
    }

    public static Health health(CompletionStage<List<String>> readiness, MetricsText metrics) {
        return new Health("1.2.3", () -> readiness, metrics);
    }

    /** A request that says nothing. */
    public static HttpServerRequest unspoken() {
        return (HttpServerRequest) Proxy.newProxyInstance(
                HttpServerRequest.class.getClassLoader(),
                new Class<?>[] {HttpServerRequest.class},
                (self, method, arguments) -> null);
    }
}
