package io.grape.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.grape.bench.load.BeanstalkdDialect;
import io.grape.bench.load.BulkDialect;
import io.grape.bench.load.Dialect;
import io.grape.bench.load.Lives;
import io.grape.bench.load.LoadFailure;
import io.grape.bench.load.Loop;
import io.grape.bench.load.Part;
import io.grape.bench.load.Payload;
import io.grape.bench.load.SingleDialect;
import io.grape.bench.load.Tally;
import io.grape.bench.stage.Api;
import io.grape.bench.stage.Beanstalkd;
import io.grape.bench.stage.Broker;
import io.grape.bench.stage.Packages;
import io.grape.bench.stage.Stage;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The generator against real servers: what it counts is what they count. */
class LoadTest {
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final byte[] PAYLOAD = Payload.json(100);

    private static Stage stage;
    private static Broker broker;

    @BeforeAll
    static void start() {
        List<String> program = List.of(
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), "io.grape.server.Main");
        stage = Stage.open(new Stage.Settings(program, ""));
        broker = stage.broker();
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    private static Tally run(InetSocketAddress server, int connections, Supplier<Dialect> dialect) {
        Tally tally = new Tally();
        List<Lives> lives = Stream.generate(() -> new Lives(dialect.get(), tally))
                .limit(connections)
                .toList();
        assertThat(Loop.run(server, lives, SHORT)).isGreaterThanOrEqualTo(SHORT);
        return tally;
    }

    private static void assertCounted(String tube, Tally tally) {
        String shown = new Api(broker.http()).get("/v1/tubes/" + tube);
        assertThat(tally.lives()).isPositive();
        assertThat(tally.cycles().count()).isPositive().isLessThanOrEqualTo((int) tally.lives());
        assertThat(Api.number(shown, "produced")).isEqualTo(tally.lives());
        assertThat(Api.number(shown, "consumed")).isEqualTo(tally.lives());
        assertThat(Api.number(shown, "finished")).isEqualTo(tally.lives());
        assertThat(shown).contains("\"counts\":{\"delayed\":0,\"ready\":0,\"retained\":0,\"failed\":0}");
    }

    @Test
    void livesBySingleCallsAreThoseTheBrokerCounts() {
        assertCounted(
                "single", run(broker.address(), 8, () -> new SingleDialect("single", Seeds.ids(), PAYLOAD, Part.NONE)));
    }

    @Test
    void livesInBulkAreThoseTheBrokerCounts() {
        Part fields = BulkDialect.payload(PAYLOAD);
        assertCounted("bulk", run(broker.address(), 4, () -> new BulkDialect("bulk", Seeds.ids(), 50, fields, 0)));
    }

    @Test
    void livesOfBeanstalkdAreThoseItCounts() {
        assumeTrue(Packages.find("beanstalkd").isPresent(), "SKIPPED: beanstalkd is not installed");
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
    void aRunThatIsRefusedFails() {
        assertThatThrownBy(() -> run(
                        broker.address(),
                        1,
                        () -> new SingleDialect("t", Seeds.ids(), PAYLOAD, out -> out.put("?ttrMs=1"))))
                .isInstanceOf(LoadFailure.class)
                .hasMessageContaining("expected 201, got: HTTP/1.1 400");
    }
}
