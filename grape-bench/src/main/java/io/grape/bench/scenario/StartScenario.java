package io.grape.bench.scenario;

import io.grape.bench.report.Report;
import io.grape.bench.stage.ResourceUse;
import io.grape.bench.stage.Stage;
import io.grape.harness.RunningBroker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The first seconds of a broker: its start, and the load that meets it then. */
final class StartScenario extends StagedScenario {
    private static final Duration STOP = Duration.ofSeconds(10);
    private static final String ROW = "start";
    private static final List<String> FIGURES =
            List.of("start cpu ms", "ready ms", "broker us", "jit us", "lives/s", "all cpu ms");

    StartScenario() {
        super(
                "start",
                "a broker's start, and lives by single calls in its first seconds",
                CommonOptions.RUNS,
                CommonOptions.SECONDS,
                CommonOptions.whole("connections", 64, "connections to the broker"),
                ComparedScenario.PAYLOAD,
                ComparedScenario.AGAINST);
    }

    @Override
    void run(ScenarioOptions given, Stage stage, Report report) {
        String commit = given.text(ComparedScenario.AGAINST.name());
        if (commit.isEmpty()) {
            for (int run = 0; run < given.whole("runs"); run++) {
                report.run(ROW, measure(given, stage));
            }
            return;
        }
        String other = ROW + " at " + commit;
        try (Stage before = ComparedScenario.stageOf(commit)) {
            int runs = given.atLeast("runs", ComparedScenario.MIN_RUNS_AGAINST).whole("runs");
            for (int run = 0; run < runs; run++) {
                report.run(ROW, measure(given, stage));
                report.run(other, measure(given, before));
            }
        }
        FIGURES.forEach(figure -> report.ratio(figure, ROW, other));
    }

    private static Map<String, Double> measure(ScenarioOptions given, Stage stage) {
        long began = System.nanoTime();
        RunningBroker broker = stage.broker();
        double readyMillis = (System.nanoTime() - began) / 1e6;
        try {
            double startMillis = cpuMillis(broker);
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("start cpu ms", startMillis);
            figures.put("ready ms", readyMillis);
            Subject first = LivesScenario.http(given, stage, broker, given.whole("connections"));
            figures.putAll(first.measure(given.seconds("seconds")));
            figures.put("all cpu ms", cpuMillis(broker));
            return figures;
        } finally {
            broker.end(STOP);
        }
    }

    private static double cpuMillis(RunningBroker broker) {
        return ResourceUse.seconds(broker.process()) * 1e3;
    }
}
