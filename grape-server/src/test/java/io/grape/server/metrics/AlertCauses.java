package io.grape.server.metrics;

import static org.awaitility.Awaitility.await;

import io.grape.harness.Programs;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** What makes each alert fire, and what ends that. Each has a tube of its own. */
final class AlertCauses {
    private static final Duration SCRAPED = Duration.ofSeconds(60);

    private final Map<String, Cause> causes = new LinkedHashMap<>();
    private final WatchedBroker broker;
    private final Prometheus prometheus;
    private final AtomicInteger number = new AtomicInteger();

    /**
     * The cause of one alert.
     *
     * @param begin drives the broker into it
     * @param again is done from time to time until the alert fires
     * @param end ends it
     */
    record Cause(Runnable begin, Runnable again, Runnable end) {}

    AlertCauses(WatchedBroker broker, Prometheus prometheus) {
        this.broker = broker;
        this.prometheus = prometheus;
        ofBroker();
        ofJobs();
        ofRedis();
        ofTheSelfCheck();
    }

    Map<String, Cause> all() {
        return causes;
    }

    private void ofBroker() {
        add("GrapeBrokerDown", broker::down, AlertCauses::nothing, () -> broker.up(Map.of()));
        add(
                "GrapeLoopStands",
                () -> Programs.stop(broker.redis().process()),
                AlertCauses::nothing,
                () -> Programs.resume(broker.redis().process()));
        add(
                "GrapeRedisFails",
                () -> Programs.stop(broker.redis().process()),
                AlertCauses::nothing,
                () -> Programs.resume(broker.redis().process()));
        add(
                "GrapeOverloaded",
                () -> broker.configure("maxmemory", "1"),
                () -> broker.produce("overloaded", "a"),
                () -> broker.configure("maxmemory", "0"));
    }

    private void ofJobs() {
        add(
                "GrapeJobsWait",
                () -> broker.produce("waiting", "a"),
                AlertCauses::nothing,
                () -> broker.delete("waiting"));
        add(
                "GrapeLatenessTargetMissed",
                () -> {
                    broker.tube("late", "{\"latenessTargetMs\":1000}");
                    broker.produce("late", "a");
                },
                AlertCauses::nothing,
                () -> broker.consumeAnd("late", "finish"));
        add(
                "GrapeLeasesExpire",
                () -> {
                    broker.tube("slow", "{\"ttrMs\":1000,\"maxAttempts\":0}");
                    broker.produce("slow", "a");
                },
                () -> broker.call("POST", "/v1/tubes/slow/consume?waitMs=1000", ""),
                () -> broker.delete("slow"));
        add(
                "GrapeJobsFailed",
                () -> {
                    broker.produce("failing", "a");
                    broker.consumeAnd("failing", "bury");
                },
                AlertCauses::nothing,
                () -> broker.delete("failing"));
    }

    private void ofRedis() {
        add(
                "GrapeUnremembered",
                () -> fullAtTheEndOf("remembered", "{\"dedupWindowMs\":3600000}", "dedupIdsDropped"),
                AlertCauses::nothing,
                () -> broker.configure("maxmemory", "0"));
        add(
                "GrapeUnkept",
                () -> fullAtTheEndOf("kept", "{\"keepFinishedMs\":3600000}", "resultsDropped"),
                AlertCauses::nothing,
                () -> broker.configure("maxmemory", "0"));
        add(
                "GrapeRedisUnsafe",
                () -> {
                    broker.down();
                    broker.configure("maxmemory-policy", "allkeys-lru");
                    broker.up(Map.of("GRAPE_ALLOW_UNSAFE_REDIS", "true"));
                },
                AlertCauses::nothing,
                () -> {
                    broker.configure("maxmemory-policy", "noeviction");
                    broker.down();
                    broker.up(Map.of());
                });
    }

    /** Finishes a job of a tube while Redis is full. */
    private void fullAtTheEndOf(String tube, String settings, String event) {
        broker.tube(tube, settings);
        broker.produce(tube, "a");
        var job = broker.consume(tube);
        awaitScraped("grape_tube_jobs_total{tube=\"" + tube + "\",event=\"" + event + "\"} == 0");
        broker.configure("maxmemory", "1");
        broker.acknowledge(tube, "finish", job);
    }

    private void ofTheSelfCheck() {
        add(
                "GrapeRepaired",
                () -> {
                    broker.produce("doubled", "a");
                    awaitScraped("grape_repairs_total{tube=\"doubled\",fault=\"doubled\"} == 0");
                    broker.redis().ask(redis -> redis.zadd(broker.key("doubled", "failed"), 1, "a"));
                },
                AlertCauses::nothing,
                () -> broker.delete("doubled"));
        add(
                "GrapeImbalance",
                () -> {
                    broker.tube("uneven", "{}");
                    broker.redis().ask(redis -> redis.hincrby(broker.key("uneven", "tube"), "produced", 1));
                },
                AlertCauses::nothing,
                () -> broker.redis().ask(redis -> redis.hincrby(broker.key("uneven", "tube"), "produced", -1)));
        // Until the self-check has found that no Redis has it.
        add("GrapeMissing", AlertCauses::nothing, this::loseOne, AlertCauses::nothing);
        add(
                "GrapeStrays",
                () -> {
                    broker.produce("real", "a");
                    broker.redis().ask(redis -> redis.copy(broker.key("real", "j:a"), broker.key("ghost", "j:a")));
                },
                AlertCauses::nothing,
                () -> broker.redis().ask(redis -> redis.del(broker.key("ghost", "j:a"))));
        // Between two rounds it rests for a minute.
        add("GrapeSelfCheckStands", AlertCauses::nothing, AlertCauses::nothing, AlertCauses::nothing);
    }

    private void loseOne() {
        String id = "m" + number.incrementAndGet();
        broker.produce("missing", id);
        broker.redis().ask(redis -> redis.del(broker.key("missing", "j:" + id)));
        broker.call("POST", "/v1/tubes/missing/consume", "");
    }

    private void awaitScraped(String expression) {
        await().atMost(SCRAPED).until(() -> !prometheus.query(expression).isEmpty());
    }

    private static void nothing() {}

    private void add(String alert, Runnable begin, Runnable again, Runnable end) {
        causes.put(alert, new Cause(begin, again, end));
    }

    Cause of(String alert) {
        return Objects.requireNonNull(causes.get(alert), alert);
    }
}
