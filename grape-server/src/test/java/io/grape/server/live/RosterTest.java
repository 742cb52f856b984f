package io.grape.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Brokers;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which brokers an operator hears of. */
class RosterTest {
    private static final Instant NOW = Instant.parse("2027-01-31T09:30:00Z");

    private static Brokers.Said broker(String id, boolean alive, String about) {
        return new Brokers.Said(id, false, alive, NOW, about);
    }

    private static Roster of(Brokers.Said... brokers) {
        return Roster.of(new Brokers.Roll(NOW, List.of(brokers)));
    }

    private static String place(String host, int port) {
        return "{\"host\":\"" + host + "\",\"httpPort\":" + port + "}";
    }

    @Test
    void oneThatDiedIsLostUntilAnotherHasItsPlace() {
        Brokers.Said dead = broker("a", false, place("h", 9521));
        assertThat(of(dead).counts()).isEqualTo(new Overview.BrokerCounts(0, 1));
        Roster restarted = of(dead, broker("b", true, place("h", 9521)));
        assertThat(restarted.counts()).isEqualTo(new Overview.BrokerCounts(1, 0));
        assertThat(restarted.brokers()).extracting(Brokers.Said::broker).containsExactly("b");
    }

    @Test
    void thatAnotherPlaceIsHeldSaysNothingOfThisOne() {
        Brokers.Said dead = broker("a", false, place("h", 9521));
        assertThat(of(broker("c", true, place("h", 9522)), dead, broker("b", true, place("i", 9521)))
                        .brokers())
                .extracting(Brokers.Said::broker)
                .containsExactly("a", "b", "c");
        assertThat(of(dead, broker("b", false, place("h", 9521))).counts()).isEqualTo(new Overview.BrokerCounts(0, 2));
    }

    @Test
    void onesThatTellNoPlaceAreNeverTheSame() {
        for (String about : List.of("{}", place("h", -1))) {
            assertThat(of(broker("a", false, about), broker("b", true, about)).counts())
                    .isEqualTo(new Overview.BrokerCounts(1, 1));
        }
    }
}
