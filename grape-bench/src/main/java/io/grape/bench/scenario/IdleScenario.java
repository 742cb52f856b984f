package io.grape.bench.scenario;

import io.grape.bench.load.Loop;
import io.grape.bench.load.Requests;
import io.grape.bench.report.Report;
import io.grape.bench.stage.ResourceUse;
import io.grape.bench.stage.Stage;
import io.grape.command.Option;
import io.grape.harness.HarnessFailure;
import io.grape.harness.RunningBroker;
import io.grape.harness.Sleep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What brokers cost that have nothing to do, with tubes in which very many jobs wait. */
final class IdleScenario extends StagedScenario {
    /** What brokers call; all else in Redis's statistics was called by scripts. */
    private static final List<String> CALLS =
            List.of("evalsha", "eval", "scan", "sscan", "zscan", "publish", "subscribe", "ping");

    private static final List<String> OURS = List.of("info", "hello", "client|setinfo");
    private static final int MAKERS = 16;
    private static final int FULL_TUBES = 10;
    private static final int PAYLOAD = 100;
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final long POLL_MILLIS = 2000;
    private static final int MAX_CHECKS = 90;
    private static final double CALM = 50;

    IdleScenario() {
        super(
                "idle",
                "what Redis does for brokers with many tubes, some of them full, in which nothing happens",
                CommonOptions.RUNS,
                CommonOptions.whole("seconds", 20, "length of one run"),
                CommonOptions.whole("tubes", 10_000, "idle tubes"),
                CommonOptions.wholes("brokers", "1,4", "brokers, a row each, growing"),
                new Option<>("jobs", CommonOptions.COUNT, "500000", "jobs that wait in ten of the tubes, 0 = none"));
    }

    @Override
    public void run(ScenarioOptions given, Stage stage, Report report) {
        List<RunningBroker> brokers = new ArrayList<>(List.of(stage.broker()));
        makeTubes(brokers.get(0), given.whole("tubes"));
        fill(brokers.get(0), given.whole("jobs"));
        for (int wanted : given.wholes("brokers")) {
            while (brokers.size() < wanted) {
                brokers.add(stage.broker());
            }
            awaitCalm(stage, wanted);
            for (int run = 0; run < given.whole("runs"); run++) {
                report.run(
                        "brokers: " + wanted + ", jobs: " + given.whole("jobs"),
                        measure(stage, brokers, given.seconds("seconds")));
            }
        }
    }

    private static void makeTubes(RunningBroker broker, int tubes) {
        Iterator<String> calls = IntStream.range(0, tubes)
                .mapToObj(i -> "PUT /v1/tubes/idle-" + i)
                .iterator();
        Loop.run(
                broker.address(),
                Stream.generate(() -> new Requests(calls)).limit(MAKERS).toList(),
                PATIENCE);
    }

    /** None is due while it is measured. */
    private static void fill(RunningBroker broker, int jobs) {
        Filler filler = new Filler(broker, PAYLOAD);
        for (int tube = 0; tube < FULL_TUBES; tube++) {
            filler.later("idle-" + tube, jobs / FULL_TUBES);
        }
    }

    /** Waits until nobody looks at each of the tubes any more, as brokers do when they start. */
    private static void awaitCalm(Stage stage, int brokers) {
        for (int look = 0; look < MAX_CHECKS; look++) {
            Map<String, Double> before = stage.redis().commands();
            Sleep.millis(POLL_MILLIS);
            double calls = sum(spent(before, stage.redis().commands()), CALLS);
            if (calls * 1000 / POLL_MILLIS < CALM * brokers) {
                return;
            }
        }
        System.err.println("grape bench: the brokers did not become calm");
    }

    private static Map<String, Double> measure(Stage stage, List<RunningBroker> brokers, Duration duration) {
        ResourceUse cpu = new ResourceUse().redis(stage.redis());
        for (int i = 0; i < brokers.size(); i++) {
            cpu.process("broker " + i, brokers.get(i).process());
        }
        Map<String, Double> before = stage.redis().commands();
        cpu.start();
        long start = System.nanoTime();
        Sleep.millis(duration.toMillis());
        Map<String, Double> used = cpu.used();
        double seconds = (System.nanoTime() - start) / 1e9;
        Map<String, Double> figures = commands(spent(before, stage.redis().commands()), seconds);
        double redis = used.getOrDefault("redis", Double.NaN);
        double ours = redis + used.getOrDefault("generator", Double.NaN);
        double all = used.values().stream().mapToDouble(Double::doubleValue).sum();
        figures.put("redis CPU %", 100 * redis / seconds);
        figures.put("CPU % of a broker", 100 * (all - ours) / seconds / brokers.size());
        return figures;
    }

    private static Map<String, Double> commands(Map<String, Double> spent, double seconds) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("calls/s", sum(spent, CALLS) / seconds);
        figures.put("commands/s", sum(spent, spent.keySet()) / seconds);
        return figures;
    }

    private static Map<String, Double> spent(Map<String, Double> before, Map<String, Double> after) {
        Map<String, Double> spent = new LinkedHashMap<>();
        after.forEach((name, calls) -> spent.put(name, calls - before.getOrDefault(name, 0.0)));
        if (spent.values().stream().anyMatch(calls -> calls < 0)) {
            throw new HarnessFailure("somebody reset the statistics of Redis during a run");
        }
        spent.keySet().removeAll(OURS);
        return spent;
    }

    private static double sum(Map<String, Double> commands, Iterable<String> names) {
        double sum = 0;
        for (String name : names) {
            sum += commands.getOrDefault(name, 0.0);
        }
        return sum;
    }
}
