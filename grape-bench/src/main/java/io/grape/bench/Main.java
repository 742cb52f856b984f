package io.grape.bench;

import io.grape.bench.load.LoadFailure;
import io.grape.bench.report.Report;
import io.grape.bench.report.ReportJson;
import io.grape.bench.report.Table;
import io.grape.bench.scenario.Scenario;
import io.grape.bench.scenario.ScenarioOptions;
import io.grape.command.Words;
import io.grape.core.GrapeException;
import io.grape.harness.HarnessFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs what the command line asks for. Exit status 64: it asks for something that is not there; 1: a run failed. */
public final class Main {
    private static final String OUT = "target/bench/";

    private Main() {}

    public static void main(String[] args) {
        List<String> arguments = isWithoutWord(args) ? List.of("--help") : List.of(args);
        try {
            Arguments order = Arguments.read(arguments);
            if (Words.isHelped(order.options())) {
                return;
            }
            for (Scenario scenario : order.scenarios()) {
                run(scenario, order.given(scenario));
            }
        } catch (GrapeException e) {
            fail(Words.USAGE, e);
        } catch (LoadFailure | HarnessFailure | IOException e) {
            fail(1, e);
        }
        System.exit(0);
    }

    private static boolean isWithoutWord(String[] args) {
        return args.length == 0 || args[0].equals("help");
    }

    private static void fail(int status, Exception e) {
        System.err.println("grape bench: " + e.getMessage());
        System.exit(status);
    }

    private static void run(Scenario scenario, ScenarioOptions given) throws IOException {
        Report report = new Report(scenario.name(), given.shown(), machine());
        scenario.run(given, report);
        System.out.println(Table.of(report));
        Path out = given.text("out").isEmpty()
                ? Path.of(System.getProperty("grape.root", ""), OUT + scenario.name() + ".json")
                : Path.of(given.text("out"));
        ReportJson.write(report, out);
        System.out.println("written to " + out);
    }

    private static Map<String, String> machine() {
        Map<String, String> machine = new LinkedHashMap<>();
        machine.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        machine.put("java", System.getProperty("java.vm.version"));
        machine.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        return machine;
    }
}
