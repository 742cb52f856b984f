package io.grape.bench.scenario;

import io.grape.bench.load.Loop;
import io.grape.bench.load.RequestPart;
import io.grape.bench.report.Report;
import io.grape.bench.stage.ResourceUse;
import io.grape.bench.stage.Stage;
import io.grape.command.Option;
import io.grape.harness.RunningBroker;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/** How late jobs are, with consumers that wait for them. */
final class LateScenario extends StagedScenario {
    static final Option<Integer> CONSUMERS = CommonOptions.whole("consumers", 16, "consumers that wait");
    private static final String TUBE = "late";

    LateScenario() {
        super(
                "late",
                "lateness of jobs with random delays of 1 to 3 s, and consumers that wait",
                CommonOptions.RUNS,
                CommonOptions.whole("seconds", 10, "length of one run"),
                CommonOptions.WARMUP,
                CommonOptions.whole("rate", 500, "jobs a second"),
                CONSUMERS,
                new Option<>(
                        "backlog", CommonOptions.COUNT, "0", "jobs that wait in the same tube, due in the next day"));
    }

    @Override
    public void run(ScenarioOptions given, Stage stage, Report report) {
        RunningBroker broker = stage.broker();
        SplittableRandom random = RandomSources.random();
        RequestPart delay = out -> out.put("?delayMs=" + random.nextInt(1000, 3000));
        new Filler(broker, 100).later(TUBE, given.whole("backlog"));
        SteadyLoad waiting = new SteadyLoad(TUBE, given.whole("rate"), given.whole("consumers"), delay);
        ResourceUse cpu = new ResourceUse().redis(stage.redis()).broker(broker.process());
        if (given.whole("warmup") > 0) {
            measure(waiting, broker, cpu, given.seconds("warmup"));
        }
        for (int run = 0; run < given.whole("runs"); run++) {
            report.run(
                    String.format(Locale.ROOT, "%,d waiting", given.whole("backlog")),
                    measure(waiting, broker, cpu, given.seconds("seconds")));
        }
    }

    private static Map<String, Double> measure(
            SteadyLoad waiting, RunningBroker broker, ResourceUse cpu, Duration duration) {
        Lateness lateness = new Lateness();
        cpu.start();
        Loop.run(waiting.calls(broker, lateness), duration);
        Map<String, Double> figures = lateness.figures();
        cpu.used().forEach((process, seconds) -> figures.put(process + " us", seconds * 1e6 / lateness.jobs()));
        return figures;
    }
}
