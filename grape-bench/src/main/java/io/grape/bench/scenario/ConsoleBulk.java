package io.grape.bench.scenario;

import io.grape.bench.load.JobCycle;
import io.grape.bench.load.Latencies;
import io.grape.bench.load.Loop;
import io.grape.bench.load.Payload;
import io.grape.bench.load.RatedScript;
import io.grape.bench.load.RequestPart;
import io.grape.bench.load.SingleDialect;
import io.grape.bench.load.Tally;
import io.grape.bench.report.Report;
import io.grape.bench.report.Spread;
import io.grape.bench.stage.Api;
import io.grape.bench.stage.Chromium;
import io.grape.bench.stage.SlowLog;
import io.grape.bench.stage.Stage;
import io.grape.harness.RunningBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Pages and calls of another tube, with nothing else going on and while one operation redrives and another deletes. */
record ConsoleBulk(ScenarioOptions given, Stage stage, RunningBroker broker, Chromium chromium, SlowLog slow) {
    private static final String OTHER = "other";
    private static final int CONNECTIONS = 4;
    private static final double CALLS_A_SECOND = 25;

    void run(Report report) {
        for (int run = 0; run < given.whole("runs"); run++) {
            report.run("calm", measure());
        }
        List<String> operations = List.of(
                begin(ConsoleSeed.order("kick", ConsoleSeed.TUBE, "failed", "")),
                begin(ConsoleSeed.order("delete", ConsoleSeed.STALE, "delayed", "")));
        for (int run = 0; run < given.whole("runs"); run++) {
            report.run("at work", work(operations, report));
        }
        operations.stream().filter(this::isRunning).forEach(this::cancel);
    }

    private Map<String, Double> work(List<String> operations, Report report) {
        long before = operations.stream().mapToLong(this::done).sum();
        long start = System.nanoTime();
        Map<String, Double> figures = measure();
        long after = operations.stream().mapToLong(this::done).sum();
        figures.put("jobs/s", (after - before) * 1e9 / (System.nanoTime() - start));
        if (!operations.stream().allMatch(this::isRunning)) {
            report.note("an operation ended before its run did: more --jobs, or fewer --seconds");
        }
        return figures;
    }

    /** Looks at page after page while the other tube is in use. */
    private Map<String, Double> measure() {
        double before = stage.redis().port().cpuSeconds();
        long start = System.nanoTime();
        slow.start();
        Latencies calls = new Latencies();
        List<Double> looks = lookDuring(CompletableFuture.runAsync(() -> use(calls)));
        double used = (stage.redis().port().cpuSeconds() - before) * 1e9 / (System.nanoTime() - start);
        Map<String, Double> figures = figures(Spread.of(looks), calls);
        figures.put("redis CPU %", 100 * used);
        return figures;
    }

    private List<Double> lookDuring(CompletableFuture<Void> load) {
        List<Double> looks = new ArrayList<>();
        do {
            ConsolePage.meanwhile()
                    .forEach(page -> looks.add(page.look(broker, chromium).data()));
        } while (!load.isDone());
        load.join();
        return looks;
    }

    private Map<String, Double> figures(Spread pages, Latencies calls) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("data ms", pages.median());
        figures.put("worst data ms", pages.max());
        figures.put("call p50 ms", calls.percentile(0.5) / 1e6);
        figures.put("call p99 ms", calls.percentile(0.99) / 1e6);
        figures.put("slowest command ms", slow.slowestMillis());
        return figures;
    }

    private void use(Latencies calls) {
        Tally tally = new Tally();
        byte[] payload = Payload.json(100);
        List<RatedScript> talks = IntStream.range(0, CONNECTIONS)
                .mapToObj(i ->
                        new JobCycle(new SingleDialect(OTHER, RandomSources.ids(), payload, RequestPart.NONE), tally))
                .map(lives -> new RatedScript(lives, CALLS_A_SECOND, calls))
                .toList();
        Loop.run(broker.address(), talks, Duration.ofSeconds(given.whole("seconds")));
    }

    private String begin(String order) {
        return Api.id(new Api(broker.uri()).call("POST", "/v1/operations", order));
    }

    private String operation(String id) {
        return new Api(broker.uri()).get("/v1/operations/" + id);
    }

    private long done(String id) {
        return Api.number(operation(id), "done");
    }

    private boolean isRunning(String id) {
        return operation(id).contains("\"state\":\"running\"");
    }

    private void cancel(String id) {
        new Api(broker.uri()).call("POST", "/v1/operations/" + id + "/cancel", "");
    }
}
