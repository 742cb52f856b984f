package io.grape.bench.scenario;

import io.grape.bench.load.BulkDialect;
import io.grape.bench.load.Payload;
import io.grape.bench.load.RequestPart;
import io.grape.bench.stage.ResourceUse;
import io.grape.bench.stage.Stage;
import io.grape.harness.RunningBroker;
import java.util.List;

/** Whole lives, many jobs a call, next to beanstalkd, which has no such calls. */
final class BulkScenario extends ComparedScenario {
    BulkScenario() {
        super(
                "bulk",
                "the same with many jobs a call",
                CommonOptions.RUNS,
                CommonOptions.SECONDS,
                CommonOptions.WARMUP,
                CommonOptions.wholes("connections", "16", "connections to the broker, a row each"),
                CommonOptions.whole("bulk", 50, "jobs of a call"),
                PAYLOAD,
                PEER,
                ALONE);
    }

    @Override
    List<Subject> subjects(ScenarioOptions given, Stage stage, RunningBroker broker) {
        return given.wholes("connections").stream()
                .map(connections -> grape(given, stage, broker, connections))
                .toList();
    }

    private static Subject grape(ScenarioOptions given, Stage stage, RunningBroker broker, int connections) {
        int jobs = given.whole("bulk");
        RequestPart fields = BulkDialect.payload(Payload.json(given.whole("payload")));
        return new Subject(
                "grape " + connections + " x " + jobs,
                broker.address(),
                () -> new BulkDialect("bulk", RandomSources.ids(), jobs, fields, 0),
                connections,
                new ResourceUse().redis(stage.redis()).broker(broker.process()));
    }
}
