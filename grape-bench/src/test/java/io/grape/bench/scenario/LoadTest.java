package io.grape.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.grape.bench.load.BeanstalkdDialect;
import io.grape.bench.load.BulkDialect;
import io.grape.bench.load.Countdown;
import io.grape.bench.load.Dialect;
import io.grape.bench.load.DrainAll;
import io.grape.bench.load.Grape13Dialect;
import io.grape.bench.load.JobCycle;
import io.grape.bench.load.LoadFailure;
import io.grape.bench.load.Loop;
import io.grape.bench.load.Payload;
import io.grape.bench.load.RequestPart;
import io.grape.bench.load.SingleDialect;
import io.grape.bench.load.Tally;
import io.grape.bench.sdk.SdkProgram;
import io.grape.bench.stage.Api;
import io.grape.bench.stage.Beanstalkd;
import io.grape.bench.stage.Chromium;
import io.grape.bench.stage.LoadProcess;
import io.grape.bench.stage.PageTiming;
import io.grape.bench.stage.RedisPort;
import io.grape.bench.stage.SlowLog;
import io.grape.bench.stage.Stage;
import io.grape.bench.stage.StageSettings;
import io.grape.embedded.EmbeddedRedis;
import io.grape.harness.Programs;
import io.grape.harness.RunningBroker;
import io.lettuce.core.ScriptOutputType;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The generator against real servers: what it counts is what they count. */
@Tag("slow")
class LoadTest {
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final byte[] PAYLOAD = Payload.json(100);

    @TempDir
    private static Path directory;

    private static EmbeddedRedis redis;
    private static Stage stage;
    private static RunningBroker broker;
    private static Map<String, String> slowLogBefore;

