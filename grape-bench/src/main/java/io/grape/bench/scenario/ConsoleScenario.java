package io.grape.bench.scenario;

import io.grape.bench.report.Report;
import io.grape.bench.stage.Chromium;
import io.grape.bench.stage.PageTiming;
import io.grape.bench.stage.SlowLog;
import io.grape.bench.stage.Stage;
import io.grape.harness.RunningBroker;
import io.grape.harness.Sleep;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The console in a real browser, over more jobs than anybody looks through. */
final class ConsoleScenario extends StagedScenario {
    ConsoleScenario() {
        super(
                "console",
                "each page of the console in Chromium, and bulk work while pages and another tube are in use",
                CommonOptions.RUNS,
                CommonOptions.whole("seconds", 10, "length of one run of the bulk work"),
                CommonOptions.whole("jobs", 1_000_000, "jobs that are there, a third of them failed in one tube"));
    }

    @Override
    public void run(ScenarioOptions given, Stage stage, Report report) {
        stage.chromium()
                .ifPresentOrElse(chromium -> run(given, stage, chromium, report), () -> report.note("no Chromium"));
    }

    private static void run(ScenarioOptions given, Stage stage, Chromium chromium, Report report) {
        report.machine("chromium", chromium.description());
        RunningBroker broker = stage.brokerWithConsole();
        new ConsoleSeed(broker, given.whole("jobs")).fill();
        stage.redis().settle();
        SlowLog slow = stage.slowLog();
        List<ConsolePage> pages = ConsolePage.all(broker);
        // The first look at each is the JVM's, not the page's.
        pages.forEach(page -> look(stage, broker, chromium, slow, page));
        for (int run = 0; run < given.whole("runs"); run++) {
            pages.forEach(page -> report.run(page.name(), look(stage, broker, chromium, slow, page)));
            report.run("no page, 1 s", idle(stage));
        }
        report.beginTable();
        new ConsoleBulk(given, stage, broker, chromium, slow).run(report);
    }

    /** What of the CPU is not for a page: the broker looks after jobs and leases all the time. */
    private static Map<String, Double> idle(Stage stage) {
        double before = stage.redis().port().cpuSeconds();
        Sleep.millis(1000);
        return Map.of("redis CPU ms", (stage.redis().port().cpuSeconds() - before) * 1000);
    }

    private static Map<String, Double> look(
            Stage stage, RunningBroker broker, Chromium chromium, SlowLog slow, ConsolePage page) {
        double before = stage.redis().port().cpuSeconds();
        slow.start();
        PageTiming seen = page.look(broker, chromium);
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("first paint ms", seen.firstPaint());
        figures.put("data ms", seen.data());
        figures.put("calls", seen.calls());
        figures.put("console KB", seen.bytes() / 1024);
        figures.put("answers KB", seen.callBytes() / 1024);
        figures.put("slowest call ms", seen.slowestCall());
        figures.put("redis CPU ms", (stage.redis().port().cpuSeconds() - before) * 1000);
        figures.put("slowest command ms", slow.slowestMillis());
        return figures;
    }
}
