package io.grape.client.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.harness.RunningBroker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients produce and work while something happens to their brokers. What is to hold then is in {@link Scenario#check}. */
@Tag("apart")
class FaultsTest {
    @RegisterExtension
    static final FaultEnvironment GROUND = new FaultEnvironment();

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration ATTEMPTS_OF_2_S = Duration.ofSeconds(6);
    private static final long LATE_MILLIS = 300;
    private static final int SOME = 40;
    private static final int FILL = 600;

    private static Scenario scenario(String name, Duration callTimeout) {
        return new Scenario(name, callTimeout, List.of(GROUND.first.uri(), GROUND.second.uri()));
    }

    private static Scenario scenario(String name) {
        return scenario(name, CALL_TIMEOUT);
    }

    @Test
    void aBrokerIsKilledAndComesBack() {
        try (Scenario scenario = scenario("killed")) {
            scenario.load().worker().taker().awaitProgress(SOME);

            GROUND.first.kill();
            scenario.awaitProgress(SOME);
            GROUND.first.startAgain();
            scenario.awaitTold("- " + GROUND.first.uri());
            scenario.awaitTold("+ " + GROUND.first.uri());
            scenario.awaitProgress(SOME);
            scenario.check();
        }
    }

    /** One after the other, as for a new version. */
    @Test
    void bothBrokersAreRestartedOneAfterTheOther() {
        try (Scenario scenario = scenario("rolling")) {
            scenario.load().worker().taker().awaitProgress(SOME);
            for (RunningBroker broker : List.of(GROUND.first, GROUND.second)) {
                assertThat(broker.terminate(RunningBroker.PATIENCE)).isZero();
                scenario.awaitProgress(SOME);
                broker.startAgain();
            }
            scenario.awaitProgress(SOME);
            scenario.check();
        }
    }

    /** Meanwhile no broker can answer, so calls may fail; what was answered is not lost. */
    @Test
    void redisIsKilledAndComesBackWithItsFile() {
        try (Scenario scenario = scenario("redis").stubborn()) {
            scenario.load().worker().taker().awaitProgress(SOME);
            GROUND.redis.kill();
            GROUND.redis.restart();
            scenario.awaitProgress(SOME);
            scenario.check();
        }
    }

    /**
     * A stopped broker has read produces that it does when it goes on, though the client has had them done by the other since. Whoever
     * finishes such a job before gets it again; so their work begins when that broker has done all that it was asked.
     */
    @Test
    void aBrokerIsStoppedForTenSecondsAndGoesOn() {
        try (Scenario work = scenario("stopped-work", ATTEMPTS_OF_2_S).fill(FILL);
                Scenario produces = scenario("stopped", ATTEMPTS_OF_2_S).load()) {
            produces.awaitProduced(SOME);
            work.worker().taker().awaitProgress(1);

            GROUND.first.stop();
            CompletableFuture<Void> tenSeconds =
                    CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(10, TimeUnit.SECONDS));
            produces.awaitTold("- " + GROUND.first.uri());
            produces.awaitProduced(SOME);
            work.check();
            tenSeconds.join();
            GROUND.first.resume();

            produces.awaitTold("+ " + GROUND.first.uri());
            produces.awaitProduced(SOME);
            produces.endLoad();
            assertThat(GROUND.first.terminate(RunningBroker.PATIENCE)).isZero();
            produces.worker().taker().check();
        }
    }

    @Test
    void answersAreLostAndConnectionsBreak() {
        Losses losses = new Losses();
        try (FaultyWire one = new FaultyWire(GROUND.first.uri(), 0, losses);
                FaultyWire other = new FaultyWire(GROUND.second.uri(), 0, losses);
                Scenario scenario = new Scenario("lossy", ATTEMPTS_OF_2_S, List.of(one.uri(), other.uri()))) {
            scenario.load().worker().taker().awaitProgress(4 * SOME);
            losses.end();
            scenario.check();
            assertThat(losses.lost()).isPositive();
        }
    }

    /** Three addresses; the slow one leads to a broker that answers at once at its own. */
    @Test
    void aSlowBrokerGetsNoCallsOnceItIsKnown() {
        AtomicInteger produces = new AtomicInteger();
        FaultyWire.Fates counting = call -> {
            if (call.startsWith("PUT /v1/tubes/slow/jobs/")) {
                produces.incrementAndGet();
            }
            return FaultyWire.Fate.PASSES;
        };
        try (FaultyWire slow = new FaultyWire(GROUND.first.uri(), LATE_MILLIS, counting);
                Scenario scenario = new Scenario(
                        "slow", CALL_TIMEOUT, List.of(slow.uri(), GROUND.first.uri(), GROUND.second.uri()))) {
            scenario.load().worker().taker().awaitTold("- " + slow.uri());
            assertThat(produces).hasPositiveValue();
            await().atMost(RunningBroker.PATIENCE).until(() -> getsNoneWhileItIsOut(slow, scenario, produces));
            scenario.check();
        }
    }

    /** False where it was not out all the time: others that are slow, as this machine is busy, bring it back. */
    private static boolean getsNoneWhileItIsOut(FaultyWire slow, Scenario scenario, AtomicInteger produces) {
        List<String> told = List.copyOf(scenario.told);
        scenario.awaitProduced(SOME);
        int known = produces.get();
        scenario.awaitProduced(3 * SOME);
        int now = produces.get();
        if (!told.equals(scenario.told) || !told.get(told.size() - 1).equals("- " + slow.uri())) {
            return false;
        }
        assertThat(now).isEqualTo(known);
        return true;
    }
}
