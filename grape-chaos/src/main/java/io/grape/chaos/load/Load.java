package io.grape.chaos.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.grape.chaos.history.CallOutcome;
import io.grape.chaos.history.History;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/** Producers and consumers at work, each in a thread of its own, until the load is drained and over. */
public final class Load implements AutoCloseable {
    private static final List<String> STATES = List.of("delayed", "ready", "gated", "retained", "failed");
    /** Those that an earlier release knows, too. */
    private static final List<String> EARLIER_STATES = List.of("delayed", "ready", "retained", "failed");

    private static final String[] ENDS = {"finished", "deleted", "discarded", "dropped", "expiredUnstarted", "moved"};
    private static final long POLL_MILLIS = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final LoadOptions options;
    private final AvailabilityMeter pulse;
    private final HttpCaller caller;
    private final LoadContext context;
    private final Random random;
    private final List<Thread> producers = new ArrayList<>();
    private final List<Thread> consumers = new ArrayList<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private Load(LoadOptions options) {
        this.options = options;
        this.pulse = new AvailabilityMeter(options.tubes());
        this.caller = new HttpCaller(options.brokers(), pulse);
        this.context = new LoadContext(options, caller);
        this.random = new Random(options.seed());
    }

    /** Begins. */
    public static Load start(LoadOptions options) {
        Load load = new Load(options);
        options.tubes().forEach(tube -> load.see("PUT", tube, ""));
        for (int i = 0; i < options.producers(); i++) {
            load.producers.add(load.thread("producer-" + i, new Producer(load.context, i, load.drawn())));
        }
        for (int i = 0; i < options.consumers(); i++) {
            load.consumers.add(load.thread("consumer-" + i, new Consumer(load.context, load.drawn())));
        }
        if (!options.isMixed()) {
            load.producers.add(load.thread("gatekeeper", new Gatekeeper(load.context, load.drawn())));
        }
        load.producers.forEach(Thread::start);
        load.consumers.forEach(Thread::start);
        return load;
    }

    private Random drawn() {
        return new Random(random.nextLong());
    }

    private Thread thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((died, reason) -> failure.compareAndSet(null, reason));
        return thread;
    }

    public History history() {
        return context.history();
    }

    public AvailabilityMeter pulse() {
        return pulse;
    }

    /** So many of the next jobs have a payload of {@link Payload#LARGE_BYTES} or more. */
    public void produceLarge(int jobs) {
        context.produceLarge(jobs);
    }

    /** One of those that are in use. */
    public String tube(Random chooser) {
        return context.tube(chooser);
    }

    /**
     * Stops producing, waits until all that can be finished is, and stops consuming. Whoever could not be answered in time, or
     * what could not be finished, is told.
     */
    public Optional<String> drain(Duration most) {
        long deadline = System.nanoTime() + most.toNanos();
        context.enter(Phase.DRAINING);
        boolean inTime = join(producers, deadline) && awaitEmpty(deadline);
        context.enter(Phase.OVER);
        boolean ended = join(consumers, System.nanoTime() + most.toNanos());
        if (failure.get() != null) {
            throw new IllegalStateException("a client failed", failure.get());
        }
        return inTime && ended ? Optional.empty() : Optional.of("not drained in " + most + ": " + counts());
    }

    private static boolean join(List<Thread> threads, long deadline) {
        try {
            for (Thread thread : threads) {
                thread.join(Math.max(
                        1, Duration.ofNanos(deadline - System.nanoTime()).toMillis()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return threads.stream().noneMatch(Thread::isAlive);
    }

    private boolean awaitEmpty(long deadline) {
        while (!options.tubes().stream().allMatch(this::isEmpty)) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            context.pause(POLL_MILLIS);
        }
        return true;
    }

    private boolean isEmpty(String tube) {
        Optional<JsonNode> shown = look("GET", tube, "");
        JsonNode counts = shown.isPresent() ? shown.get().path("counts") : null;
        return counts != null
                && counts.path("delayed").asInt()
                                + counts.path("ready").asInt()
                                + counts.path("gated").asInt()
                                + counts.path("retained").asInt()
                        == 0;
    }

    private List<String> counts() {
        return options.tubes().stream()
                .map(tube -> tube + " "
                        + look("GET", tube, "")
                                .map(shown -> shown.path("counts").toString())
                                .orElse("?"))
                .toList();
    }

    /** Empty when it could not be told. */
    private Optional<JsonNode> look(String method, String tube, String rest) {
        byte[] body = method.equals("GET")
                ? new byte[0]
                : TubeSharing.of(tube).settings(options.isMixed()).getBytes(UTF_8);
        Response reply = caller.call(random, method, tube, rest, body, HttpCaller.PATIENCE);
        return reply.outcome() == CallOutcome.DONE ? Optional.of(reply.json()) : Optional.empty();
    }

    private JsonNode see(String method, String tube, String rest) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Optional<JsonNode> seen = look(method, tube, rest);
        while (seen.isEmpty() && System.nanoTime() - deadline < 0) {
            context.pause(POLL_MILLIS);
            seen = look(method, tube, rest);
        }
        return seen.orElseThrow(() -> new IllegalStateException("no broker answers " + tube + rest));
    }

    /** The ids of all jobs that are there, in any state. */
    public Set<String> left() {
        Set<String> left = new HashSet<>();
        for (String tube : options.tubes()) {
            for (String state : options.isMixed() ? EARLIER_STATES : STATES) {
                String path = "/jobs?limit=1000&state=" + state;
                JsonNode page = see("GET", tube, path);
                page.path("jobs").forEach(job -> left.add(job.path("id").asText()));
                while (page.path("next").isTextual()) {
                    page = see(
                            "GET", tube, path + "&cursor=" + page.path("next").asText());
                    page.path("jobs").forEach(job -> left.add(job.path("id").asText()));
                }
            }
        }
        return left;
    }

    /** Answers that no fault is a reason for. */
    public List<String> odd() {
        return caller.odd();
    }

    /** Tubes whose totals do not come to what is in them. */
    public List<String> unbalanced() {
        return options.tubes().stream()
                .map(tube -> see("GET", tube, ""))
                .filter(tube -> sum(tube, "totals", ENDS) + sum(tube, "counts", STATES.toArray(String[]::new))
                        != sum(tube, "totals", "produced"))
                .map(tube -> "the totals of a tube do not come to its jobs: " + tube)
                .toList();
    }

    private static long sum(JsonNode tube, String part, String... names) {
        long sum = 0;
        for (String name : names) {
            sum += tube.path(part).path(name).asLong();
        }
        return sum;
    }

    @Override
    public void close() {
        context.enter(Phase.OVER);
        producers.forEach(Thread::interrupt);
        consumers.forEach(Thread::interrupt);
    }
}
