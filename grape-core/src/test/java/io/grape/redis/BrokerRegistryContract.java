package io.grape.redis;

import static io.grape.core.ContractSteps.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.TubeName;
import io.grape.core.broker.BrokerInfo;
import io.grape.core.broker.BrokerRegistry;
import io.grape.core.broker.BrokerSnapshot;
import io.grape.core.broker.RegistryState;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Brokers that live, leave and die, and who looks after their tubes. */
interface BrokerRegistryContract extends StoreContract {
    /** So long that no broker of a test is taken for dead. */
    Duration NEVER = Duration.ofDays(1);
    /** So short that any broker that has beaten before is taken for dead. */
    Duration CONCURRENCY = Duration.ZERO;

    private TubeName named(String name) {
        return new TubeName(tube() + "/" + name);
    }

    private BrokerRegistry broker(Duration deadAfter) {
        return anotherStore(deadAfter).brokers();
    }

    private static BrokerRegistry announcing(BrokerRegistry broker, TubeName... tubes) {
        get(broker.heartbeat());
        for (TubeName tube : tubes) {
            get(broker.announce(tube));
        }
        return broker;
    }

    @Test
    default void aLivingBrokerKeepsItsTubes() {
        BrokerRegistry first = announcing(broker(NEVER), named("a"));
        assertThat(get(broker(NEVER).heartbeat()).adopted()).isEmpty();
        assertThat(get(first.heartbeat()).announced()).isEqualTo(1);
    }

    @Test
    default void theTubesOfABrokerThatLeftPassToTheNextThatBeats() {
        BrokerRegistry first = announcing(broker(NEVER), named("a"), named("b"));
        BrokerRegistry second = announcing(broker(NEVER), named("c"));
        get(first.leave());
        RegistryState heartbeat = get(second.heartbeat());
        assertThat(heartbeat.adopted()).containsExactlyInAnyOrder(named("a"), named("b"));
        assertThat(heartbeat.announced()).isEqualTo(3);
        assertThat(get(second.heartbeat()).adopted()).isEmpty();
        assertThat(get(broker(NEVER).heartbeat()).adopted()).isEmpty();
    }

    @Test
    default void whatABrokerSaysIsReadByAllUntilItLeaves() {
        BrokerRegistry first = announcing(broker(NEVER));
        BrokerRegistry second = announcing(broker(NEVER));
        get(first.publish("one"));
        get(first.publish("one again"));
        get(second.publish("two words"));
        BrokerSnapshot snapshot = get(second.list());
        assertThat(snapshot.brokers())
                .extracting(BrokerInfo::about)
                .containsExactlyInAnyOrder("one again", "two words");
        assertThat(snapshot.brokers()).allSatisfy(said -> {
            assertThat(said.isSelf()).isEqualTo(said.about().equals("two words"));
            assertThat(said.isAlive()).isTrue();
            assertThat(said.heartbeat()).isBetween(snapshot.now().minusSeconds(60), snapshot.now());
        });
        get(first.leave());
        assertThat(get(second.list()).brokers()).extracting(BrokerInfo::about).containsExactly("two words");
        get(second.leave());
    }

    @Test
    default void aBrokerThatDiedIsStillKnownForAWhile() {
        BrokerRegistry first = announcing(broker(NEVER));
        get(first.publish("one"));
        BrokerRegistry second = broker(CONCURRENCY);
        assertThat(get(second.list()).brokers()).extracting(BrokerInfo::isAlive).containsExactly(false);
        get(second.heartbeat());
        assertThat(get(second.list()).brokers()).extracting(BrokerInfo::about).containsExactly("one");
        get(first.leave());
    }

    @Test
    default void theTubesOfABrokerThatFellSilentPassOn() {
        announcing(broker(NEVER), named("a"));
        assertThat(get(broker(CONCURRENCY).heartbeat()).adopted()).containsExactly(named("a"));
    }

    @Test
    default void aBrokerThatWasTakenForDeadLearnsThatItsTubesAreGone() {
        BrokerRegistry silent = announcing(broker(NEVER), named("a"));
        assertThat(get(broker(CONCURRENCY).heartbeat()).adopted()).containsExactly(named("a"));
        assertThat(get(silent.heartbeat()).announced()).isZero();
        get(silent.announce(named("a")));
        assertThat(get(silent.heartbeat()).announced()).isEqualTo(1);
    }

    @Test
    default void aBrokerThatFellSilentItselfAdoptsNothingFromItself() {
        BrokerRegistry self = announcing(broker(CONCURRENCY), named("a"));
        RegistryState heartbeat = get(self.heartbeat());
        assertThat(heartbeat.adopted()).isEmpty();
        assertThat(heartbeat.announced()).isEqualTo(1);
    }

    @Test
    default void aTubeThatWasWithdrawnPassesToNobody() {
        BrokerRegistry first = announcing(broker(NEVER), named("a"), named("b"));
        get(first.withdraw(named("a")));
        get(first.leave());
        assertThat(get(broker(NEVER).heartbeat()).adopted()).containsExactly(named("b"));
    }

    @Test
    default void theTubesOfEveryDeadBrokerPassOn() {
        for (String name : List.of("a", "b", "c")) {
            get(announcing(broker(NEVER), named(name)).leave());
        }
        get(announcing(broker(NEVER)).leave());
        BrokerRegistry heir = broker(NEVER);
        Set<TubeName> adopted = new HashSet<>();
        for (int heartbeat = 0; heartbeat < 5; heartbeat++) {
            adopted.addAll(get(heir.heartbeat()).adopted());
        }
        assertThat(adopted).containsExactlyInAnyOrder(named("a"), named("b"), named("c"));
    }

    @Test
    default void manyTubesPassOnAThousandABeat() {
        TubeName[] tubes =
                IntStream.range(0, 2500).mapToObj(i -> named("n" + i)).toArray(TubeName[]::new);
        get(announcing(broker(NEVER), tubes).leave());
        BrokerRegistry heir = broker(NEVER);
        Set<TubeName> adopted = new HashSet<>();
        for (int expected : new int[] {1000, 1000, 500, 0}) {
            Set<TubeName> now = get(heir.heartbeat()).adopted();
            assertThat(now).hasSize(expected);
            adopted.addAll(now);
        }
        assertThat(adopted).containsExactlyInAnyOrder(tubes);
    }

    @Test
    default void theRegistryTellsOfEveryTubeThatIsMadeOrRemoved() {
        BrokerRegistry watching = broker(NEVER);
        String before = get(watching.heartbeat()).registry();
        create(TubeSettings.DEFAULT);
        String made = get(watching.heartbeat()).registry();
        assertThat(made).isNotEqualTo(before);
        get(tubes().create(tube(), TubeSettings.DEFAULT));
        produce("a");
        assertThat(get(watching.heartbeat()).registry()).isEqualTo(made);
        get(tubes().delete(tube()));
        assertThat(get(watching.heartbeat()).registry()).isNotIn(before, made);
    }
}
