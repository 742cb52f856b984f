package io.grape.bench.scenario;

import io.grape.bench.load.BeanstalkdDialect;
import io.grape.bench.load.Payload;
import io.grape.bench.load.RequestPart;
import io.grape.bench.load.SingleDialect;
import io.grape.bench.stage.ResourceUse;
import io.grape.bench.stage.Stage;
import io.grape.command.Option;
import io.grape.command.ValueType;
import io.grape.harness.RunningBroker;
import java.util.ArrayList;
import java.util.List;

/** Whole lives over single calls, next to beanstalkd with its binlog. */
final class LivesScenario extends ComparedScenario {
    static final String TUBE = "lives";
    private static final String HTTP = "http";
    private static final String BEANSTALKD = "beanstalkd";
    private static final String BOTH = "both";

    LivesScenario() {
        super(
                "lives",
                "produce, consume, finish by single calls, against beanstalkd with its binlog",
                CommonOptions.RUNS,
                CommonOptions.SECONDS,
                CommonOptions.WARMUP,
                CommonOptions.wholes("connections", "1,16,64", "connections to the broker, a row each"),
                new Option<>(
                        "protocol",
                        ValueType.oneOf("PROTOCOL", "http, beanstalkd or both", HTTP, BEANSTALKD, BOTH),
                        HTTP,
                        "what the broker is spoken to in: http, beanstalkd or both"),
                Option.flag("next", "also measure lives of two calls: a finish that takes the next job"),
                PAYLOAD,
                PEER,
                ALONE);
    }

    @Override
    RunningBroker broker(ScenarioOptions given, Stage stage) {
        return given.text("protocol").equals(HTTP) ? stage.broker() : stage.brokerWithBeanstalkd();
    }

    @Override
    List<Subject> subjects(ScenarioOptions given, Stage stage, RunningBroker broker) {
        List<Subject> subjects = new ArrayList<>();
        String protocol = given.text("protocol");
        for (int connections : given.wholes("connections")) {
            if (!protocol.equals(BEANSTALKD)) {
                subjects.add(http(given, stage, broker, connections));
            }
            if (given.flag("next")) {
                subjects.add(next(given, stage, broker, connections));
            }
            if (!protocol.equals(HTTP)) {
                subjects.add(beanstalkd(given, stage, broker, connections));
            }
        }
        return subjects;
    }

    static Subject http(ScenarioOptions given, Stage stage, RunningBroker broker, int connections) {
        byte[] payload = Payload.json(given.whole("payload"));
        return new Subject(
                "grape " + connections,
                broker.address(),
                () -> new SingleDialect(TUBE, RandomSources.ids(), payload, RequestPart.NONE),
                connections,
                new ResourceUse().redis(stage.redis()).broker(broker.process()));
    }

    private static Subject next(ScenarioOptions given, Stage stage, RunningBroker broker, int connections) {
        byte[] payload = Payload.json(given.whole("payload"));
        return new Subject(
                "grape next " + connections,
                broker.address(),
                () -> SingleDialect.takingNext(TUBE, RandomSources.ids(), payload),
                connections,
                new ResourceUse().redis(stage.redis()).broker(broker.process()));
    }

    private static Subject beanstalkd(ScenarioOptions given, Stage stage, RunningBroker broker, int connections) {
        byte[] payload = Payload.json(given.whole("payload"));
        return new Subject(
                "grape by put " + connections,
                broker.beanstalkdAddress(),
                () -> new BeanstalkdDialect(payload, 0),
                connections,
                new ResourceUse().redis(stage.redis()).broker(broker.process()));
    }
}
