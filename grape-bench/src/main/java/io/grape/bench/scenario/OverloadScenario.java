package io.grape.bench.scenario;

import io.grape.bench.load.Arrivals;
import io.grape.bench.load.LoadFailure;
import io.grape.bench.load.Outcomes;
import io.grape.bench.report.Report;
import io.grape.bench.stage.ResourceUse;
import io.grape.bench.stage.Stage;
import io.grape.harness.RunningBroker;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

/**
 * Produces in an open loop, as many as the service can do and up to ten times as many; a Redis that pauses; one client of twenty that
 * misbehaves; one node of a Redis Cluster that stands still.
 */
final class OverloadScenario extends StagedScenario {
    static final String GOOD = "good/s";

    /** The part of the peak that well-behaved clients ask for. */
    private static final double MODEST = 0.4;

    private static final String TUBE = "overload";
    private static final int PAUSE_SECONDS = 3;
    private static final String PEAK = "peak";
    /** So few that nothing waits for long enough to be shed. */
    private static final int FEW = 64;

    OverloadScenario() {
        super(
                "overload",
                "produces at 1, 2 and 10 times of what the service can do; Redis pauses, a client misbehaves, a node stops",
                CommonOptions.RUNS,
                CommonOptions.SECONDS,
                CommonOptions.WARMUP,
                CommonOptions.wholes("load", "1,2,10", "times of the peak, a row each"),
                CommonOptions.whole("open", 1000, "connections of the producers"),
                CommonOptions.whole("greedy", 100, "connections of the client that misbehaves"),
                CommonOptions.whole("workers", 16, "connections of the workers"),
                ComparedScenario.PAYLOAD);
    }

    @Override
    public void run(ScenarioOptions given, Stage stage, Report report) {
        RunningBroker broker = stage.broker();
        double modest = MODEST * load(given, stage, broker, report);
        new GreedyClient(given, stage, broker).run(modest, report);
        new StoppedNode(given, stage).run(modest, report);
    }

    /** Returns the peak. */
    double load(ScenarioOptions given, Stage stage, RunningBroker broker, Report report) {
        Row row = new Row(given, stage, broker);
        if (given.whole("warmup") > 0) {
            row.run(Arrivals::always, FEW, given.seconds("warmup"));
        }
        double peak = 0;
        for (int run = 0; run < given.whole("runs"); run++) {
            peak = row.peak(report);
            row.overloads(peak, report);
        }
        given.wholes("load").forEach(times -> report.ratio(GOOD, times + "x", PEAK));
        return peak;
    }

    private record Row(ScenarioOptions given, Stage stage, RunningBroker broker) {
        /** The most that a closed loop gets done in time, be it with few connections or with many. */
        double peak(Report report) {
            Map<String, Double> few = run(Arrivals::always, FEW, given.seconds("seconds"));
            Map<String, Double> many = run(Arrivals::always, given.whole("open"), given.seconds("seconds"));
            Map<String, Double> best = good(few) > good(many) ? few : many;
            if (good(best) == 0) {
                throw new LoadFailure("nothing was done in time, so there is no peak");
            }
            report.run(PEAK, best);
            return good(best);
        }

        private static double good(Map<String, Double> figures) {
            return figures.getOrDefault(GOOD, 0.0);
        }

        void overloads(double peak, Report report) {
            Duration time = given.seconds("seconds");
            int open = given.whole("open");
            for (int times : given.wholes("load")) {
                report.run(times + "x", run(outcomes -> Arrivals.every(times * peak, outcomes), open, time));
            }
            stage.redis().pause(Duration.ofSeconds(PAUSE_SECONDS));
            report.run(
                    "1x, Redis pauses 3 s",
                    run(outcomes -> Arrivals.every(peak, outcomes), open, time.plusSeconds(PAUSE_SECONDS)));
        }

        Map<String, Double> run(Function<Outcomes, Arrivals> arrivals, int connections, Duration time) {
            Outcomes outcomes = new Outcomes();
            OpenLoad load = new OpenLoad(broker, given)
                    .workers(TUBE, given.whole("workers"))
                    .producer(TUBE, arrivals.apply(outcomes), connections);
            ResourceUse cpu = new ResourceUse().redis(stage.redis()).broker(broker.process());
            Map<String, Double> seconds = load.run(time, cpu);
            Map<String, Double> figures = OpenLoad.produces(outcomes, time);
            figures.putAll(load.finishes(time));
            seconds.forEach((process, used) -> figures.put(process + " s/s", used * 1e9 / time.toNanos()));
            return figures;
        }
    }
}
