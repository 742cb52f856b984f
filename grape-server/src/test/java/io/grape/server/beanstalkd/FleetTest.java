package io.grape.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.Seed;
import io.grape.harness.HarnessFailure;
import io.grape.harness.RedisNode;
import io.grape.harness.RunningBroker;
import io.grape.process.FreePorts;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two brokers on a Redis that syncs each write, and a fleet of clients, while one after the other is killed. */
@Tag("apart")
final class FleetTest {
    private static final int CONNECTIONS = 64;
    private static final int PRODUCERS = 16;
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final int SOME = 200;
    private static final int ROUNDS = Integer.getInteger("grape.fleet.rounds", 30);

    private final FleetLog log = new FleetLog();
    private final List<RunningBroker> brokers = new ArrayList<>();
    private RedisNode redis;

    @BeforeEach
    void start(@TempDir Path directory) {
        redis = RedisNode.start(directory, FreePorts.one(), "--appendonly", "yes", "--appendfsync", "always");
        for (int i = 0; i < 2; i++) {
            brokers.add(RunningBroker.start("--http-port=0", "--beanstalkd-port=0", "--redis=" + redis.uri()));
        }
        brokers.forEach(RunningBroker::awaitServing);
    }

    @AfterEach
    void close() {
        brokers.forEach(RunningBroker::close);
        redis.close();
    }

    private InetSocketAddress any(Random random) {
        RunningBroker one = brokers.get(random.nextInt(brokers.size()));
        try {
            return one.beanstalkdAddress();
        } catch (HarnessFailure notReady) {
            throw new IllegalStateException(notReady);
        }
    }

    private WireClient client(int broker) {
        return WireClient.to(brokers.get(broker).beanstalkdAddress().getPort());
    }

    private void killABroker(int which) {
        brokers.get(which).kill();
        awaitSomeMore();
        brokers.get(which).launch();
        brokers.get(which).awaitServing();
    }

    private void killRedis() {
        redis.kill();
        redis.restart();
        brokers.forEach(RunningBroker::awaitServing);
    }

    /** The fleet goes on. */
    private void awaitSomeMore() {
        int before = log.deletes();
        await().atMost(SOON).until(() -> log.deletes() >= before + SOME);
    }

    private void drainABroker(int which) {
        assertThat(brokers.get(which).terminate()).isZero();
        brokers.get(which).launch();
        brokers.get(which).awaitServing();
    }

    /** Under a fleet: all of it, and then no job is left. */
    private void underLoad(Runnable faults) {
        during(new Fleet(log, this::any, CONNECTIONS, PRODUCERS, Seed.value()), () -> {
            awaitSomeMore();
            faults.run();
            awaitSomeMore();
        });
        during(new Fleet(log, this::any, CONNECTIONS / 2, 0, Seed.value()), this::awaitNoneLeft);
        assertThat(log.wrong()).isEmpty();
        assertThat(log.puts()).isPositive();
        System.out.println("the fleet: " + log.puts() + " puts, " + log.deletes() + " deletes");
    }

    private static void during(Fleet fleet, Runnable what) {
        try (fleet) {
            what.run();
        }
    }

    private void awaitNoneLeft() {
        try (WireClient asking = client(0)) {
            await().atMost(SOON).pollInterval(Duration.ofMillis(500)).until(() -> {
                asking.call("kick 1000");
                String stats = asking.call("stats-tube default");
                return Stream.of("ready", "reserved", "delayed", "buried")
                        .allMatch(state -> stats.contains("current-jobs-" + state + ": 0\n"));
            });
        }
    }

    @Test
    void noJobIsLostOrGivenTwiceWhateverIsKilled() {
        underLoad(() -> {
            killABroker(0);
            awaitSomeMore();
            killRedis();
            awaitSomeMore();
            drainABroker(1);
        });
    }

    @Test
    @Tag("long")
    void norInManyRounds() {
        Random random = new Random(Seed.value());
        underLoad(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                switch (random.nextInt(3)) {
                    case 0 -> killABroker(random.nextInt(2));
                    case 1 -> killRedis();
                    default -> drainABroker(random.nextInt(2));
                }
                awaitSomeMore();
            }
        });
    }

    /** Each connection holds one job. */
    private List<WireClient> holders(int broker, int ttr) {
        List<WireClient> holders =
                IntStream.range(0, CONNECTIONS).mapToObj(i -> client(broker)).toList();
        holders.forEach(one -> one.put(0, 0, ttr, "x"));
        holders.forEach(WireClient::reserve);
        return holders;
    }

    private static void assertThatAllComeAgain(WireClient other) {
        for (int i = 0; i < CONNECTIONS; i++) {
            String response = other.call("reserve-with-timeout 25");
            assertThat(response).as("job " + i).startsWith("RESERVED ");
            assertThat(other.call("delete " + response.split(" ", -1)[1])).isEqualTo("DELETED");
        }
    }

    @Test
    void aDrainedBrokerGivesBackWhatItsConnectionsHold() {
        List<WireClient> holders = holders(0, 3600);
        assertThat(brokers.get(0).terminate()).isZero();
        try (WireClient other = client(1)) {
            assertThatAllComeAgain(other);
        }
        assertThat(holders).allMatch(WireClient::isClosed);
        holders.forEach(WireClient::close);
    }

    @Test
    void aKilledBrokersReservationsEndWithTheirTime() {
        List<WireClient> holders = holders(0, 2);
        brokers.get(0).kill();
        try (WireClient other = client(1)) {
            assertThatAllComeAgain(other);
        }
        holders.forEach(WireClient::close);
    }

    @Test
    void theJobsOfKilledClientsComeAtOnceAlsoAfterRedisWasAway() {
        List<WireClient> holders = holders(0, 3600);
        try (WireClient other = client(1)) {
            redis.kill();
            holders.forEach(WireClient::reset);
            redis.restart();
            // The health may still be that of before.
            await().until(() -> !other.call("peek 1").equals("INTERNAL_ERROR"));
            assertThatAllComeAgain(other);
        }
    }
}
