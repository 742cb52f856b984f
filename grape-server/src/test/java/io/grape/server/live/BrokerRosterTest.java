package io.grape.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.broker.BrokerInfo;
import io.grape.core.broker.BrokerSnapshot;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which brokers an operator hears of. */
class BrokerRosterTest {
    private static final Instant BEAT = Instant.parse("2027-01-31T09:30:00Z");
    private static final Instant EARLIER = BEAT.minusSeconds(1);
    private static final Instant LATER = BEAT.plusMillis(1);

    private static BrokerInfo broker(String id, boolean alive, String about) {
        return new BrokerInfo(id, false, alive, BEAT, about);
    }

    private static BrokerRoster of(BrokerInfo... brokers) {
        return BrokerRoster.of(new BrokerSnapshot(BEAT, List.of(brokers)));
    }

    private static String about(String host, int port, Instant startedAt) {
        return "{\"host\":\"" + host + "\",\"httpPort\":" + port + ",\"startedAt\":\"" + startedAt + "\"}";
    }

    @Test
    void oneThatDiedIsLostUntilItIsStartedAgainAtItsPlace() {
        BrokerInfo dead = broker("a", false, about("h", 9521, EARLIER));
        assertThat(of(dead).counts()).isEqualTo(new Overview.BrokerCounts(0, 1));
        BrokerRoster restarted = of(dead, broker("b", true, about("h", 9521, LATER)));
        assertThat(restarted.counts()).isEqualTo(new Overview.BrokerCounts(1, 0));
        assertThat(restarted.brokers()).extracting(BrokerInfo::broker).containsExactly("b");
    }

    @Test
    void anotherPlaceSaysNothingOfThisOneAndNeitherDoesOneThatIsDeadItself() {
        BrokerInfo dead = broker("a", false, about("h", 9521, EARLIER));
        assertThat(of(broker("c", true, about("h", 9522, LATER)), dead, broker("b", true, about("i", 9521, LATER)))
                        .brokers())
                .extracting(BrokerInfo::broker)
                .containsExactly("a", "b", "c");
        assertThat(of(dead, broker("b", false, about("h", 9521, LATER))).counts())
                .isEqualTo(new Overview.BrokerCounts(0, 2));
    }

    @Test
    void whatClientsOfBeanstalkdDoIsSummedUpOverThoseThatLiveAndTellIt() {
        String use = "{\"beanstalkd\":{\"connections\":2,\"reservations\":3,\"waiting\":1,\"commandsPerSecond\":0.5}}";
        assertThat(of(broker("a", true, use), broker("b", true, use), broker("c", false, use), broker("d", true, "{}"))
                        .beanstalkd())
                .isEqualTo(new BeanstalkdUse(4, 6, 2, 1));
        assertThat(of().beanstalkd()).isEqualTo(BeanstalkdUse.NONE);
    }

    @Test
    void aNeighbourOfTheSameNameThatWasThereAllAlongIsNotItsRestart() {
        BrokerInfo dead = broker("a", false, about("localhost", 9521, EARLIER));
        assertThat(of(dead, broker("b", true, about("localhost", 9521, EARLIER)))
                        .counts())
                .isEqualTo(new Overview.BrokerCounts(1, 1));
    }

    @Test
    void onesThatTellNoPlaceAreNeverTheSame() {
        for (String about : List.of("{}", about("h", -1, LATER))) {
            assertThat(of(broker("a", false, about), broker("b", true, about)).counts())
                    .isEqualTo(new Overview.BrokerCounts(1, 1));
        }
    }
}
