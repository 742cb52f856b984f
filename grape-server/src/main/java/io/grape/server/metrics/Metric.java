package io.grape.server.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Every meter of ours, once. Source of the table in {@code docs/operations.md#metrics}. */
public enum Metric {
    JOBS("grape.jobs", "jobs", "tube, state", "live jobs; the same at every broker"),
    OLDEST_READY(
            "grape.oldest.ready.age",
            "seconds",
            "tube",
            "age of the job that has been ready longest, 0 = none is ready; the same at every broker"),
    TARGET_MISSED(
            "grape.lateness.target.missed",
            "",
            "tube",
            "1 = a due job waits longer than the latenessTargetMs of the tube, 0 = none does; of tubes that state one;"
                    + " the same at every broker"),
    LEASES_EXPIRED(
            "grape.leases.expired",
            "leases",
            "tube",
            "leases that expired since the tube was created, the same at every broker; for _other those that this"
                    + " broker saw expire"),
    TUBE_JOBS(
            "grape.tube.jobs",
            "jobs",
            "tube, event",
            "jobs by event since the tube was created, the same at every broker; for _other those that this broker saw"),
    IMBALANCE(
            "grape.imbalance",
            "jobs",
            "tube",
            "jobs produced minus those live, ended, missing or lost: 0 unless something is wrong; the same at"
                    + " every broker"),
    MISSING(
            "grape.missing",
            "jobs",
            "tube",
            "jobs set aside because their stored data is missing: 0 unless something is wrong; the same at every broker"),
    REPAIRS(
            "grape.repairs",
            "jobs",
            "tube, fault",
            "repairs since the tube was created, the same at every broker; for _other those that this broker saw"),
    LANES(
            "grape.tube.lanes",
            "lanes",
            "tube",
            "lanes with waiting jobs, one for each key and priority, of tubes with keys; the same at every broker"),
    KEY_JOBS(
            "grape.tube.key.jobs",
            "jobs",
            "tube, rank",
            "waiting and retained jobs of the ten largest keys of a tube, 1 = the largest; the same at every broker"),
    TUBES("grape.tubes", "tubes", "", "tubes that this broker knows of; the same at every broker"),
    OPERATIONS(
            "grape.operations",
            "jobs",
            "tube, verb, result",
            "jobs by verb and result at this broker; a consume that found nothing counts once, as empty"),
    LATENESS(
            "grape.lateness",
            "seconds",
            "tube, keys",
            "from due to delivered, by Redis's clock; keys = noisy, quiet or empty"),
    RUN_TIME("grape.run.time", "seconds", "", "from delivered to finished, by Redis's clock"),
    HANDED_BACK("grape.handed.back", "jobs", "", "jobs whose consumer was gone before it got them"),
    TICKS(
            "grape.schedule.ticks",
            "ticks",
            "outcome",
            "schedules that this broker let go on to their next occurrence; failed = they could not, and are tried again"),
    PARKED("grape.consumers.parked", "consumers", "", "consumers that wait at this broker"),
    WORKERS("grape.workers.present", "workers", "", "workers that hold a presence stream at this broker"),
    WORKER_LEASES("grape.workers.leases", "leases", "", "leases of workers with a name that this broker remembers"),
    WORKERS_DIED(
            "grape.workers.died",
            "workers",
            "",
            "workers that closed their presence stream and did not come back within the grace time, those that closed properly included"),
    WORKER_LEASES_ENDED(
            "grape.workers.leases.ended",
            "leases",
            "",
            "leases that this broker ended because their worker had died; also counted in grape_leases_expired_total"),
    CONNECTIONS("grape.connections.open", "connections", "", "open connections of the HTTP API"),
    CERTIFICATE_EXPIRES(
            "grape.tls.certificate.expires",
            "seconds",
            "",
            "when the certificate that is served expires, in seconds since 1970; 0 = no port uses TLS"),
    BEANSTALKD_CONNECTIONS(
            "grape.beanstalkd.connections", "connections", "", "open connections of the beanstalkd protocol"),
    BEANSTALKD_RESERVATIONS(
            "grape.beanstalkd.reservations",
            "jobs",
            "",
            "jobs that connections of the beanstalkd protocol have reserved"),
    BEANSTALKD_WAITING(
            "grape.beanstalkd.waiting",
            "connections",
            "",
            "connections of the beanstalkd protocol whose reserve waits for a job"),
    BEANSTALKD_COMMANDS(
            "grape.beanstalkd.commands",
            "commands",
            "command",
            "commands of the beanstalkd protocol at this broker, by name"),
    LOGINS(
            "grape.logins",
            "logins",
            "outcome",
            "logins at this broker; throttled = refused without a check, because there were too many"),
    REFUSED(
            "grape.refused",
            "refusals",
            "bound",
            "connections, TLS handshakes and calls refused because a limit of the broker, or of one address, user or"
                    + " token, was reached"),
    QUOTA_REFUSED(
            "grape.quota.refused",
            "refusals",
            "quota, kind",
            "refused by a quota of clients: produce = jobs, consume and inFlight = calls"),
    QUOTA_UNCOUNTED(
            "grape.quota.uncounted",
            "counts",
            "",
            "counts of clients with a quota that were left out, as Redis did not respond: their calls were allowed"),
    MEMORY(
            "grape.memory.held",
            "bytes",
            "part",
            "memory held by request bodies, bodies of acknowledgements, responses, responses to acknowledgements,"
                    + " and the texts of scrapes, each counted once"),
    QUEUE_DELAY(
            "grape.queue.delay",
            "seconds",
            "class",
            "how long the oldest call of a tube and class had waited at this broker when a run left for Redis"),
    SHED(
            "grape.shed",
            "calls",
            "class, why",
            "calls that were not done, as this broker or Redis was overloaded; each try of a consume that waits"),
    OVERLOADED(
            "grape.overloaded",
            "",
            "class",
            "1 while some work of this class is refused, or shed if it waited for too long"),
    REDIS_CALLS(
            "grape.redis.calls",
            "seconds",
            "call, outcome",
            "calls to Redis, by script or command, including the wait in the broker"),
    REDIS_UNSAFE(
            "grape.redis.unsafe",
            "findings",
            "",
            "settings of Redis that would lose jobs, as the doctor reports them; checked at the start and every hour"),
    LOOP_AGE("grape.loop.age", "seconds", "", "since the heartbeat loop last succeeded; it runs every 2 s"),
    CHECKED(
            "grape.self.check.jobs",
            "jobs",
            "",
            "jobs that the self-check checked at this broker; one broker does it for all"),
    CHECK_AGE(
            "grape.self.check.age",
            "seconds",
            "",
            "since the self-check last completed a round, the same at every broker; since the start of this broker"
                    + " if none was completed; NaN = it is off"),
    ORPHANED_JOBS(
            "grape.orphaned.jobs",
            "jobs",
            "",
            "jobs of tubes that do not exist, found in the last round that this broker completed; 0 if another"
                    + " broker runs the self-check"),
    BUILD("grape.build.info", "", "version, java", "always 1");

    /** 1 ms to 5 min. */
    private static final Duration[] BOUNDS = IntStream.of(
                    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000)
            .mapToObj(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final String id;
    private final String unit;
    private final String labels;
    private final String description;

    Metric(String id, String unit, String labels, String description) {
        this.id = id;
        this.unit = unit;
        this.labels = labels;
        this.description = description;
    }

    /** Its name, with dots; the scrape has {@code _} for them, and the unit or {@code total} behind. */
    public String id() {
        return id;
    }

    public String unit() {
        return unit;
    }

    /** Their names, in the order in which their values are given. */
    public List<String> labels() {
        return labels.isEmpty() ? List.of() : List.of(labels.split(", "));
    }

    public String description() {
        return description;
    }

    Counter counter(MeterRegistry registry, String... values) {
        return Counter.builder(id).description(description).tags(tags(values)).register(registry);
    }

    FunctionCounter functionCounter(MeterRegistry registry, AtomicLong value, String... values) {
        return functionCounter(registry, value, AtomicLong::doubleValue, values);
    }

    /** What {@code value} reads from {@code source}, which the registry does not keep alive. */
    <T> FunctionCounter functionCounter(MeterRegistry registry, T source, ToDoubleFunction<T> value, String... values) {
        return FunctionCounter.builder(id, source, value)
                .description(description)
                .tags(tags(values))
                .register(registry);
    }

    Timer timer(MeterRegistry registry, String... values) {
        return Timer.builder(id)
                .serviceLevelObjectives(BOUNDS)
                .description(description)
                .tags(tags(values))
                .register(registry);
    }

    void gauge(MeterRegistry registry, Supplier<Number> value, String... values) {
        Gauge.builder(id, value)
                .baseUnit(scrapedUnit())
                .description(description)
                .tags(tags(values))
                .register(registry);
    }

    MultiGauge multiGauge(MeterRegistry registry) {
        return MultiGauge.builder(id)
                .baseUnit(scrapedUnit())
                .description(description)
                .register(registry);
    }

    MultiGauge.Row<?> row(Number value, String... values) {
        return MultiGauge.Row.of(tags(values), value);
    }

    /** The registry puts the unit into the name, which says "jobs" already where it is not a time. */
    private @Nullable String scrapedUnit() {
        return unit.equals("seconds") ? unit : null;
    }

    private Tags tags(String... values) {
        List<String> names = labels();
        return Tags.of(IntStream.range(0, names.size())
                .mapToObj(i -> Tag.of(names.get(i), values[i]))
                .toList());
    }
}
