package io.grape.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.transport.Circuit.Why;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BrokersTest {
    private final SetClock clock = new SetClock();
    private final List<String> told = new ArrayList<>();

    private Brokers brokers(int count) {
        List<URI> uris = IntStream.range(0, count)
                .mapToObj(i -> URI.create("http://b" + i))
                .toList();
        return new Brokers(uris, new Random(7), clock, new Brokers.Listener() {
            @Override
            public void ejected(Brokers brokers, Broker broker, Why why, String detail) {
                told.add("-" + broker.base().getHost() + " " + why);
            }

            @Override
            public void aloneFails(Broker broker, String detail) {
                told.add("!" + broker.base().getHost() + " " + detail);
            }

            @Override
            public void restored(Broker broker, Why why) {
                told.add("+" + broker.base().getHost() + " " + why);
            }

            @Override
            public void breakerOpened(Broker broker, Traffic traffic, String detail) {
                told.add("-" + broker.base().getHost() + " " + traffic);
            }

            @Override
            public void breakerClosed(Broker broker, Traffic traffic) {
                told.add("+" + broker.base().getHost() + " " + traffic);
            }
        });
    }

    private static Broker named(Brokers brokers, String name) {
        for (int i = 0; i < 1000; i++) {
            Broker broker = brokers.admit(Traffic.OTHER, Set.of()).broker();
            if (broker.base().getHost().equals(name)) {
                return broker;
            }
        }
        throw new AssertionError("not among those that get calls: " + name);
    }

    private static Set<String> chosen(Brokers brokers) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            names.add(brokers.admit(Traffic.OTHER, Set.of()).broker().base().getHost());
        }
        return names;
    }

    private static void fail(Brokers brokers, Broker broker) {
        for (int i = 0; i < 3; i++) {
            brokers.failed(broker, "refused");
        }
    }

    private static AttemptResult timedOut(Broker broker) {
        return AttemptResult.timedOut(broker, Duration.ofSeconds(1).toNanos());
    }

    private void breakProduces(Brokers brokers, Broker broker) {
        for (int i = 0; i < 20; i++) {
            brokers.ended(broker, Traffic.PRODUCE, clock.getAsLong(), timedOut(broker));
        }
    }

    private static Set<String> chosen(Brokers brokers, Traffic traffic) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            names.add(brokers.admit(traffic, Set.of()).broker().base().getHost());
        }
        return names;
    }

    private void answer(Brokers brokers, Broker broker, int times, long millis) {
        for (int i = 0; i < times; i++) {
            brokers.responded(
                    broker, clock.getAsLong(), Duration.ofMillis(millis).toNanos());
        }
    }

    @Test
    void ofABrokerThatIsAloneItIsOnlyToldThatItFails() {
        Brokers brokers = brokers(1);
        Broker alone = named(brokers, "b0");
        for (int i = 0; i < 3; i++) {
            brokers.failed(alone, "away");
        }
        assertThat(told).containsExactly("!b0 away");
        assertThat(chosen(brokers)).containsExactly("b0");
    }

    @Test
    void callsAreSpread() {
        assertThat(chosen(brokers(3))).containsExactlyInAnyOrder("b0", "b1", "b2");
    }

    @Test
    void ofTwoTheOneWithLessToDoGetsTheCall() {
        Brokers brokers = brokers(2);
        named(brokers, "b0").begins();
        assertThat(chosen(brokers)).containsExactly("b1");
    }

    @Test
    void aRepeatGoesToAnother() {
        Brokers brokers = brokers(2);
        Broker first = brokers.admit(Traffic.OTHER, Set.of()).broker();
        assertThat(brokers.another(Traffic.OTHER, Set.of(first))).isTrue();
        assertThat(brokers.admit(Traffic.OTHER, Set.of(first)).broker()).isNotSameAs(first);
    }

    @Test
    void oneThatFailsGetsNoCallsUntilItIsWell() {
        Brokers brokers = brokers(2);
        Broker failing = named(brokers, "b0");
        fail(brokers, failing);
        assertThat(chosen(brokers)).containsExactly("b1");
        assertThat(brokers.restore(failing, 0)).isTrue();
        assertThat(chosen(brokers)).contains("b0");
        assertThat(told).containsExactly("-b0 FAILING", "+b0 FAILING");
    }

    @Test
    void aRepeatGoesBackToTheOnlyOneThatIsWell() {
        Brokers brokers = brokers(2);
        fail(brokers, named(brokers, "b0"));
        Broker well = named(brokers, "b1");
        assertThat(brokers.another(Traffic.OTHER, Set.of(well))).isFalse();
        assertThat(brokers.admit(Traffic.OTHER, Set.of(well)).broker()).isSameAs(well);
    }

    @Test
    void whenAllFailCallsStillGoSomewhere() {
        Brokers brokers = brokers(2);
        Broker first = named(brokers, "b0");
        Broker second = named(brokers, "b1");
        fail(brokers, first);
        fail(brokers, second);
        assertThat(chosen(brokers)).containsExactlyInAnyOrder("b0", "b1");
        clock.forward(Duration.ofMillis(1));
        answer(brokers, second, 1, 1);
        assertThat(chosen(brokers)).containsExactly("b1");
    }

    @Test
    void aBrokerThatGoesDownIsWorseThanOneThatFails() {
        Brokers brokers = brokers(2);
        Broker failing = named(brokers, "b0");
        Broker draining = named(brokers, "b1");
        brokers.drains(draining);
        fail(brokers, failing);
        assertThat(chosen(brokers)).containsExactly("b0");
    }

    @Test
    void theOnlyBrokerIsNeverLeftOut() {
        Brokers brokers = brokers(1);
        fail(brokers, named(brokers, "b0"));
        brokers.drains(named(brokers, "b0"));
        assertThat(told).noneMatch(said -> said.startsWith("-"));
    }

    @Test
    void oneThatTakesFiveTimesAsLongAsTheOthersIsLeftOut() {
        Brokers brokers = brokers(3);
        Broker slow = named(brokers, "b0");
        answer(brokers, named(brokers, "b1"), 32, 20);
        answer(brokers, named(brokers, "b2"), 32, 20);
        answer(brokers, slow, 15, 120);
        assertThat(told).isEmpty();
        answer(brokers, slow, 1, 120);
        assertThat(told).containsExactly("-b0 SLOW");
    }

    @Test
    void oneThatIsStillSlowStaysOut() {
        Brokers brokers = brokers(2);
        Broker slow = named(brokers, "b0");
        answer(brokers, named(brokers, "b1"), 32, 20);
        answer(brokers, slow, 16, 120);
        assertThat(brokers.restore(slow, Duration.ofMillis(120).toNanos())).isFalse();
        assertThat(brokers.restore(slow, Duration.ofMillis(90).toNanos())).isTrue();
        assertThat(told).containsExactly("-b0 SLOW", "+b0 SLOW");
    }

    @Test
    void lessThanATenthOfASecondIsNeverSlow() {
        Brokers brokers = brokers(2);
        answer(brokers, named(brokers, "b1"), 32, 1);
        answer(brokers, named(brokers, "b0"), 32, 100);
        assertThat(told).isEmpty();
    }

    @Test
    void noMoreThanHalfAreLeftOutForBeingSlow() {
        Brokers brokers = brokers(3);
        Broker second = named(brokers, "b1");
        answer(brokers, named(brokers, "b2"), 32, 20);
        Broker first = named(brokers, "b0");
        answer(brokers, first, 16, 120);
        answer(brokers, second, 32, 120);
        assertThat(told).containsExactly("-b0 SLOW");
    }

    @Test
    void whereAllAreSlowNoneIs() {
        Brokers brokers = brokers(2);
        Broker first = named(brokers, "b0");
        Broker second = named(brokers, "b1");
        for (int i = 0; i < 40; i++) {
            answer(brokers, first, 1, 900);
            answer(brokers, second, 1, 800);
        }
        assertThat(told).isEmpty();
    }

    @Test
    void whatALongWaitTookSaysNothing() {
        Brokers brokers = brokers(2);
        answer(brokers, named(brokers, "b1"), 32, 20);
        Broker waiting = named(brokers, "b0");
        for (int i = 0; i < 40; i++) {
            brokers.responded(waiting, clock.getAsLong(), -1);
        }
        assertThat(told).isEmpty();
    }

    @Test
    void whereOneKindOfCallsFailsItGoesToTheOthersAndTheRestDoesNot() {
        Brokers brokers = brokers(2);
        breakProduces(brokers, named(brokers, "b0"));
        assertThat(told).containsExactly("-b0 PRODUCE");
        assertThat(chosen(brokers, Traffic.PRODUCE)).containsExactly("b1");
        for (Traffic other : EnumSet.complementOf(EnumSet.of(Traffic.PRODUCE))) {
            assertThat(chosen(brokers, other)).as(other.name()).contains("b0");
        }
    }

    @Test
    void whereItFailsEverywhereItIsHeldBackUntilOnePasses() {
        Brokers brokers = brokers(1);
        Broker alone = named(brokers, "b0");
        breakProduces(brokers, alone);
        AttemptResult heldBack = heldBack(brokers);
        assertThat(heldBack.failure().code()).isEqualTo(CallException.OVERLOADED);
        assertThat(heldBack.failure().retryAfter()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(3));
        assertThat(heldBack.failure().detail()).contains("held back by this client", "http://b0", "it did not happen");

        clock.forward(heldBack.failure().retryAfter());
        assertThat(brokers.admit(Traffic.PRODUCE, Set.of()).heldBack()).isNull();
        assertThat(heldBack(brokers).isThrottled()).isFalse();

        clock.forward(Duration.ofSeconds(3));
        assertThat(brokers.admit(Traffic.PRODUCE, Set.of()).heldBack()).isNull();
    }

    private static AttemptResult heldBack(Brokers brokers) {
        return Objects.requireNonNull(brokers.admit(Traffic.PRODUCE, Set.of()).heldBack());
    }

    @Test
    void oneThatIsRestoredGetsAllCalls() {
        Brokers brokers = brokers(2);
        Broker failing = named(brokers, "b0");
        breakProduces(brokers, failing);
        fail(brokers, failing);
        brokers.restore(failing, 0);
        assertThat(chosen(brokers, Traffic.PRODUCE)).contains("b0");
    }

    @Test
    void whatIsEjectedIsBetterThanWhatFailsForTheseCalls() {
        Brokers brokers = brokers(2);
        Broker broken = named(brokers, "b0");
        fail(brokers, named(brokers, "b1"));
        breakProduces(brokers, broken);
        assertThat(chosen(brokers, Traffic.PRODUCE)).containsExactly("b1");
        assertThat(chosen(brokers, Traffic.CONSUME)).containsExactly("b0");
    }

    @Test
    void eachAddressOfANameIsABrokerAndKeepsItsStateWhileOthersComeAndGo() {
        URI name = URI.create("http://b0");
        InetSocketAddress a = new InetSocketAddress("10.0.0.1", 9521);
        InetSocketAddress b = new InetSocketAddress("10.0.0.2", 9521);
        InetSocketAddress c = new InetSocketAddress("10.0.0.3", 9521);
        Brokers brokers = brokers(2);
        brokers.resolved(name, List.of(a, b));
        Set<Broker> before = admitted(brokers);
        assertThat(before).extracting(Broker::address).containsExactlyInAnyOrder(a, b, null);
        assertThat(before).extracting(Broker::toString).contains("http://b0 at 10.0.0.2");
        brokers.resolved(name, List.of(b, c));
        Set<Broker> after = admitted(brokers);
        assertThat(after).extracting(Broker::address).containsExactlyInAnyOrder(b, c, null);
        assertThat(after)
                .contains(before.stream()
                        .filter(broker -> b.equals(broker.address()))
                        .findFirst()
                        .orElseThrow());
        brokers.resolved(name, List.of(b));
        assertThat(admitted(brokers)).hasSize(2).extracting(Broker::address).containsOnlyNulls();
    }

    private static Set<Broker> admitted(Brokers brokers) {
        Set<Broker> admitted = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            admitted.add(brokers.admit(Traffic.OTHER, Set.of()).broker());
        }
        return admitted;
    }
}
