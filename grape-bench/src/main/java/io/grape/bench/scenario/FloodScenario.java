package io.grape.bench.scenario;

import io.grape.bench.load.BulkDialect;
import io.grape.bench.load.Countdown;
import io.grape.bench.load.DrainAll;
import io.grape.bench.load.Loop;
import io.grape.bench.load.RequestPart;
import io.grape.bench.load.Tally;
import io.grape.bench.load.TimedCall;
import io.grape.bench.report.Report;
import io.grape.bench.stage.Stage;
import io.grape.harness.RunningBroker;
import io.grape.harness.Sleep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Very many jobs due in the same second in one tube, and how late the jobs of another are meanwhile. */
final class FloodScenario extends StagedScenario {
    private static final String FLOOD = "flood";
    private static final int SAMPLE = 20_000;
    /** Short, since the run ends only when nobody waits any more. */
    private static final int WAIT_MILLIS = 500;

    private static final int MARGIN_SECONDS = 5;

    FloodScenario() {
        super(
                "flood",
                "lateness in one tube while jobs that were due in the same second drain from another",
                CommonOptions.whole("runs", 3, "runs, each with a flood of its own"),
                CommonOptions.whole("seconds", 60, "most that one run takes"),
                CommonOptions.whole("jobs", 1_000_000, "jobs that are due at once"),
                CommonOptions.whole("bulk", 50, "jobs that one consumer of the flood takes at once"),
                LateScenario.CONSUMERS,
                CommonOptions.whole("rate", 100, "jobs a second in the other tube"));
    }

    @Override
    public void run(ScenarioOptions given, Stage stage, Report report) {
        RunningBroker broker = stage.broker();
        SplittableRandom random = RandomSources.random();
        RequestPart delay = out -> out.put("?delayMs=" + random.nextInt(100, 1000));
        SteadyLoad calm = new SteadyLoad("calm", given.whole("rate"), given.whole("consumers"), delay);
        Loop.run(calm.calls(broker, new Lateness()), Duration.ofSeconds(MARGIN_SECONDS));
        for (int run = 0; run < given.whole("runs"); run++) {
            Lateness before = new Lateness();
            Loop.run(calm.calls(broker, before), Duration.ofSeconds(MARGIN_SECONDS));
            report.run("before", before.figures());
            report.run("during", flood(given, broker, calm, FLOOD + run));
        }
    }

    /** By how long a few of them take, and half as much again. */
    private static Duration timeToFill(Filler filler, int jobs) {
        long start = System.nanoTime();
        filler.later("sample", SAMPLE);
        return Duration.ofNanos((System.nanoTime() - start) * 3 / 2 * jobs / SAMPLE);
    }

    private static Map<String, Double> flood(
            ScenarioOptions given, RunningBroker broker, SteadyLoad calm, String tube) {
        fill(broker, tube, given.whole("jobs"));
        Lateness lateness = new Lateness();
        Countdown left = new Countdown(given.whole("jobs"));
        Tally tally = new Tally();
        List<TimedCall> calls = new ArrayList<>(calm.calls(broker, lateness));
        for (int i = 0; i < given.whole("consumers"); i++) {
            BulkDialect dialect =
                    new BulkDialect(tube, RandomSources.ids(), given.whole("bulk"), RequestPart.NONE, WAIT_MILLIS);
            calls.add(new TimedCall(broker.address(), new DrainAll(dialect, left, tally)));
        }
        Duration took = Loop.run(calls, given.seconds("seconds"), left::isOver);
        Map<String, Double> figures = lateness.figures();
        figures.put("drained", (double) tally.lives());
        figures.put("drained/s", tally.lives() * 1e9 / took.toNanos());
        return figures;
    }

    /** Returns shortly before all of them are due. */
    private static void fill(RunningBroker broker, String tube, int jobs) {
        Filler filler = new Filler(broker, 100);
        Instant due = Instant.now().plus(timeToFill(filler, jobs)).plusSeconds(MARGIN_SECONDS);
        filler.fill(tube, jobs, out -> out.put(",\"dueAt\":\"" + due + "\""));
        if (Instant.now().isAfter(due)) {
            System.err.println("grape bench: the jobs of the flood were due before all were there");
        }
        Sleep.until(due.minusSeconds(1));
    }
}
