package io.grape.bench.scenario;

import io.grape.bench.load.Arrivals;
import io.grape.bench.load.Loop;
import io.grape.bench.load.OpenProducer;
import io.grape.bench.load.Outcomes;
import io.grape.bench.load.Payload;
import io.grape.bench.load.TimedCall;
import io.grape.bench.load.WorkerCycle;
import io.grape.bench.stage.Api;
import io.grape.bench.stage.ResourceUse;
import io.grape.harness.RunningBroker;
import io.grape.harness.Sleep;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Produces that arrive when they are due, beside workers: the load of one run of {@code overload}. */
final class OpenLoad {
    private static final Pattern CONNECTIONS = Pattern.compile("(?m)^grape_connections_open (\\S+)$");
    /** More than what this process keeps open to ask around a run. */
    private static final int FEW_CONNECTIONS = 10;

    private final RunningBroker broker;
    private final byte[] payload;
    private final List<TimedCall> calls = new ArrayList<>();
    private final List<WorkerCycle> workers = new ArrayList<>();

    OpenLoad(RunningBroker broker, ScenarioOptions given) {
        this.broker = broker;
        this.payload = Payload.json(given.whole("payload"));
    }

    /** Adds workers of a tube, each on a connection of its own. */
    OpenLoad workers(String tube, int count) {
        for (int i = 0; i < count; i++) {
            WorkerCycle worker = new WorkerCycle(tube);
            workers.add(worker);
            calls.add(new TimedCall(broker.address(), worker));
        }
        return this;
    }

    /** Adds a client that produces to a tube over so many connections. */
    OpenLoad producer(String tube, Arrivals arrivals, int connections) {
        return producer(tube, arrivals, connections, null);
    }

    /** The same of a client with an address of its own. */
    OpenLoad producer(String tube, Arrivals arrivals, int connections, @Nullable InetAddress from) {
        for (int i = 0; i < connections; i++) {
            OpenProducer producer = new OpenProducer(arrivals, tube, RandomSources.ids(), payload);
            calls.add(new TimedCall(broker.address(), producer, from));
        }
        return this;
    }

    /** Returns the CPU that was used, in seconds, once the broker has seen that the connections are closed, so that they do not count beside those of the next run. */
    Map<String, Double> run(Duration duration, ResourceUse cpu) {
        cpu.start();
        Loop.run(calls, duration);
        Map<String, Double> used = cpu.used();
        Sleep.until("a broker to see that its clients have gone", () -> connections() < FEW_CONNECTIONS);
        return used;
    }

    private double connections() {
        Matcher line = CONNECTIONS.matcher(new Api(broker.uri()).get("/metrics"));
        return line.find() ? Double.parseDouble(line.group(1)) : Double.NaN;
    }

    /** What the workers did. */
    Map<String, Double> finishes(Duration duration) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(
                "finished/s",
                perSecond(workers.stream().mapToLong(WorkerCycle::finished).sum(), duration));
        figures.put("acks shed", (double)
                workers.stream().mapToLong(WorkerCycle::acksShed).sum());
        return figures;
    }

    /** What became of produces. */
    static Map<String, Double> produces(Outcomes outcomes, Duration duration) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("offered/s", perSecond(outcomes.all(), duration));
        figures.put("good/s", perSecond(outcomes.good().count(), duration));
        figures.put("p50 ms", outcomes.good().percentile(0.50) / 1e6);
        figures.put("p99 ms", outcomes.good().percentile(0.99) / 1e6);
        figures.put("no connection/s", perSecond(outcomes.unsent(), duration));
        figures.put("shed/s", perSecond(outcomes.shed(), duration));
        figures.put("lost/s", perSecond(outcomes.lost(), duration));
        return figures;
    }

    static double perSecond(long count, Duration duration) {
        return count * 1e9 / duration.toNanos();
    }
}
