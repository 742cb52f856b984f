package io.grape.bench.scenario;

import io.grape.bench.load.LoadFailure;
import io.grape.bench.queue.LoadShape;
import io.grape.bench.report.Report;
import io.grape.bench.stage.LoadProcess;
import io.grape.bench.stage.QueueServer;
import io.grape.bench.stage.Stage;
import io.grape.command.Option;
import io.grape.command.ValueType;
import io.grape.harness.HarnessFailure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The load of the SDK benchmark on other queues, each through its own client library; and what else a team asks before it chooses. */
final class PeersScenario extends StagedScenario {
    private static final String SINGLE = "single";
    private static final String BATCHES = "batches";
    private static final String RATES = "rates";
    private static final String BACKLOG = "backlog";
    private static final String CRASH = "crash";

    private static final Option<List<String>> PEERS = new Option<>(
            "peers",
            ValueType.some("PEER,...", Peer.ALL.stream().map(Peer::name).toList()),
            "all",
            "which queues to measure");
    private static final Option<List<String>> LOAD = new Option<>(
            "load",
            ValueType.some("LOAD,...", List.of(SINGLE, BATCHES, RATES, BACKLOG, CRASH)),
            "all",
            "produces one by one, in batches, at fixed rates; jobs that wait, and cancels; death of a worker");

    PeersScenario() {
        super(
                "peers",
                "the load of sdk on other queues through their client libraries: RabbitMQ, Redisson, BullMQ and others",
                CommonOptions.RUNS,
                CommonOptions.whole("seconds", 10, "length of one run"),
                CommonOptions.WARMUP,
                PEERS,
                LOAD,
                ClientOptions.BATCH,
                CommonOptions.wholes("rate", "200", "jobs a second of the loads at a fixed rate, a row each"),
                CommonOptions.whole("jobs", 100_000, "jobs that wait"),
                CommonOptions.whole("cancels", 500, "jobs to cancel, one by one, at most 1,000"),
                CommonOptions.whole("held", 50, "jobs that a worker runs when it is killed"),
                CommonOptions.whole("patience", 120, "seconds until a job of a killed worker counts as lost"),
                ClientOptions.JAVA,
                ClientOptions.JVM,
                ComparedScenario.PAYLOAD);
    }

    /** Measures something on a server that has just started. */
    @FunctionalInterface
    private interface Measure {
        Map<String, Double> of(QueueServer server, List<String> client);
    }

    @Override
    void run(ScenarioOptions given, Stage stage, Report report) {
        List<String> loads = LOAD.type().parse().apply(given.text(LOAD.name())).orElseThrow();
        if (loads.contains(SINGLE)) {
            load(given, stage, report, "one by one", new LoadShape(LoadShape.Kind.SINGLE, 1));
        }
        if (loads.contains(BATCHES)) {
            int size = given.whole(ClientOptions.BATCH.name());
            load(given, stage, report, "batches of " + size, new LoadShape(LoadShape.Kind.BATCHES, size));
        }
        if (loads.contains(RATES)) {
            report.beginTable();
            for (int rate : given.wholes("rate")) {
                load(given, stage, report, rate + "/s", new LoadShape(LoadShape.Kind.RATE, rate));
            }
        }
        if (loads.contains(BACKLOG)) {
            report.beginTable();
            inTurns(
                    given,
                    stage,
                    report,
                    given.whole("jobs") + " waiting",
                    (server, client) -> backlog(given, stage, server, client));
        }
        if (loads.contains(CRASH)) {
            report.beginTable();
            inTurns(given, stage, report, "worker killed", (server, client) -> crash(given, stage, server, client));
        }
    }

    private static void load(ScenarioOptions given, Stage stage, Report report, String name, LoadShape shape) {
        inTurns(given, stage, report, name, (server, client) -> {
            try (ClientUse use = new ClientUse(start(given, stage, server, client, shape)).server(server)) {
                if (given.whole("warmup") > 0) {
                    use.run(given.seconds("warmup"));
                }
                return use.run(given.seconds("seconds"));
            }
        });
    }

