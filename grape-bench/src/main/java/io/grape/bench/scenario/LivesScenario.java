package io.grape.bench.scenario;

import io.grape.bench.load.BeanstalkdDialect;
import io.grape.bench.load.Payload;
import io.grape.bench.load.RequestPart;
import io.grape.bench.load.SingleDialect;
import io.grape.bench.report.Report;
import io.grape.bench.stage.Beanstalkd;
import io.grape.bench.stage.Cpu;
import io.grape.bench.stage.Stage;
import io.grape.command.Option;
import io.grape.command.ValueType;
import io.grape.harness.RunningBroker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whole lives over single calls, next to beanstalkd with its binlog. */
final class LivesScenario extends StagedScenario {
    static final String TUBE = "lives";
    static final Option<Integer> PAYLOAD =
            new Option<>("payload", ValueType.integer(30, 100_000), "100", "bytes of a payload");
    static final Option<Integer> PEER =
            CommonOptions.whole("beanstalkd-connections", 64, "connections to the beanstalkd that is paired with");
    static final Option<Boolean> ALONE = Option.flag("alone", "no beanstalkd");

    LivesScenario() {
        super(
                "lives",
                "produce, consume, finish by single HTTP calls, against beanstalkd with its binlog",
                CommonOptions.RUNS,
                CommonOptions.SECONDS,
                CommonOptions.WARMUP,
                CommonOptions.wholes("connections", "1,16,64", "connections to the broker, a row each"),
                PAYLOAD,
                PEER,
                ALONE);
    }

    @Override
    public void run(ScenarioOptions given, Stage stage, Report report) {
        RunningBroker broker = stage.broker();
        List<Subject> contenders = new ArrayList<>();
        for (int connections : given.wholes("connections")) {
            contenders.add(grape(given, stage, broker, connections));
        }
        Optional<Subject> peer = peer(given, stage);
        Subject.compare(contenders, peer, given, report);
    }

    static Subject grape(ScenarioOptions given, Stage stage, RunningBroker broker, int connections) {
        byte[] payload = Payload.json(given.whole("payload"));
        return new Subject(
                "grape " + connections,
                broker.address(),
                () -> new SingleDialect(TUBE, RandomSources.ids(), payload, RequestPart.NONE),
                connections,
                new Cpu().redis(stage.redis()).process("broker", broker.process()));
    }

    /** The beanstalkd to compare with, unless it is not wanted or not there. */
    static Optional<Subject> peer(ScenarioOptions given, Stage stage) {
        return given.flag("alone") ? Optional.empty() : stage.beanstalkd().map(beanstalkd -> peer(given, beanstalkd));
    }

    private static Subject peer(ScenarioOptions given, Beanstalkd beanstalkd) {
        byte[] payload = Payload.json(given.whole("payload"));
        int connections = given.whole("beanstalkd-connections");
        return new Subject(
                "beanstalkd " + connections,
                beanstalkd.address(),
                () -> new BeanstalkdDialect(payload, 0),
                connections,
                new Cpu().process("beanstalkd", beanstalkd.process()));
    }
}
