package io.grape.bench.scenario;

import io.grape.bench.load.Arrivals;
import io.grape.bench.load.LoadFailure;
import io.grape.bench.load.Outcomes;
import io.grape.bench.report.Report;
import io.grape.bench.stage.Api;
import io.grape.bench.stage.ResourceUse;
import io.grape.bench.stage.Stage;
import io.grape.harness.RunningBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;

/** Twenty clients with addresses of their own, with a quota for each and without: nineteen alone, and beside one that misbehaves. */
record GreedyClient(ScenarioOptions given, Stage stage, RunningBroker broker) {
    static final int CLIENTS = 20;

    private static final String TUBE = "clients";
    private static final String QUOTA = "/v1/quotas/default";
    /** A quota holds at every broker within two seconds. */
    private static final Duration SETTLE = Duration.ofSeconds(3);

    /**
     * Measures.
     *
     * @param perSecond what the nineteen ask for together
     */
    void run(double perSecond, Report report) {
        if (!hasAddresses()) {
            System.err.println("grape bench: SKIPPED: this machine has no 127.0.0.2 and so on, as Linux has,"
                    + " so the client that misbehaves is NOT measured");
            return;
        }
        report.beginTable();
        Api api = new Api(broker.uri());
        double each = perSecond / (CLIENTS - 1);
        for (int run = 0; run < given.whole("runs"); run++) {
            rows("no quota", each, report);
            api.call("PUT", QUOTA, "{\"produce\":{\"perSecond\":" + Math.max(1, Math.round(2 * each)) + "}}");
            rows("quota", each, report);
            api.call("DELETE", QUOTA, "");
        }
        report.ratio(OverloadScenario.GOOD, beside("quota"), alone("quota"));
        report.ratio(OverloadScenario.GOOD, beside("no quota"), alone("no quota"));
        report.ratio("broker us", alone("quota"), alone("no quota"));
        report.ratio("redis us", alone("quota"), alone("no quota"));
    }

    private void rows(String quota, double each, Report report) {
        measure(each, 0, SETTLE);
        report.run(alone(quota), measure(each, 0, given.seconds("seconds")));
        report.run(beside(quota), measure(each, given.whole("greedy"), given.seconds("seconds")));
    }

    private static String alone(String quota) {
        return "19 clients, " + quota;
    }

    private static String beside(String quota) {
        return "19 beside a greedy one, " + quota;
    }

    private Map<String, Double> measure(double each, int greedyConnections, Duration time) {
        OpenLoad load = new OpenLoad(broker, given).workers(TUBE, given.whole("workers"));
        Outcomes good = new Outcomes();
        int connections = Math.max(1, given.whole("open") / CLIENTS);
        for (int client = 1; client < CLIENTS; client++) {
            Arrivals arrivals = Arrivals.every(each, (double) client / CLIENTS, good);
            load.producer(TUBE, arrivals, connections, address(client));
        }
        Outcomes greedy = new Outcomes();
        load.producer(TUBE, Arrivals.always(greedy), greedyConnections, address(CLIENTS));
        ResourceUse cpu = new ResourceUse().redis(stage.redis()).broker(broker.process());
        Map<String, Double> seconds = load.run(time, cpu);
        Map<String, Double> figures = OpenLoad.produces(good, time);
        figures.put("refused/s", OpenLoad.perSecond(good.refused(), time));
        figures.put("greedy good/s", OpenLoad.perSecond(greedy.good().count(), time));
        figures.put("greedy refused/s", OpenLoad.perSecond(greedy.refused(), time));
        figures.put("greedy shed/s", OpenLoad.perSecond(greedy.shed(), time));
        figures.putAll(load.finishes(time));
        long jobs = good.good().count() + greedy.good().count();
        if (jobs == 0) {
            throw new LoadFailure("nothing was done in time");
        }
        seconds.forEach((process, used) -> figures.put(process + " us", used * 1e6 / jobs));
        return figures;
    }

    private static boolean hasAddresses() {
        try (ServerSocket socket = new ServerSocket(0, 1, address(CLIENTS))) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    /** That of a client: 127.0.0.2 is the first. */
    private static InetAddress address(int client) {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (client + 1)});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
