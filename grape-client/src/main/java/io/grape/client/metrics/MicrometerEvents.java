package io.grape.client.metrics;

import io.grape.client.ClientEvents;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.Timer;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tells Micrometer:
 *
 * <ul>
 * <li>{@code grape.client.calls}, a timer by {@code call} and {@code outcome}: {@code ok}, {@code cancelled} or an
 * error code
 * <li>{@code grape.client.retries}, a counter by {@code call}
 * <li>{@code grape.client.shed}, a counter by {@code call} and {@code why}
 * <li>{@code grape.client.throttled}, a counter by {@code call}
 * <li>{@code grape.client.broken}, a counter by {@code call}
 * <li>{@code grape.client.ejections}, a counter by {@code broker}
 * <li>{@code grape.client.handled}, a timer by {@code tube} and {@code outcome}
 * <li>{@code grape.client.lateness}, a timer by {@code tube}
 * <li>{@code grape.client.lease.lost}, a counter by {@code tube}
 * <li>{@code grape.client.timeouts}, a counter by {@code tube}
 * <li>{@code grape.client.stuck}, a gauge by {@code tube}
 * <li>{@code grape.client.held}, a gauge by {@code tube}
 * <li>{@code grape.client.buffered}, a counter by {@code tube}
 * <li>{@code grape.client.unbuffered}, a counter by {@code tube} and {@code outcome}
 * <li>{@code grape.client.buffer.full}, {@code grape.client.buffer.damaged},
 * {@code grape.client.buffer.listener.failures} and {@code grape.client.buffer.forgotten}, counters by {@code buffer}
 * <li>{@code grape.client.buffer.jobs}, {@code grape.client.buffer.bytes} and {@code grape.client.buffer.age}, gauges by
 * {@code buffer}
 * </ul>
 *
 * The first 100 tubes have their own tag, all others are {@code other}.
 */
public final class MicrometerEvents implements ClientEvents {
    private static final int MAX_TUBES = 100;
    private static final String OTHER = "other";
    private static final String TUBE = "tube";
    private static final String CALL = "call";

    /** A registry keeps the first gauge of a name, and so the values of the first who registered it. */
    private static final Map<MeterRegistry, Gauges> ALL = Collections.synchronizedMap(new WeakHashMap<>());

    private final MeterRegistry registry;
    private final Gauges gauges;

    /** The values behind the gauges of a registry, which must not refer to it. */
    private record Gauges(
            Set<String> tubes,
            Map<String, AtomicInteger> held,
            Map<String, AtomicInteger> stuck,
            Map<String, BufferGauges> buffers) {
        Gauges() {
            this(
                    ConcurrentHashMap.newKeySet(),
                    new ConcurrentHashMap<>(),
                    new ConcurrentHashMap<>(),
                    new ConcurrentHashMap<>());
        }
    }

    /**
     * For this registry. Several of them for one registry add up. Of two open buffers of one name, the gauges show the one
     * that reported last.
     */
    public MicrometerEvents(MeterRegistry registry) {
        this.registry = registry;
        this.gauges = ALL.computeIfAbsent(registry, each -> new Gauges());
    }

    /** For {@link Metrics#globalRegistry}. It is shared, so several clients of a process add up. */
    public static MicrometerEvents global() {
        return Global.EVENTS;
    }

    private static final class Global {
        static final MicrometerEvents EVENTS = new MicrometerEvents(Metrics.globalRegistry);
    }

    @Override
    public void called(String call, String outcome, Duration took) {
        Timer.builder("grape.client.calls")
                .description("Calls of brokers, with all their attempts")
                .tag(CALL, call)
                .tag("outcome", outcome)
                .register(registry)
                .record(took);
    }

    @Override
    public void retried(String call) {
        count("grape.client.retries", "Attempts of calls after the first", CALL, call);
    }

    @Override
    public void shed(String call, String why) {
        Counter.builder("grape.client.shed")
                .description("Attempts that an overloaded broker shed")
                .tag(CALL, call)
                .tag("why", why)
                .register(registry)
                .increment();
    }

