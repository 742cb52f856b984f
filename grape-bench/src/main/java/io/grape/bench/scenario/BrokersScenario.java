package io.grape.bench.scenario;

import io.grape.bench.load.Countdown;
import io.grape.bench.load.DrainAll;
import io.grape.bench.load.Loop;
import io.grape.bench.load.Payload;
import io.grape.bench.load.RequestPart;
import io.grape.bench.load.SingleDialect;
import io.grape.bench.load.Tally;
import io.grape.bench.load.TimedCall;
import io.grape.bench.report.Report;
import io.grape.bench.stage.Stage;
import io.grape.harness.RunningBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Two brokers that deliver the jobs of one tube, against one. */
final class BrokersScenario extends StagedScenario {
    private static final String TUBE = "brokers";
    private static final byte[] PAYLOAD = Payload.json(100);

    BrokersScenario() {
        super(
                "brokers",
                "two brokers, 32 consumers and one tube with a backlog, against one broker with 16",
                CommonOptions.RUNS,
                CommonOptions.SECONDS,
                CommonOptions.WARMUP,
                CommonOptions.whole("consumers", 16, "consumers of each broker"),
                CommonOptions.whole("jobs", 200_000, "ready jobs before each run"));
    }

    @Override
    public void run(ScenarioOptions given, Stage stage, Report report) {
        List<RunningBroker> two = List.of(stage.broker(), stage.broker());
        List<RunningBroker> one = List.of(two.get(0));
        int consumers = given.whole("consumers");
        if (given.whole("warmup") > 0) {
            measure(two, given, given.seconds("warmup"));
        }
        String single = "1 broker, " + consumers + " consumers";
        String both = "2 brokers, " + 2 * consumers + " consumers";
        for (int run = 0; run < given.whole("runs"); run++) {
            report.run(single, measure(one, given, given.seconds("seconds")));
            report.run(both, measure(two, given, given.seconds("seconds")));
        }
        report.ratio("jobs/s", both, single);
    }

    /** Fills the tube up, then consumes and finishes until the time is over or the tube is empty. */
    private static Map<String, Double> measure(List<RunningBroker> brokers, ScenarioOptions given, Duration duration) {
        long ready = new Tube(brokers.get(0), TUBE).count("ready");
        int wanted = given.whole("jobs");
        new Filler(brokers.get(0), PAYLOAD.length).ready(TUBE, Math.max(0, wanted - ready));
        Countdown left = new Countdown(Math.max(wanted, ready));
        Tally tally = new Tally();
        Duration took = Loop.run(consumers(brokers, given.whole("consumers"), left, tally), duration);
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("jobs/s", tally.lives() * 1e9 / took.toNanos());
        figures.put("empty %", 100.0 * tally.empty() / (tally.empty() + tally.lives()));
        return figures;
    }

    private static List<TimedCall> consumers(List<RunningBroker> brokers, int each, Countdown left, Tally tally) {
        List<TimedCall> calls = new ArrayList<>();
        for (RunningBroker broker : brokers) {
            for (int i = 0; i < each; i++) {
                SingleDialect dialect = new SingleDialect(TUBE, RandomSources.ids(), PAYLOAD, RequestPart.NONE);
                calls.add(new TimedCall(broker.address(), new DrainAll(dialect, left, tally)));
            }
        }
        return calls;
    }
}
