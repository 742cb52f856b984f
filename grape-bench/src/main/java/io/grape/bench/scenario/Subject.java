package io.grape.bench.scenario;

import io.grape.bench.load.ConnectionScript;
import io.grape.bench.load.Dialect;
import io.grape.bench.load.JobCycle;
import io.grape.bench.load.Loop;
import io.grape.bench.load.Tally;
import io.grape.bench.report.Report;
import io.grape.bench.stage.ResourceUse;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * One row of a comparison of lives.
 *
 * @param row its name
 * @param server whom it talks to
 * @param dialect makes what one connection speaks
 * @param connections how many at once
 * @param cpu the processes whose CPU is counted
 */
record Subject(String row, InetSocketAddress server, Supplier<Dialect> dialect, int connections, ResourceUse cpu) {
    /** Runs some of ours in turn with the other, if there is one, and reports their ratios to it. */
    static void compare(List<Subject> ours, Optional<Subject> other, ScenarioOptions given, Report report) {
        interleave(Stream.concat(ours.stream(), other.stream()).toList(), given, report);
        other.ifPresent(peer -> ours.forEach(one -> report.ratio("lives/s", one.row, peer.row)));
    }

    /** Runs all of them in turn, again and again, so that what else happens on the machine meets each. */
    static void interleave(List<Subject> contenders, ScenarioOptions given, Report report) {
        int warmup = given.whole("warmup");
        if (warmup > 0) {
            contenders.forEach(contender -> contender.measure(Duration.ofSeconds(warmup)));
        }
        for (int run = 0; run < given.whole("runs"); run++) {
            for (Subject contender : contenders) {
                report.run(contender.row, contender.measure(given.seconds("seconds")));
            }
        }
    }

    /** The same under another name. */
    Subject called(String name) {
        return new Subject(name, server, dialect, connections, cpu);
    }

    /** One run. */
    Map<String, Double> measure(Duration duration) {
        Tally tally = new Tally();
        List<ConnectionScript> talks = Stream.<ConnectionScript>generate(() -> new JobCycle(dialect.get(), tally))
                .limit(connections)
                .toList();
        cpu.start();
        Duration took = Loop.run(server, talks, duration);
        return figures(tally, took, cpu.perLife((double) tally.lives()));
    }

    private static Map<String, Double> figures(Tally tally, Duration took, Map<String, Double> used) {
        double lives = tally.lives();
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("lives/s", lives / took.toNanos() * 1e9);
        figures.put("p50 ms", tally.cycles().percentile(0.50) / 1e6);
        figures.put("p99 ms", tally.cycles().percentile(0.99) / 1e6);
        figures.putAll(used);
        figures.put(
                "empty %",
                100.0 * tally.empty() / (tally.empty() + tally.cycles().count()));
        return figures;
    }
}
