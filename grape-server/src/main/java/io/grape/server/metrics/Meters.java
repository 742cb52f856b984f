package io.grape.server.metrics;

import io.grape.core.TubeName;
import io.grape.core.Verb;
import io.grape.core.schedule.Ticked;
import io.grape.server.access.LoginCounts;
import io.grape.server.admission.InFlightLimits;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.admission.QuotaCache;
import io.grape.server.admission.RefusedCalls;
import io.grape.server.admission.RefusedPart;
import io.grape.server.beanstalkd.Usage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** The meters of one broker. */
public final class Meters implements AutoCloseable {
    private static final Duration FRESHNESS = Duration.ofSeconds(5);

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final TubeLabels labels;
    private final Duration freshness;
    private final Timer runTime = Metric.RUN_TIME.timer(registry);
    private final Counter handedBack = Metric.HANDED_BACK.counter(registry);
    private final Counter checked = Metric.CHECKED.counter(registry);
    private final Counter ticked = Metric.TICKS.counter(registry, "ok");
    private final Counter unticked = Metric.TICKS.counter(registry, "failed");
    private final OverloadMeters overload = new OverloadMeters(registry);
    private final LongAdder handled = new LongAdder();
    private final Map<String, CallTimers> calls = new ConcurrentHashMap<>();
    private final JvmGcMetrics collections = new JvmGcMetrics();

    private record CallTimers(Timer ok, Timer failed) {}

    /** Makes the meters that are counted up; {@code tubeLabels} tubes get a label of their own. */
    public Meters(int tubeLabels, String version) {
        this(tubeLabels, version, FRESHNESS);
    }

    /** With gauges of tubes that are read anew after {@code freshness}. */
    Meters(int tubeLabels, String version, Duration freshness) {
        this.freshness = freshness;
        this.labels = new TubeLabels(registry, tubeLabels);
        Metric.BUILD.gauge(registry, () -> 1, version, System.getProperty("java.version"));
        collections.bindTo(registry);
        List.of(
                        new JvmMemoryMetrics(),
                        new JvmThreadMetrics(),
                        new FileDescriptorMetrics(),
                        new ProcessorMetrics(),
                        new UptimeMetrics())
                .forEach(binder -> binder.bindTo(registry));
    }

    /** Those of overload. */
    public OverloadMeters overload() {
        return overload;
    }

    /** Makes the gauge of the connections that the HTTP API has open, once. */
    public void connections(IntSupplier open) {
        Metric.CONNECTIONS.gauge(registry, open::getAsInt);
    }

    /** Makes the gauge of when the certificate expires, once. */
    public void certificate(Supplier<Instant> expires) {
        Metric.CERTIFICATE_EXPIRES.gauge(registry, () -> expires.get().getEpochSecond());
    }

    /** Makes the meters of the beanstalkd protocol, once. */
    public void beanstalkd(Usage usage) {
        Metric.BEANSTALKD_CONNECTIONS.gauge(registry, usage::connections);
        Metric.BEANSTALKD_RESERVATIONS.gauge(registry, usage::reservations);
        Metric.BEANSTALKD_WAITING.gauge(registry, usage::waiting);
        usage.commands()
                .forEach((name, count) ->
                        Metric.BEANSTALKD_COMMANDS.functionCounter(registry, count, LongAdder::doubleValue, name));
    }

    /** Makes the counters of logins, once. */
    public void logins(LoginCounts counts) {
        for (LoginCounts.Result result : LoginCounts.Result.values()) {
            Metric.LOGINS.functionCounter(registry, counts.of(result), result.wireName());
        }
    }

    /** Makes the meters of workers, once. */
    public void workers(WorkerCounts workers) {
        Metric.WORKERS.gauge(registry, workers::present);
        Metric.WORKER_LEASES.gauge(registry, workers::leases);
        Metric.WORKERS_DIED.functionCounter(registry, workers.died());
        Metric.WORKER_LEASES_ENDED.functionCounter(registry, workers.endedLeases());
    }

    /** Registers the counters of refused connections, calls, waits and streams. Call once. */
    public void inFlightLimits(InFlightLimits limits) {
        limits.refused().forEach((kind, count) -> Metric.REFUSED.functionCounter(registry, count, kind.wireName()));
    }

