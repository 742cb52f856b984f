package io.grape.bench.scenario;

import io.grape.bench.load.Loop;
import io.grape.bench.load.RequestPart;
import io.grape.bench.report.Report;
import io.grape.bench.stage.Stage;
import io.grape.harness.RunningBroker;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;

/** How soon after its deadline a lease that ran out reaches a consumer that waits. */
final class ExpiryScenario extends StagedScenario {
    ExpiryScenario() {
        super(
                "expiry",
                "from the deadline of a lease to the next delivery, with consumers that wait",
                CommonOptions.RUNS,
                CommonOptions.whole("seconds", 10, "length of one run"),
                CommonOptions.WARMUP,
                CommonOptions.whole("rate", 200, "jobs a second"),
                LateScenario.CONSUMERS);
    }

    @Override
    public void run(ScenarioOptions given, Stage stage, Report report) {
        RunningBroker broker = stage.broker();
        SplittableRandom random = RandomSources.random();
        RequestPart ttr = out -> out.put("?ttrMs=" + random.nextInt(1000, 2000));
        SteadyLoad waiting = new SteadyLoad("expiry", given.whole("rate"), given.whole("consumers"), ttr);
        if (given.whole("warmup") > 0) {
            measure(waiting, broker, given.seconds("warmup"));
        }
        for (int run = 0; run < given.whole("runs"); run++) {
            report.run("leases", measure(waiting, broker, given.seconds("seconds")));
        }
    }

    private static Map<String, Double> measure(SteadyLoad waiting, RunningBroker broker, Duration duration) {
        SecondDelivery taker = new SecondDelivery();
        Loop.run(waiting.calls(broker, taker), duration);
        return taker.lateness().figures();
    }
}
