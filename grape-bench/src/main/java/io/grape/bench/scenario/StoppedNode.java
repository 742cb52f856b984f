package io.grape.bench.scenario;

import io.grape.bench.load.Arrivals;
import io.grape.bench.load.Outcomes;
import io.grape.bench.report.Report;
import io.grape.bench.stage.Cluster;
import io.grape.bench.stage.ResourceUse;
import io.grape.bench.stage.Stage;
import io.grape.harness.RunningBroker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A tube on each node of a Redis Cluster, and in each run another node that stands still. */
record StoppedNode(ScenarioOptions given, Stage stage) {
    private static final String ALONE = "tubes of 2 nodes";
    private static final String BESIDE = "the same, 3rd node stopped";
    private static final String STOPPED = "tube of the stopped node";
    private static final Duration SETTLE = Duration.ofSeconds(3);

    /**
     * Measures.
     *
     * @param perSecond what the clients of all tubes ask for together
     */
    void run(double perSecond, Report report) {
        report.beginTable();
        Cluster cluster = stage.cluster();
        RunningBroker broker = stage.broker(cluster);
        List<String> tubes = IntStream.range(0, Cluster.NODES)
                .mapToObj(node -> tubeOn(cluster, node))
                .toList();
        Row row = new Row(given, broker, tubes, perSecond / Cluster.NODES);
        if (given.whole("warmup") > 0) {
            row.run(0, given.seconds("warmup"));
        }
        for (int run = 0; run < given.whole("runs"); run++) {
            int node = run % Cluster.NODES;
            row.run(node, SETTLE);
            report.run(ALONE, row.run(node, given.seconds("seconds")).others());
            cluster.stop(node);
            Figures stopped = row.run(node, given.seconds("seconds"));
            cluster.resume(node);
            report.run(BESIDE, stopped.others());
            report.run(STOPPED, stopped.own());
        }
        report.ratio(OverloadScenario.GOOD, BESIDE, ALONE);
    }

    private static String tubeOn(Cluster cluster, int node) {
        return Stream.iterate(0, i -> i + 1)
                .map(i -> "tube" + i)
                .filter(tube -> cluster.nodeOf(tube) == node)
                .findFirst()
                .orElseThrow();
    }

    /** Of the tubes of the other nodes together, and of the tube of one. */
    private record Figures(Map<String, Double> others, Map<String, Double> own) {}

    private record Row(ScenarioOptions given, RunningBroker broker, List<String> tubes, double each) {
        Figures run(int apart, Duration time) {
            OpenLoad load = new OpenLoad(broker, given);
            Outcomes others = new Outcomes();
            Outcomes own = new Outcomes();
            int nodes = tubes.size();
            for (int node = 0; node < nodes; node++) {
                Arrivals arrivals = Arrivals.every(each, (double) node / nodes, node == apart ? own : others);
                load.workers(tubes.get(node), Math.max(1, given.whole("workers") / nodes));
                load.producer(tubes.get(node), arrivals, Math.max(1, given.whole("open") / nodes));
            }
            Map<String, Double> seconds = load.run(time, new ResourceUse().broker(broker.process()));
            Map<String, Double> figures = OpenLoad.produces(others, time);
            figures.putAll(load.finishes(time));
            seconds.forEach((process, used) -> figures.put(process + " s/s", used * 1e9 / time.toNanos()));
            return new Figures(figures, OpenLoad.produces(own, time));
        }
    }
}
