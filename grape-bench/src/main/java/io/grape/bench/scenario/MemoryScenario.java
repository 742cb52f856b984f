package io.grape.bench.scenario;

import io.grape.bench.load.BeanstalkdDialect;
import io.grape.bench.load.Countdown;
import io.grape.bench.load.Loop;
import io.grape.bench.load.Payload;
import io.grape.bench.load.ProduceOnly;
import io.grape.bench.report.Report;
import io.grape.bench.stage.Api;
import io.grape.bench.stage.Beanstalkd;
import io.grape.bench.stage.Stage;
import io.grape.command.Option;
import io.grape.harness.RunningBroker;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/** What a job that waits takes. */
final class MemoryScenario extends StagedScenario {
    /** Short: its name is in the key of every job. */
    private static final String TUBE = "m";

    private static final int DAY_SECONDS = 86_400;

    MemoryScenario() {
        super(
                "memory",
                "bytes of Redis for each job that waits, ids of 16 bytes, due at random times of the next day",
                CommonOptions.whole("runs", 3, "runs; the tube is removed between two"),
                CommonOptions.whole("jobs", 1_000_000, "jobs that wait"),
                ComparedScenario.PAYLOAD,
                Option.flag("beanstalkd", "also fills a beanstalkd and looks at the size of its process"));
    }

    @Override
    public void run(ScenarioOptions given, Stage stage, Report report) {
        RunningBroker broker = stage.broker();
        Api api = new Api(broker.uri());
        Filler filler = new Filler(broker, given.whole("payload"));
        int jobs = given.whole("jobs");
        for (int run = 0; run < given.whole("runs"); run++) {
            // The tube itself, the scripts and the connections are not to be counted.
            filler.later(TUBE, 1);
            double before = stage.redis().settledMemory();
            filler.later(TUBE, jobs);
            double used = stage.redis().settledMemory() - before;
            report.run("grape", Map.of("bytes/job", used / jobs));
            api.call("DELETE", "/v1/tubes/" + TUBE + "?confirm=" + TUBE, "");
        }
        if (given.flag("beanstalkd")) {
            stage.beanstalkd().ifPresent(beanstalkd -> peer(given, beanstalkd, report));
        }
    }

    private static void peer(ScenarioOptions given, Beanstalkd beanstalkd, Report report) {
        int jobs = given.whole("jobs");
        byte[] payload = Payload.json(given.whole("payload"));
        Countdown countdown = new Countdown(jobs);
        long before = beanstalkd.residentBytes();
        Loop.run(
                beanstalkd.address(),
                Stream.generate(() -> new ProduceOnly(new BeanstalkdDialect(payload, DAY_SECONDS), countdown))
                        .limit(16)
                        .toList(),
                Duration.ofHours(1));
        report.run("beanstalkd", Map.of("bytes/job", (beanstalkd.residentBytes() - before) / (double) jobs));
    }
}
