package io.grape.bench.scenario;

import io.grape.bench.load.BeanstalkdDialect;
import io.grape.bench.load.Dialect;
import io.grape.bench.load.Payload;
import io.grape.bench.load.RequestPart;
import io.grape.bench.load.SingleDialect;
import io.grape.bench.report.Report;
import io.grape.bench.stage.BareScripts;
import io.grape.bench.stage.Floor;
import io.grape.bench.stage.ResourceUse;
import io.grape.bench.stage.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What a life cannot cost less than: servers that respond and store nothing, scripts that check nothing, beanstalkd. */
final class FloorsScenario extends StagedScenario {
    FloorsScenario() {
        super(
                "floors",
                "lives of servers with fixed responses, of bare scripts and of beanstalkd, beside a broker's",
                CommonOptions.RUNS,
                CommonOptions.SECONDS,
                CommonOptions.WARMUP,
                CommonOptions.whole("connections", 64, "connections to each server"),
                CommonOptions.whole("jobs", 22, "jobs in a run of a bare script"),
                ComparedScenario.PAYLOAD);
    }

    @Override
    void run(ScenarioOptions given, Stage stage, Report report) {
        byte[] payload = Payload.json(given.whole("payload"));
        int connections = given.whole("connections");
        List<Subject> subjects = new ArrayList<>();
        subjects.add(LivesScenario.http(given, stage, stage.broker(), connections));
        subjects.add(fixed("fixed http", stage.fixedHttp(payload.length), connections, () -> http(payload)));
        subjects.add(fixed("fixed lines", stage.fixedLines(payload.length), connections, () -> lines(payload)));
        stage.beanstalkd()
                .ifPresent(peer -> subjects.add(new Subject(
                        "beanstalkd",
                        peer.address(),
                        () -> lines(payload),
                        connections,
                        new ResourceUse().process("beanstalkd", peer.process()))));
        BareScripts scripts = new BareScripts(stage.redis(), payload, given.whole("jobs"));
        Duration warmup = Duration.ofSeconds(given.whole("warmup"));
        if (!warmup.isZero()) {
            subjects.forEach(subject -> subject.measure(warmup));
        }
        for (int run = 0; run < given.whole("runs"); run++) {
            subjects.forEach(subject -> report.run(subject.row(), subject.measure(given.seconds("seconds"))));
            report.run("bare scripts", scripts.measure(given.seconds("seconds")));
        }
    }

    private static Subject fixed(String row, Floor floor, int connections, Supplier<Dialect> dialect) {
        return new Subject(row, floor.address(), dialect, connections, new ResourceUse().broker(floor.process()));
    }

    private static Dialect http(byte[] payload) {
        return new SingleDialect(LivesScenario.TUBE, RandomSources.ids(), payload, RequestPart.NONE);
    }

    private static Dialect lines(byte[] payload) {
        return new BeanstalkdDialect(payload, 0);
    }
}
