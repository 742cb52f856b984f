package io.grape.server.app;

import io.grape.redis.RedisStore;
import io.grape.server.admission.MemoryBudget;
import io.grape.server.check.PeriodicDiagnosis;
import io.grape.server.check.Readiness;
import io.grape.server.http.call.Health;
import io.grape.server.http.call.MetricsText;
import io.grape.server.http.call.ReadServices;
import io.grape.server.lease.RegistryHeartbeat;
import io.grape.server.live.MonitoringService;
import io.grape.server.live.MonitoringSources;
import io.grape.server.metrics.KeySnapshots;
import io.grape.server.metrics.MeterSources;
import io.grape.server.metrics.Meters;
import io.grape.server.parking.ParkedConsumers;
import io.grape.server.parking.ParkedResults;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** The wiring of what tells how a broker and its Redis are. */
record StatusServices(Vertx vertx, RedisStore store, RegistryHeartbeat discovery) {
    private static final Duration CHECK_HOLDS = Duration.ofSeconds(1);

    ReadServices reads(
            PeriodicDiagnosis recheck, Supplier<Optional<Duration>> sinceTrouble, ParkedResults results, String mode) {
        MonitoringService monitoring = new MonitoringService(
                vertx,
                new MonitoringSources(
                        store.tubes(),
                        store.samples(),
                        store.brokers(),
                        discovery::known,
                        store::time,
                        store::nodes,
                        recheck::first,
                        sinceTrouble,
                        recheck::findings,
                        mode));
        return new ReadServices(
                store.samples(), store.schedule(), store.lookup(), monitoring, store.histories(), results);
    }

    Health health(MemoryBudget scrapes, Meters meters, KeySnapshots keys, ParkedConsumers parked) {
        Readiness readiness = new Readiness(store::check, discovery::sinceSuccess, CHECK_HOLDS);
        Supplier<CompletionStage<String>> text = meters.scrape(
                new MeterSources(store.tubes(), keys, discovery::known, parked::count, discovery::sinceSuccess),
                this::runBlocking);
        return new Health(Version.TEXT, readiness::now, new MetricsText(scrapes, text));
    }

    /** On a thread that may take its time: not an event loop, nor one that Redis's answers come in on. */
    private void runBlocking(Runnable task) {
        vertx.executeBlocking(Executors.callable(task), false);
    }
}
