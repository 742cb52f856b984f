package io.grape.bench.scenario;

import io.grape.bench.load.Arrivals;
import io.grape.bench.load.Loop;
import io.grape.bench.load.OpenProducer;
import io.grape.bench.load.Payload;
import io.grape.bench.load.RequestPart;
import io.grape.bench.load.SingleDialect;
import io.grape.bench.load.TimedCall;
import io.grape.bench.load.WorkerCycle;
import io.grape.bench.report.Report;
import io.grape.bench.stage.ResourceUse;
import io.grape.bench.stage.Stage;
import io.grape.harness.RunningBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Produces in an open loop: as many as the service can do, and up to ten times as many, beside workers; and a Redis that pauses. */
final class OverloadScenario extends StagedScenario {
    private static final String TUBE = "overload";
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int PAUSE_SECONDS = 3;
    private static final String PEAK = "peak";

    OverloadScenario() {
        super(
                "overload",
                "produces at 1, 2 and 10 times of what the service can do, beside workers; and a Redis that pauses for 3 s",
                CommonOptions.RUNS,
                CommonOptions.SECONDS,
                CommonOptions.WARMUP,
                CommonOptions.wholes("load", "1,2,10", "times of the peak, a row each"),
                CommonOptions.whole("connections", 64, "connections of the producers that make the peak"),
                CommonOptions.whole("open", 1000, "connections of the producers otherwise"),
                CommonOptions.whole("workers", 16, "connections of the workers"),
                ComparedScenario.PAYLOAD);
    }

    @Override
    public void run(ScenarioOptions given, Stage stage, Report report) {
        RunningBroker broker = stage.broker();
        Load load = new Load(given, stage, broker);
        if (given.whole("warmup") > 0) {
            load.run(new Arrivals(0, PATIENCE), given.whole("connections"), given.seconds("warmup"));
        }
        for (int run = 0; run < given.whole("runs"); run++) {
            Map<String, Double> peak =
                    load.run(new Arrivals(0, PATIENCE), given.whole("connections"), given.seconds("seconds"));
            report.run(PEAK, peak);
            double most = peak.getOrDefault("good/s", 0.0);
            for (int times : given.wholes("load")) {
                Arrivals arrivals = new Arrivals(times * most, PATIENCE);
                report.run(times + "x", load.run(arrivals, given.whole("open"), given.seconds("seconds")));
            }
            stage.redis().pause(Duration.ofSeconds(PAUSE_SECONDS));
            Duration around = given.seconds("seconds").plusSeconds(PAUSE_SECONDS);
            report.run("1x, Redis pauses 3 s", load.run(new Arrivals(most, PATIENCE), given.whole("open"), around));
        }
        given.wholes("load").forEach(times -> report.ratio("good/s", times + "x", PEAK));
    }

    private record Load(ScenarioOptions given, Stage stage, RunningBroker broker) {
        Map<String, Double> run(Arrivals arrivals, int connections, Duration duration) {
            byte[] payload = Payload.json(given.whole("payload"));
            List<WorkerCycle> workers = Stream.generate(() ->
                            new WorkerCycle(new SingleDialect(TUBE, RandomSources.ids(), payload, RequestPart.NONE)))
                    .limit(given.whole("workers"))
                    .toList();
            List<TimedCall> calls = new ArrayList<>();
            workers.forEach(worker -> calls.add(new TimedCall(broker.address(), worker)));
            for (int i = 0; i < connections; i++) {
                calls.add(new TimedCall(
                        broker.address(),
                        new OpenProducer(arrivals, TUBE, RandomSources.ids(), payload, (int) PATIENCE.toMillis())));
            }
            ResourceUse cpu = new ResourceUse().redis(stage.redis()).broker(broker.process());
            cpu.start();
            Loop.run(calls, duration);
            return figures(arrivals, workers, duration, cpu);
        }
    }

    private static Map<String, Double> figures(
            Arrivals arrivals, List<WorkerCycle> workers, Duration duration, ResourceUse cpu) {
        double seconds = duration.toNanos() / 1e9;
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("offered/s", arrivals.all() / seconds);
        figures.put("good/s", arrivals.good().count() / seconds);
        figures.put("p50 ms", arrivals.good().percentile(0.50) / 1e6);
        figures.put("p99 ms", arrivals.good().percentile(0.99) / 1e6);
        figures.put("shed/s", arrivals.shed() / seconds);
        figures.put("lost/s", arrivals.lost() / seconds);
        figures.put(
                "finished/s", workers.stream().mapToLong(WorkerCycle::finished).sum() / seconds);
        figures.put("acks shed", (double)
                workers.stream().mapToLong(WorkerCycle::acksShed).sum());
        cpu.used().forEach((process, used) -> figures.put(process + " s/s", used / seconds));
        return figures;
    }
}
