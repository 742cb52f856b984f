package io.grape.bench.scenario;

import io.grape.bench.load.BulkDialect;
import io.grape.bench.load.Countdown;
import io.grape.bench.load.Loop;
import io.grape.bench.load.ParkedConsumer;
import io.grape.bench.load.Payload;
import io.grape.bench.load.ProduceOnly;
import io.grape.bench.load.RequestPart;
import io.grape.bench.load.SingleDialect;
import io.grape.bench.load.TimedCall;
import io.grape.bench.report.Report;
import io.grape.bench.stage.Api;
import io.grape.bench.stage.ResourceUse;
import io.grape.bench.stage.Stage;
import io.grape.harness.RunningBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** What keys cost a life; and how long keys with one job each wait beside one that has very many. */
final class FairScenario extends StagedScenario {
    private static final String PLAIN = "plain";
    private static final String KEYED = "keyed";
    private static final String TUBE = "fair";
    private static final String BIG = "big";
    private static final String KEYS_ON = "{\"keys\":{\"fair\":true}}";
    private static final String HOLD_BIG = "{\"match\":{\"key\":\"" + BIG + "\"},\"mode\":\"hold\"}";
    /** Times that the large key is held in a run. */
    private static final int GATES = 100;
    /** Jobs of others that one call produces. */
    private static final int PRODUCE = 500;

    FairScenario() {
        super(
                "fair",
                "lives in a tube whose keys share it, waits of small keys beside a large one, and a gate that holds it",
                CommonOptions.RUNS,
                CommonOptions.SECONDS,
                CommonOptions.WARMUP,
                CommonOptions.whole("connections", 64, "connections to the broker"),
                CommonOptions.whole("keys", 1000, "keys of the lives, and keys with one job each"),
                CommonOptions.whole("jobs", 1_000_000, "jobs of the large key"),
                LateScenario.CONSUMERS,
                ComparedScenario.PAYLOAD);
    }

    @Override
    public void run(ScenarioOptions given, Stage stage, Report report) {
        RunningBroker broker = stage.broker();
        Api api = new Api(broker.uri());
        lives(given, stage, broker, report);
        api.call("PUT", "/v1/tubes/" + TUBE, KEYS_ON);
        new Filler(broker, given.whole("payload"))
                .fill(TUBE, given.whole("jobs"), out -> out.put(",\"key\":\"" + BIG + "\""));
        String override = "/v1/tubes/" + TUBE + "/keys/" + BIG;
        for (int run = 0; run < given.whole("runs"); run++) {
            report.run("gate of a large key", gate(api));
            report.run("beside a large key", waits(given, broker));
            api.call("PUT", override, "{\"perSecond\":1}");
            report.run("beside one of 1 job/s", waits(given, broker));
            api.call("DELETE", override, "");
        }
    }

    /** The large key is held, and its gate lifted, again and again: the ms of both calls, and of the slowest. */
    private static Map<String, Double> gate(Api api) {
        String gate = "/v1/tubes/" + TUBE + "/gates/" + BIG;
        double[] put = new double[GATES];
        double[] lift = new double[GATES];
        for (int i = 0; i < GATES; i++) {
            put[i] = millis(() -> api.call("PUT", gate, HOLD_BIG));
            lift[i] = millis(() -> api.call("DELETE", gate, ""));
        }
        Arrays.sort(put);
        Arrays.sort(lift);
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("put p50 ms", put[GATES / 2]);
        figures.put("lift p50 ms", lift[GATES / 2]);
        figures.put("max ms", Math.max(put[GATES - 1], lift[GATES - 1]));
        return figures;
    }

    private static double millis(Runnable call) {
        long begun = System.nanoTime();
        call.run();
        return (System.nanoTime() - begun) / 1e6;
    }

    private static void lives(ScenarioOptions given, Stage stage, RunningBroker broker, Report report) {
        new Api(broker.uri()).call("PUT", "/v1/tubes/" + KEYED, KEYS_ON);
        SplittableRandom random = RandomSources.random();
        RequestPart key = out -> out.put("?key=k" + random.nextInt(given.whole("keys")));
        Subject.interleave(
                List.of(
                        subject(given, stage, broker, PLAIN, RequestPart.NONE),
                        subject(given, stage, broker, KEYED, key)),
                given,
                report);
        report.ratio("lives/s", KEYED, PLAIN);
        report.ratio("redis us", KEYED, PLAIN);
    }

    private static Subject subject(
            ScenarioOptions given, Stage stage, RunningBroker broker, String tube, RequestPart query) {
        byte[] payload = Payload.json(given.whole("payload"));
        return new Subject(
                tube,
                broker.address(),
                () -> new SingleDialect(tube, RandomSources.ids(), payload, query),
                given.whole("connections"),
                new ResourceUse().redis(stage.redis()).broker(broker.process()));
    }

    /** One job of each other key, all produced at once while the large key is drained. */
    private static Map<String, Double> waits(ScenarioOptions given, RunningBroker broker) {
        int keys = given.whole("keys");
        SmallKeys waits = new SmallKeys(keys);
        List<TimedCall> calls = new ArrayList<>();
        for (int i = 0; i < given.whole("consumers"); i++) {
            calls.add(new TimedCall(broker.address(), new ParkedConsumer(TUBE, waits)));
        }
        int[] next = new int[1];
        RequestPart payload = BulkDialect.payload(Payload.json(given.whole("payload")));
        RequestPart fields = out -> {
            payload.write(out);
            out.put(",\"key\":\"k" + next[0]++ + "\"");
        };
        for (int left = keys; left > 0; left -= PRODUCE) {
            BulkDialect dialect = new BulkDialect(TUBE, RandomSources.ids(), Math.min(left, PRODUCE), fields, 0);
            calls.add(new TimedCall(broker.address(), new ProduceOnly(dialect, new Countdown(1))));
        }
        Duration took = Loop.run(calls, given.seconds("seconds"), waits::hasAll);
        Map<String, Double> figures = waits.figures();
        figures.put("jobs/s", waits.taken() * 1e9 / took.toNanos());
        return figures;
    }
}