    @Override
    public void throttled(String call) {
        count("grape.client.throttled", "Attempts held back, as their broker sheds such calls", CALL, call);
    }

    @Override
    public void broken(String call) {
        count("grape.client.broken", "Attempts held back, as such calls fail at all brokers", CALL, call);
    }

    @Override
    public void ejected(URI broker, String why) {
        count("grape.client.ejections", "Ejections of a broker that failed or was slow", "broker", broker.toString());
    }

    @Override
    public void handled(String tube, String outcome, Duration took, Duration lateness) {
        String tag = tag(tube);
        Timer.builder("grape.client.handled")
                .description("Runs of handlers")
                .tag(TUBE, tag)
                .tag("outcome", outcome)
                .register(registry)
                .record(took);
        Timer.builder("grape.client.lateness")
                .description("From due to delivered")
                .tag(TUBE, tag)
                .register(registry)
                .record(lateness);
    }

    @Override
    public void leaseLost(String tube) {
        count("grape.client.lease.lost", "Leases lost while their job was held", TUBE, tag(tube));
    }

    @Override
    public void timedOut(String tube) {
        count("grape.client.timeouts", "Handlers that took longer than their timeout", TUBE, tag(tube));
    }

    @Override
    public void stuck(String tube, int change) {
        gauges.stuck()
                .computeIfAbsent(
                        tag(tube),
                        tag -> gauge("grape.client.stuck", "Handlers past their timeout that still run", tag))
                .addAndGet(change);
    }

    @Override
    public void held(String tube, int change) {
        gauges.held()
                .computeIfAbsent(tag(tube), tag -> gauge("grape.client.held", "Jobs that workers hold", tag))
                .addAndGet(change);
    }

    @Override
    public void buffered(String tube) {
        count("grape.client.buffered", "Jobs written into a buffer", TUBE, tag(tube));
    }

    @Override
    public void unbuffered(String tube, String outcome) {
        Counter.builder("grape.client.unbuffered")
                .description("Jobs that left a buffer")
                .tag(TUBE, tag(tube))
                .tag("outcome", outcome)
                .register(registry)
                .increment();
    }

    @Override
    public void bufferFull(String buffer) {
        count("grape.client.buffer.full", "Jobs for which a buffer had no room", BufferGauges.BUFFER, buffer);
    }

    @Override
    public void bufferDamaged(String buffer) {
        count("grape.client.buffer.damaged", "Damaged parts of a buffer", BufferGauges.BUFFER, buffer);
    }

    @Override
    public void dropListenerFailed(String buffer) {
        count(
                "grape.client.buffer.listener.failures",
                "Dropped jobs at which their listener threw",
                BufferGauges.BUFFER,
                buffer);
    }

    @Override
    public void droppedForgotten(String buffer, long jobs) {
        Counter.builder("grape.client.buffer.forgotten")
                .description("Dropped jobs that are not kept any longer")
                .tag(BufferGauges.BUFFER, buffer)
                .register(registry)
                .increment((double) jobs);
    }

    @Override
    public void bufferState(String buffer, long jobs, long bytes, Duration oldestAge) {
        gauges.buffers()
                .computeIfAbsent(buffer, name -> new BufferGauges(registry, name))
                .set(jobs, bytes, oldestAge);
    }

    private void count(String name, String description, String tag, String value) {
        Counter.builder(name)
                .description(description)
                .tag(tag, value)
                .register(registry)
                .increment();
    }

    private AtomicInteger gauge(String name, String description, String tag) {
        AtomicInteger value = new AtomicInteger();
        Gauge.builder(name, value, AtomicInteger::get)
                .description(description)
                .tag(TUBE, tag)
                .strongReference(true)
                .register(registry);
        return value;
    }

    private String tag(String tube) {
        Set<String> tubes = gauges.tubes();
        if (tubes.size() < MAX_TUBES) {
            tubes.add(tube);
        }
        return tubes.contains(tube) ? tube : OTHER;
    }
}
