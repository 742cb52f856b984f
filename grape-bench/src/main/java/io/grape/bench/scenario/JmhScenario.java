package io.grape.bench.scenario;

import io.grape.bench.report.Report;
import io.grape.command.Option;
import io.grape.harness.HarnessFailure;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The hot paths of the broker in Java, each in processes of its own. */
final class JmhScenario extends Scenario {
    private static final int ITERATIONS = 3;
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    JmhScenario() {
        super(
                "jmh",
                "hot paths of the broker in Java, by JMH: ns and bytes of each call",
                CommonOptions.whole("runs", 3, "processes for each"),
                CommonOptions.whole("seconds", 1, "length of an iteration; there are 3 to warm up and 3 that count"),
                new Option<>("match", CommonOptions.TEXT, ".*Benchmark.*", "which, as a regular expression"));
    }

    @Override
    public void run(ScenarioOptions given, Report report) {
        Options options = new OptionsBuilder()
                .include(given.text("match"))
                .forks(given.whole("runs"))
                .warmupIterations(ITERATIONS)
                .warmupTime(TimeValue.seconds(given.whole("seconds")))
                .measurementIterations(ITERATIONS)
                .measurementTime(TimeValue.seconds(given.whole("seconds")))
                .timeUnit(TimeUnit.NANOSECONDS)
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .build();
        try {
            new Runner(options).run().forEach(result -> add(result, report));
        } catch (RunnerException e) {
            throw new HarnessFailure("JMH failed: " + e.getMessage(), e);
        }
    }

    private static void add(RunResult result, Report report) {
        for (BenchmarkResult fork : result.getBenchmarkResults()) {
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("ns", fork.getPrimaryResult().getScore());
            fork.getSecondaryResults().forEach((name, secondary) -> {
                if (name.endsWith(ALLOCATED)) {
                    figures.put("bytes", secondary.getScore());
                }
            });
            report.run(row(result), figures);
        }
    }

    private static String row(RunResult result) {
        String method = result.getParams().getBenchmark().replaceAll(".*\\.([^.]+\\.[^.]+)$", "$1");
        String jobs = result.getParams().getParam("jobs");
        return jobs == null ? method : method + ", jobs: " + jobs;
    }
}
