package io.grape.bench.scenario;

import io.grape.bench.load.Grape13Dialect;
import io.grape.bench.load.Loop;
import io.grape.bench.load.Payload;
import io.grape.bench.load.Requests;
import io.grape.bench.report.Report;
import io.grape.bench.stage.ResourceUse;
import io.grape.bench.stage.Stage;
import io.grape.command.Option;
import io.grape.harness.HarnessFailure;
import io.grape.harness.RunningBroker;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Whole lives by the calls of Grape 1.3: those of this broker, and of another server that is named. */
final class Grape13Scenario extends StagedScenario {
    private static final String TUBE = "bench";
    private static final int DEFAULT_PORT = 80;

    Grape13Scenario() {
        super(
                "grape13",
                "lives by the calls of Grape 1.3, against another server that speaks them: grape13 http://host:port",
                CommonOptions.RUNS,
                CommonOptions.SECONDS,
                CommonOptions.WARMUP,
                new Option<>("url", CommonOptions.URL, null, "the other server; may also stand alone behind the word"),
                CommonOptions.wholes("connections", "1,16,64", "connections, two rows each"),
                ComparedScenario.PAYLOAD);
    }

    @Override
    public void run(ScenarioOptions given, Stage stage, Report report) {
        RunningBroker broker = stage.broker();
        ResourceUse ours = new ResourceUse().redis(stage.redis()).broker(broker.process());
        List<Subject> contenders = new ArrayList<>();
        for (int connections : given.wholes("connections")) {
            contenders.add(contender("grape " + connections, broker.uri(), given, connections, ours));
            if (!given.text("url").isEmpty()) {
                URI url = URI.create(given.text("url"));
                contenders.add(contender("other " + connections, url, given, connections, new ResourceUse()));
            }
        }
        Subject.interleave(contenders, given, report);
        for (int connections : given.wholes("connections")) {
            report.ratio("lives/s", "grape " + connections, "other " + connections);
        }
    }

    private static Subject contender(String row, URI url, ScenarioOptions given, int connections, ResourceUse cpu) {
        int port = url.getPort() < 0 ? DEFAULT_PORT : url.getPort();
        InetSocketAddress server = new InetSocketAddress(url.getHost(), port);
        if (server.isUnresolved()) {
            throw new HarnessFailure("unknown host: " + url.getHost());
        }
        byte[] payload = Payload.json(given.whole("payload"));
        makeTube(server, url);
        return new Subject(
                row, server, () -> new Grape13Dialect(url, TUBE, RandomSources.ids(), payload), connections, cpu);
    }

    private static void makeTube(InetSocketAddress server, URI url) {
        Iterator<String> create = List.of("POST " + Grape13Dialect.api(url) + "tube/create?tube=" + TUBE)
                .iterator();
        Loop.run(server, List.of(new Requests(create)), Duration.ofSeconds(10));
    }
}