    /** Makes a counter of each quota that refuses something, as long as there is the quota. */
    public void quotas(QuotaCache quotas) {
        Metric.QUOTA_UNCOUNTED.functionCounter(registry, quotas.uncounted());
        Map<RefusedPart, Meter> counters = new ConcurrentHashMap<>();
        quotas.refused().listen(new RefusedCalls.Listener() {
            @Override
            public void began(RefusedPart key, AtomicLong count) {
                String kind = key.part().wireName();
                counters.put(key, Metric.QUOTA_REFUSED.functionCounter(registry, count, key.quota(), kind));
            }

            @Override
            public void ended(RefusedPart key) {
                Meter counter = counters.remove(key);
                if (counter != null) {
                    registry.remove(counter);
                }
            }
        });
    }

    /** Makes the gauges of what is held, once. */
    public void memory(MemoryBudgets memory) {
        Metric.MEMORY.gauge(registry, memory.bodies()::held, "bodies");
        Metric.MEMORY.gauge(registry, memory.bodiesOfAcknowledgements()::held, "bodies-of-acknowledgements");
        Metric.MEMORY.gauge(registry, memory.answers()::held, "answers");
        Metric.MEMORY.gauge(registry, memory.acknowledgements()::held, "acknowledgements");
        Metric.MEMORY.gauge(registry, memory.scrapes()::held, "scrapes");
    }

    /** Makes the gauges of the self-check, once: how many seconds ago a round ended, and the jobs that are in no tube. */
    public void selfCheck(Supplier<OptionalDouble> sinceRound, IntSupplier orphanedJobs) {
        Metric.CHECK_AGE.gauge(registry, () -> sinceRound.get().orElse(Double.NaN));
        Metric.ORPHANED_JOBS.gauge(registry, orphanedJobs::getAsInt);
    }

    /** The self-check looked at jobs. */
    public void looked(int jobs) {
        checked.increment(jobs);
    }

    /** Schedules were to go on. */
    public void ticked(Ticked done) {
        ticked.increment(done.ticked());
        unticked.increment(done.failed());
    }

    /** Makes the gauge of what was found that would lose jobs, once. */
    public void redisUnsafe(IntSupplier findings) {
        Metric.REDIS_UNSAFE.gauge(registry, findings::getAsInt);
    }

    /**
     * Makes the gauges, once. Each call of what is returned answers all meters as Prometheus text, version 0.0.4.
     *
     * @param worker where the text is made, which takes its time when there are many tubes
     */
    public Supplier<CompletionStage<String>> scrape(MeterSources sources, Executor worker) {
        Metric.PARKED.gauge(registry, sources.parked()::getAsInt);
        Metric.TUBES.gauge(registry, () -> sources.known().get().size());
        Metric.LOOP_AGE.gauge(registry, () -> sources.loopAge().get().toMillis() / 1000.0);
        TubeGauges gauges = new TubeGauges(registry, sources, labels, freshness, worker);
        return () -> CompletableFuture.completedFuture(gauges)
                .thenComposeAsync(TubeGauges::refresh, worker)
                .thenApplyAsync(fresh -> registry.scrape(), worker);
    }

    /** A call to Redis ended. */
    public void redisCalled(String call, Duration duration, boolean succeeded) {
        CallTimers timers = calls.computeIfAbsent(
                call,
                name -> new CallTimers(
                        Metric.REDIS_CALLS.timer(registry, name, "ok"),
                        Metric.REDIS_CALLS.timer(registry, name, "failed")));
        (succeeded ? timers.ok : timers.failed).record(duration);
    }

    /** Counts what came of an operation, and returns the other meters of its tube. */
    TubeMeters count(TubeName tube, Verb verb, OutcomeLabel result, int jobs) {
        TubeMeters of = labels.of(tube, result.isSuccess());
        of.count(verb, result, jobs);
        handled.add(jobs);
        return of;
    }

    /** How many jobs callers have dealt with so far, whatever came of it. */
    public long handled() {
        return handled.sum();
    }

    void ran(Duration time) {
        runTime.record(time);
    }

    void handedBack(int jobs) {
        handedBack.increment(jobs);
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}