    @BeforeAll
    static void start() {
        List<String> program = List.of(
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), "io.grape.server.app.Main");
        redis = EmbeddedRedis.durable(directory);
        stage = Stage.open(new StageSettings(program, redis.uri()));
        slowLogBefore = stage.redis().port().ask().configGet("slowlog-*");
        broker = stage.brokerWithConsole();
    }

    @AfterAll
    static void stop() {
        stage.close();
        try (RedisPort port = RedisPort.to(redis.uri())) {
            assertThat(port.ask().dbsize()).as("keys that are left").isZero();
            assertThat(port.ask().configGet("slowlog-*")).isEqualTo(slowLogBefore);
        } finally {
            redis.close();
        }
        assertThat(broker.process().isAlive()).isFalse();
    }

    private static Tally run(InetSocketAddress server, int connections, Supplier<Dialect> dialect) {
        Tally tally = new Tally();
        List<JobCycle> lives = Stream.generate(() -> new JobCycle(dialect.get(), tally))
                .limit(connections)
                .toList();
        assertThat(Loop.run(server, lives, SHORT)).isGreaterThanOrEqualTo(SHORT);
        return tally;
    }

    private static void assertCounted(String tube, Tally tally) {
        String shown = new Api(broker.uri()).get("/v1/tubes/" + tube);
        assertThat(tally.lives()).isPositive();
        assertThat(tally.cycles().count()).isPositive().isLessThanOrEqualTo(tally.lives());
        assertThat(Api.number(shown, "produced")).isEqualTo(tally.lives());
        assertThat(Api.number(shown, "consumed")).isEqualTo(tally.lives());
        assertThat(Api.number(shown, "finished")).isEqualTo(tally.lives());
        assertThat(shown).contains("\"counts\":{\"delayed\":0,\"ready\":0,\"retained\":0,\"failed\":0,\"gated\":0}");
    }

    @Test
    void livesBySingleCallsAreThoseTheBrokerCounts() {
        assertCounted(
                "single",
                run(
                        broker.address(),
                        8,
                        () -> new SingleDialect("single", RandomSources.ids(), PAYLOAD, RequestPart.NONE)));
    }

    @Test
    void livesOfTwoCallsAreThoseTheBrokerCounts() {
        assertCounted(
                "next", run(broker.address(), 8, () -> SingleDialect.takingNext("next", RandomSources.ids(), PAYLOAD)));
    }

    @Test
    void livesInBulkAreThoseTheBrokerCounts() {
        RequestPart fields = BulkDialect.payload(PAYLOAD);
        assertCounted(
                "bulk", run(broker.address(), 4, () -> new BulkDialect("bulk", RandomSources.ids(), 50, fields, 0)));
    }

    @Test
    void jobsOfTheSdkAreThoseTheBrokerCounts() {
        List<String> command = List.of(
                Programs.java(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SdkProgram.class.getName(),
                "single:1",
                "100",
                "sdk",
                broker.http());
        Map<String, Double> figures;
        try (LoadProcess load = stage.load(command)) {
            ClientUse use = new ClientUse(load).broker(broker.process()).redis(stage.redis());
            figures = use.run(SHORT);
            assertThat(figures)
                    .containsKeys("jobs/s", "produce p50 ms", "produce p99 ms", "client us", "broker us", "redis us")
                    .containsKeys("sum us", "allocated KiB", "threads", "client switches", "broker switches");
            figures = load.command("run 0.3");
        }
        // Its last acknowledgements have a response once it has closed.
        Tube tube = new Tube(broker, "sdk");
        assertThat(figures.get("jobs")).isPositive();
        assertThat(tube.count("finished")).isEqualTo(tube.count("produced")).isGreaterThanOrEqualTo(1);
        assertThat(tube.count("consumed")).isEqualTo(tube.count("produced"));
    }

    @Test
    void livesOfBeanstalkdAreThoseItCounts() {
        assumeTrue(Programs.find("beanstalkd").isPresent(), "SKIPPED: beanstalkd is not installed");
        Beanstalkd beanstalkd = stage.beanstalkd().orElseThrow();
        Tally tally = run(beanstalkd.address(), 8, () -> new BeanstalkdDialect(PAYLOAD, 0));
        String stats = beanstalkd.stats();
        assertThat(tally.lives()).isPositive();
        assertThat(stats)
                .contains("\ntotal-jobs: " + tally.lives() + "\n")
                .contains("\ncmd-delete: " + tally.lives() + "\n")
                .contains("\ncurrent-jobs-ready: 0\n", "\ncurrent-jobs-reserved: 0\n");
    }

    @Test
    void livesByTheCallsOfGrape13AreThoseTheBrokerCounts() {
        new Tube(broker, "grape13");
        assertCounted(
                "grape13",
                run(
                        broker.address(),
                        8,
                        () -> new Grape13Dialect(broker.uri(), "grape13", RandomSources.ids(), PAYLOAD)));
    }

    @Test
    void whatWaitsIsWhatWasFilledIn() {
        new Filler(broker, 100).later("later", 1_234);
        Tube tube = new Tube(broker, "later");
        assertThat(tube.count("delayed")).isEqualTo(1_234);
        assertThat(tube.count("produced")).isEqualTo(1_234);
    }

    @Test
    void aTubeIsDrainedToItsLastJob() {
        new Filler(broker, 100).ready("drained", 600);
        Countdown left = new Countdown(600);
        Tally tally = new Tally();
        List<DrainAll> consumers = Stream.generate(() -> new DrainAll(
                        new SingleDialect("drained", RandomSources.ids(), PAYLOAD, RequestPart.NONE), left, tally))
                .limit(4)
                .toList();
        Loop.run(broker.address(), consumers, Duration.ofSeconds(60));
        assertCounted("drained", tally);
        assertThat(tally.lives()).isEqualTo(600);
    }

    @Test
    void everyJobThatIsAwaitedIsSeenOnceItIsDue() {
        Lateness lateness = new Lateness();
        RequestPart delay = out -> out.put("?delayMs=200");
        Loop.run(new SteadyLoad("late", 100, 4, delay).calls(broker, lateness), SHORT);
        Tube tube = new Tube(broker, "late");
        assertThat(lateness.jobs()).isPositive();
        assertThat(tube.count("produced")).isEqualTo(lateness.jobs());
        assertThat(tube.count("finished")).isEqualTo(lateness.jobs());
        assertThat(lateness.figures().get("p50 ms by Redis")).isNotNegative();
    }

    @Test
    void everyLeaseIsLeftToRunOutOnce() {
        SecondDelivery taker = new SecondDelivery();
        RequestPart ttr = out -> out.put("?ttrMs=1000");
        Loop.run(new SteadyLoad("expiry", 100, 4, ttr).calls(broker, taker), SHORT);
        Tube tube = new Tube(broker, "expiry");
        assertThat(taker.lateness().jobs()).isPositive();
        assertThat(tube.count("consumed")).isEqualTo(2L * taker.lateness().jobs());
        assertThat(tube.count("expired")).isEqualTo(taker.lateness().jobs());
        assertThat(tube.count("finished")).isEqualTo(taker.lateness().jobs());
        assertThat(taker.lateness().figures().get("p50 ms by Redis")).isNotNegative();
    }

    @Test
    void whatAConsoleHasToShowIsThereAndSeenInABrowser() {
        assumeTrue(Chromium.program().isPresent(), "SKIPPED: chromium is not installed");
        new ConsoleSeed(broker, 1_000).fill();
        Tube tube = new Tube(broker, ConsoleSeed.TUBE);
        assertThat(tube.count("failed")).isEqualTo(350);
        assertThat(tube.count("retained")).isEqualTo(20);
        assertThat(tube.count("ready")).isEqualTo(50);
        assertThat(tube.count("delayed")).isEqualTo(250);
        Chromium chromium = stage.chromium().orElseThrow();
        ConsolePage page = ConsolePage.all(broker).get(0);
        PageTiming look = page.look(broker, chromium);
        assertThat(look.firstPaint()).isPositive().isLessThanOrEqualTo(look.data());
        assertThat(look.calls()).isGreaterThanOrEqualTo(3);
        assertThat(look.bytes()).isBetween(1024.0, 150.0 * 1024);
    }

    @Test
    void theSlowestCommandOfAWhileIsSeenAndNoneIsRemoved() {
        RedisPort port = stage.redis().port();
        SlowLog slow = stage.slowLog();
        assertThat(port.ask().configGet("slowlog-*"))
                .as("set until the stage is closed")
                .isNotEqualTo(slowLogBefore);
        port.ask().eval("for i = 1, 100000 do redis.sha1hex('x') end", ScriptOutputType.STATUS);
        double slowest = slow.slowestMillis();
        assertThat(slowest).isGreaterThan(1);
        assertThat(slow.start().slowestMillis()).isLessThan(slowest);
        assertThat(port.ask().slowlogLen()).as("entries that are kept").isPositive();
    }

    @Test
    void aRunThatIsRefusedFails() {
        assertThatThrownBy(() -> run(
                        broker.address(),
                        1,
                        () -> new SingleDialect("t", RandomSources.ids(), PAYLOAD, out -> out.put("?ttrMs=1"))))
                .isInstanceOf(LoadFailure.class)
                .hasMessageContaining("expected 201, got: HTTP/1.1 400");
    }
}
