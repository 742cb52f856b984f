package io.grape.redis;

import static io.grape.core.ContractSteps.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.TubeName;
import io.grape.core.broker.Brokers;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Brokers that live, leave and die, and who looks after their tubes. */
interface BrokersContract extends StoreContract {
    /** So long that no broker of a test is taken for dead. */
    Duration NEVER = Duration.ofDays(1);
    /** So short that any broker that has beaten before is taken for dead. */
    Duration AT_ONCE = Duration.ZERO;

    private TubeName named(String name) {
        return new TubeName(tube() + "/" + name);
    }

    private Brokers broker(Duration deadAfter) {
        return anotherStore(deadAfter).brokers();
    }

    private static Brokers announcing(Brokers broker, TubeName... tubes) {
        get(broker.beat());
        for (TubeName tube : tubes) {
            get(broker.announce(tube));
        }
        return broker;
    }

    @Test
    default void aLivingBrokerKeepsItsTubes() {
        Brokers first = announcing(broker(NEVER), named("a"));
        assertThat(get(broker(NEVER).beat()).adopted()).isEmpty();
        assertThat(get(first.beat()).announced()).isEqualTo(1);
    }

    @Test
    default void theTubesOfABrokerThatLeftPassToTheNextThatBeats() {
        Brokers first = announcing(broker(NEVER), named("a"), named("b"));
        Brokers second = announcing(broker(NEVER), named("c"));
        get(first.leave());
        Brokers.Beat beat = get(second.beat());
        assertThat(beat.adopted()).containsExactlyInAnyOrder(named("a"), named("b"));
        assertThat(beat.announced()).isEqualTo(3);
        assertThat(get(second.beat()).adopted()).isEmpty();
        assertThat(get(broker(NEVER).beat()).adopted()).isEmpty();
    }

    @Test
    default void whatABrokerSaysIsReadByAllUntilItLeaves() {
        Brokers first = announcing(broker(NEVER));
        Brokers second = announcing(broker(NEVER));
        get(first.say("one"));
        get(first.say("one again"));
        get(second.say("two words"));
        Brokers.Roll roll = get(second.roll());
        assertThat(roll.brokers()).extracting(Brokers.Said::about).containsExactlyInAnyOrder("one again", "two words");
        assertThat(roll.brokers()).allSatisfy(said -> {
            assertThat(said.isSelf()).isEqualTo(said.about().equals("two words"));
            assertThat(said.isAlive()).isTrue();
            assertThat(said.beat()).isBetween(roll.now().minusSeconds(60), roll.now());
        });
        get(first.leave());
        assertThat(get(second.roll()).brokers()).extracting(Brokers.Said::about).containsExactly("two words");
        get(second.leave());
    }

    @Test
    default void aBrokerThatDiedIsStillKnownForAWhile() {
        Brokers first = announcing(broker(NEVER));
        get(first.say("one"));
        Brokers second = broker(AT_ONCE);
        assertThat(get(second.roll()).brokers())
                .extracting(Brokers.Said::isAlive)
                .containsExactly(false);
        get(second.beat());
        assertThat(get(second.roll()).brokers()).extracting(Brokers.Said::about).containsExactly("one");
        get(first.leave());
    }

    @Test
    default void theTubesOfABrokerThatFellSilentPassOn() {
        announcing(broker(NEVER), named("a"));
        assertThat(get(broker(AT_ONCE).beat()).adopted()).containsExactly(named("a"));
    }

    @Test
    default void aBrokerThatWasTakenForDeadLearnsThatItsTubesAreGone() {
        Brokers silent = announcing(broker(NEVER), named("a"));
        assertThat(get(broker(AT_ONCE).beat()).adopted()).containsExactly(named("a"));
        assertThat(get(silent.beat()).announced()).isZero();
        get(silent.announce(named("a")));
        assertThat(get(silent.beat()).announced()).isEqualTo(1);
    }

    @Test
    default void aBrokerThatFellSilentItselfAdoptsNothingFromItself() {
        Brokers self = announcing(broker(AT_ONCE), named("a"));
        Brokers.Beat beat = get(self.beat());
        assertThat(beat.adopted()).isEmpty();
        assertThat(beat.announced()).isEqualTo(1);
    }

    @Test
    default void aTubeThatWasWithdrawnPassesToNobody() {
        Brokers first = announcing(broker(NEVER), named("a"), named("b"));
        get(first.withdraw(named("a")));
        get(first.leave());
        assertThat(get(broker(NEVER).beat()).adopted()).containsExactly(named("b"));
    }

    @Test
    default void theTubesOfEveryDeadBrokerPassOn() {
        for (String name : List.of("a", "b", "c")) {
            get(announcing(broker(NEVER), named(name)).leave());
        }
        get(announcing(broker(NEVER)).leave());
        Brokers heir = broker(NEVER);
        Set<TubeName> adopted = new HashSet<>();
        for (int beat = 0; beat < 5; beat++) {
            adopted.addAll(get(heir.beat()).adopted());
        }
        assertThat(adopted).containsExactlyInAnyOrder(named("a"), named("b"), named("c"));
    }

    @Test
    default void manyTubesPassOnAThousandABeat() {
        TubeName[] tubes =
                IntStream.range(0, 2500).mapToObj(i -> named("n" + i)).toArray(TubeName[]::new);
        get(announcing(broker(NEVER), tubes).leave());
        Brokers heir = broker(NEVER);
        Set<TubeName> adopted = new HashSet<>();
        for (int expected : new int[] {1000, 1000, 500, 0}) {
            Set<TubeName> now = get(heir.beat()).adopted();
            assertThat(now).hasSize(expected);
            adopted.addAll(now);
        }
        assertThat(adopted).containsExactlyInAnyOrder(tubes);
    }

    @Test
    default void theRegistryTellsOfEveryTubeThatIsMadeOrRemoved() {
        Brokers watching = broker(NEVER);
        String before = get(watching.beat()).registry();
        create(TubeSettings.DEFAULT);
        String made = get(watching.beat()).registry();
        assertThat(made).isNotEqualTo(before);
        get(tubes().create(tube(), TubeSettings.DEFAULT));
        produce("a");
        assertThat(get(watching.beat()).registry()).isEqualTo(made);
        get(tubes().delete(tube()));
        assertThat(get(watching.beat()).registry()).isNotIn(before, made);
    }
}
