package io.grape.bench.scenario;

import io.grape.bench.report.Report;
import io.grape.bench.stage.Stage;
import io.grape.command.Option;
import io.grape.harness.RunningBroker;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a life costs with many jobs waiting in the same tube. */
final class BacklogScenario extends StagedScenario {
    private static final int MAX = 10_000_000;

    BacklogScenario() {
        super(
                "backlog",
                "lives by single calls with more and more jobs waiting in the same tube",
                CommonOptions.RUNS,
                CommonOptions.SECONDS,
                CommonOptions.WARMUP,
                CommonOptions.whole("connections", 64, "connections to the broker"),
                CommonOptions.wholes("jobs", "10000,100000,1000000", "jobs that wait, a row each, growing"),
                Option.flag("max", "also with 10,000,000 jobs, which takes memory and a while"),
                ComparedScenario.PAYLOAD);
    }

    @Override
    public void run(ScenarioOptions given, Stage stage, Report report) {
        RunningBroker broker = stage.broker();
        Filler filler = new Filler(broker, given.whole("payload"));
        List<Integer> sizes = new ArrayList<>(given.wholes("jobs"));
        if (given.flag("max")) {
            sizes.add(MAX);
        }
        int waiting = 0;
        List<String> rows = new ArrayList<>();
        for (int size : sizes) {
            filler.later(LivesScenario.TUBE, size - waiting);
            waiting = size;
            stage.redis().settle();
            rows.add(String.format(Locale.ROOT, "%,d waiting", size));
            Subject contender = LivesScenario.http(given, stage, broker, given.whole("connections"));
            Subject.interleave(List.of(contender.called(rows.get(rows.size() - 1))), given, report);
        }
        rows.forEach(row -> report.ratio("redis us", row, rows.get(0)));
    }
}