    /** Each peer once, again and again. Its server is there only in its own turn, because some work without a load. */
    private static void inTurns(ScenarioOptions given, Stage stage, Report report, String name, Measure measure) {
        List<String> names =
                PEERS.type().parse().apply(given.text(PEERS.name())).orElseThrow();
        Map<Peer, List<String>> clients = new LinkedHashMap<>();
        for (Peer peer : Peer.ALL) {
            if (names.contains(peer.name())) {
                peer.client(given)
                        .ifPresentOrElse(
                                client -> clients.put(peer, client),
                                () -> leaveOut(report, peer, "its client library was not built"));
            }
        }
        for (int run = 0; run < given.whole("runs"); run++) {
            for (Peer peer : List.copyOf(clients.keySet())) {
                if (!turn(stage, report, name, peer, clients.getOrDefault(peer, List.of()), measure)) {
                    clients.remove(peer);
                }
            }
        }
    }

    /** False if this peer cannot be measured. */
    private static boolean turn(
            Stage stage, Report report, String name, Peer peer, List<String> client, Measure measure) {
        try {
            Optional<QueueServer> started = peer.server().apply(stage);
            if (started.isEmpty()) {
                leaveOut(report, peer, peer.absent());
                return false;
            }
            try (QueueServer server = started.get()) {
                report.run(name + ", " + peer.name(), measure.of(server, client));
                return true;
            }
        } catch (LoadFailure | HarnessFailure e) {
            String[] lines = String.valueOf(e.getMessage()).split("\n", 2);
            leaveOut(report, peer, name + ": " + lines[0]);
            System.err.println(e.getMessage());
            return false;
        }
    }

    private static void leaveOut(Report report, Peer peer, String why) {
        System.err.println("grape bench: LEFT OUT: " + peer.name() + ": " + why);
        report.note("left out: " + peer.name() + ": " + why);
    }

    private static LoadProcess start(
            ScenarioOptions given, Stage stage, QueueServer server, List<String> client, LoadShape shape) {
        List<String> command = new ArrayList<>(client);
        command.addAll(
                List.of(shape.toString(), given.text(ComparedScenario.PAYLOAD.name()), "bench", server.address()));
        return stage.load(command);
    }

    private static LoadProcess start(ScenarioOptions given, Stage stage, QueueServer server, List<String> client) {
        return start(given, stage, server, client, new LoadShape(LoadShape.Kind.SINGLE, 1));
    }

    private static Map<String, Double> backlog(
            ScenarioOptions given, Stage stage, QueueServer server, List<String> client) {
        int jobs = given.whole("jobs");
        try (LoadProcess load = start(given, stage, server, client)) {
            // Connections, tables and scripts are not to be counted.
            load.command("fill " + 100);
            double before = server.storedBytes();
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("filled/s", load.command("fill " + jobs).getOrDefault("filled/s", Double.NaN));
            figures.put("bytes/job", (server.storedBytes() - before) / jobs);
            Map<String, Double> cancels = load.command("cancel " + given.whole("cancels"));
            figures.put("cancel p50 ms", cancels.getOrDefault("cancel p50 ms", Double.NaN));
            figures.put("cancel p99 ms", cancels.getOrDefault("cancel p99 ms", Double.NaN));
            return figures;
        }
    }

    private static Map<String, Double> crash(
            ScenarioOptions given, Stage stage, QueueServer server, List<String> client) {
        int held = given.whole("held");
        LoadProcess victim = start(given, stage, server, client);
        try (LoadProcess other = start(given, stage, server, client)) {
            victim.command("hold " + held);
            other.command("work " + held);
            victim.kill();
            Map<String, Double> seen = other.command("await " + held + " " + given.whole("patience"));
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("held", (double) held);
            figures.put("run again", seen.getOrDefault("run again", Double.NaN));
            figures.put("last after s", seen.getOrDefault("after s", Double.NaN));
            return figures;
        } finally {
            victim.kill();
        }
    }
}
