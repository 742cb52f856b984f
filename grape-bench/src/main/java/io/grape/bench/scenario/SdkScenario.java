package io.grape.bench.scenario;

import io.grape.bench.queue.LoadShape;
import io.grape.bench.report.Report;
import io.grape.bench.sdk.SdkProgram;
import io.grape.bench.stage.LoadProcess;
import io.grape.bench.stage.Stage;
import io.grape.command.Option;
import io.grape.command.ValueType;
import io.grape.harness.RunningBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a Java team gets: the SDK end to end, with a broker and a Redis, in a JVM that sees few CPUs or all, cold and warm. */
final class SdkScenario extends StagedScenario {
    private static final Duration STOP = Duration.ofSeconds(10);
    private static final String SINGLE = "single";
    private static final String BATCHES = "batches";
    private static final String RATES = "rates";
    private static final String COLD = "cold";
    private static final String WARM = "warm";

    private static final Option<List<String>> LOAD = new Option<>(
            "load",
            ValueType.some("LOAD,...", List.of(SINGLE, BATCHES, RATES)),
            "all",
            "produces one by one, in batches, at fixed rates with delays");
    private static final Option<List<String>> START = new Option<>(
            "start",
            ValueType.some("START,...", List.of(COLD, WARM)),
            "all",
            "cold: a fresh broker and client for each run; warm: after the load of --warmup");

    SdkScenario() {
        super(
                "sdk",
                "the Java SDK end to end: 16 producer threads and 16 handlers, one by one, in batches and at fixed rates",
                CommonOptions.RUNS,
                CommonOptions.whole("seconds", 10, "length of one run"),
                CommonOptions.WARMUP,
                LOAD,
                START,
                ClientOptions.CPUS,
                ClientOptions.BATCH,
                ClientOptions.RATES,
                ClientOptions.JAVA,
                ClientOptions.JVM,
                ComparedScenario.PAYLOAD);
    }

    /** A load on some CPUs, without its name for cold or warm. */
    private record Row(String name, LoadShape shape, String cpus) {}

    @Override
    void run(ScenarioOptions given, Stage stage, Report report) {
        List<String> loads = LOAD.type().parse().apply(given.text(LOAD.name())).orElseThrow();
        List<LoadShape> fast = new ArrayList<>();
        if (loads.contains(SINGLE)) {
            fast.add(new LoadShape(LoadShape.Kind.SINGLE, 1));
        }
        if (loads.contains(BATCHES)) {
            fast.add(new LoadShape(LoadShape.Kind.BATCHES, given.whole(ClientOptions.BATCH.name())));
        }
        measure(given, stage, fast, report);
        if (loads.contains(RATES)) {
            report.beginTable();
            List<LoadShape> rates = given.wholes(ClientOptions.RATES.name()).stream()
                    .map(rate -> new LoadShape(LoadShape.Kind.RATE, rate))
                    .toList();
            measure(given, stage, rates, report);
        }
    }

    private static void measure(ScenarioOptions given, Stage stage, List<LoadShape> shapes, Report report) {
        List<Row> rows = new ArrayList<>();
        for (LoadShape shape : shapes) {
            for (String cpus : ClientOptions.cpus(given)) {
                rows.add(new Row(name(shape) + ", " + cpus + (cpus.equals("1") ? " CPU" : " CPUs"), shape, cpus));
            }
        }
        List<String> starts =
                START.type().parse().apply(given.text(START.name())).orElseThrow();
        if (starts.contains(WARM)) {
            warm(given, stage, rows, report);
        }
        if (starts.contains(COLD)) {
            cold(given, stage, rows, report);
        }
    }

    private static String name(LoadShape shape) {
        return switch (shape.kind()) {
            case SINGLE -> "one by one";
            case BATCHES -> "batches of " + shape.size();
            case RATE -> shape.size() + "/s";
        };
    }

    /** The rows run in turn, each with a client of its own, so that what else happens on the machine meets all of them. */
    private static void warm(ScenarioOptions given, Stage stage, List<Row> rows, Report report) {
        RunningBroker broker = stage.broker();
        Map<Row, ClientUse> clients = new LinkedHashMap<>();
        try {
            for (Row row : rows) {
                ClientUse client = client(given, stage, broker, row, report);
                clients.put(row, client);
                if (given.whole("warmup") > 0) {
                    client.run(given.seconds("warmup"));
                }
            }
            for (int run = 0; run < given.whole("runs"); run++) {
                clients.forEach(
                        (row, client) -> report.run(row.name() + ", " + WARM, client.run(given.seconds("seconds"))));
            }
        } finally {
            clients.values().forEach(ClientUse::close);
            broker.end(STOP);
        }
    }

    private static void cold(ScenarioOptions given, Stage stage, List<Row> rows, Report report) {
        for (int run = 0; run < given.whole("runs"); run++) {
            for (Row row : rows) {
                RunningBroker broker = stage.broker();
                try (ClientUse client = client(given, stage, broker, row, report)) {
                    report.run(row.name() + ", " + COLD, client.run(given.seconds("seconds")));
                } finally {
                    broker.end(STOP);
                }
            }
        }
    }

    private static ClientUse client(ScenarioOptions given, Stage stage, RunningBroker broker, Row row, Report report) {
        List<String> command = ClientOptions.command(
                given, row.cpus(), System.getProperty("java.class.path"), SdkProgram.class.getName());
        command.addAll(List.of(
                row.shape().toString(),
                given.text(ComparedScenario.PAYLOAD.name()),
                "sdk-" + row.shape().toString().replace(':', '-') + "-" + row.cpus(),
                broker.http()));
        LoadProcess load = stage.load(command);
        report.machine("client java", load.description().getOrDefault("java", ""));
        return new ClientUse(load).broker(broker.process()).redis(stage.redis());
    }
}
