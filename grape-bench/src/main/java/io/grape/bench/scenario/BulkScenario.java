package io.grape.bench.scenario;

import io.grape.bench.load.BulkDialect;
import io.grape.bench.load.Payload;
import io.grape.bench.load.RequestPart;
import io.grape.bench.report.Report;
import io.grape.bench.stage.Cpu;
import io.grape.bench.stage.Stage;
import io.grape.harness.RunningBroker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whole lives, many jobs a call, next to beanstalkd, which has no such calls. */
final class BulkScenario extends StagedScenario {
    BulkScenario() {
        super(
                "bulk",
                "the same with many jobs a call",
                CommonOptions.RUNS,
                CommonOptions.SECONDS,
                CommonOptions.WARMUP,
                CommonOptions.wholes("connections", "16", "connections to the broker, a row each"),
                CommonOptions.whole("bulk", 50, "jobs of a call"),
                LivesScenario.PAYLOAD,
                LivesScenario.PEER,
                LivesScenario.ALONE);
    }

    @Override
    public void run(ScenarioOptions given, Stage stage, Report report) {
        RunningBroker broker = stage.broker();
        List<Subject> contenders = new ArrayList<>();
        for (int connections : given.wholes("connections")) {
            contenders.add(grape(given, stage, broker, connections));
        }
        Optional<Subject> peer = LivesScenario.peer(given, stage);
        Subject.compare(contenders, peer, given, report);
    }

    private static Subject grape(ScenarioOptions given, Stage stage, RunningBroker broker, int connections) {
        int jobs = given.whole("bulk");
        RequestPart fields = BulkDialect.payload(Payload.json(given.whole("payload")));
        return new Subject(
                "grape " + connections + " x " + jobs,
                broker.address(),
                () -> new BulkDialect("bulk", RandomSources.ids(), jobs, fields, 0),
                connections,
                new Cpu().redis(stage.redis()).process("broker", broker.process()));
    }
}
