package io.grape.client.contract;

import static org.junit.jupiter.api.Assumptions.abort;

import io.grape.client.Grape;
import io.grape.core.job.Broker;
import io.grape.core.job.BrokerContract;
import io.grape.core.key.JobKeys;
import io.grape.core.tube.Tubes;
import io.grape.redis.InvariantsExtension;
import io.grape.redis.RawRedis;
import io.grape.redis.SettableClock;
import io.grape.redis.TestRedis;
import io.grape.server.ContractBroker;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The law, through the client, over HTTP, at a real broker on a real Redis. */
@Tag("slow")
class ClientContractTest extends BrokerContract {
    private static final Duration BRIEF = Duration.ofSeconds(4);
    private static final String NO_NEXT = "a consume over HTTP does not tell when there is more: it waits for it";

    private final String namespace = TestRedis.newNamespace();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, () -> namespace);

    private final ContractBroker server = ContractBroker.start(namespace);
    private final Grape grape = Grape.builder().brokers(server.uri()).build();
    private Instant now = Instant.EPOCH;
    private final RawRedis redis = RawRedis.to(TestRedis.uri());
    private final Broker usual = new ClientBroker(grape.async(), () -> now);
    private Broker broker = usual;
    private final Tubes tubes = new ClientTubes(grape.async().tubes());
    private final JobKeys keys = new ClientKeys(grape.async().tubes());

    @AfterAll
    void close() {
        grape.close();
        server.close();
        redis.close();
    }

    @Override
    public Broker broker() {
        return broker;
    }

    @Override
    public Tubes tubes() {
        return tubes;
    }

    JobKeys jobKeys() {
        return keys;
    }

    @Override
    public void timeIs(Instant now) {
        this.now = now;
        SettableClock.of(redis.commands(), namespace, tube(), now);
    }

    @AfterEach
    void leaveNothing() {
        grape.tubes().delete(tube().value());
        redis.commands().del(SettableClock.key(namespace, tube()));
    }

    /** At a full tube the client tries again until the time of the call is over: it has less of it. */
    private void inBrief(Runnable test) {
        broker = new ClientBroker(grape.async().within(BRIEF), () -> now);
        try {
            test.run();
        } finally {
            broker = usual;
        }
    }

    @Test
    @Override
    public void aFullTubeTakesNoNewJob() {
        inBrief(super::aFullTubeTakesNoNewJob);
    }

    @Test
    @Override
    public void aTubeHoldsNoMoreBytesThanItMay() {
        inBrief(super::aTubeHoldsNoMoreBytesThanItMay);
    }

    @Test
    @Override
    public void aTubeThatIsFullTakesNoMoreBytes() {
        inBrief(super::aTubeThatIsFullTakesNoMoreBytes);
    }

    @Test
    @Override
    public void whatWasThereBeforeItsCapOfBytesCountsNothing() {
        inBrief(super::whatWasThereBeforeItsCapOfBytesCountsNothing);
    }

    @Override
    public void nextTellsWhenTheNextLeaseRunsOut() {
        abort(NO_NEXT);
    }

    @Override
    public void nextTellsWhenTheNextJobIsDue() {
        abort(NO_NEXT);
    }

    @Override
    public void nextTellsWhenTheLimitsAllowMore() {
        abort(NO_NEXT);
    }

    @Override
    public void aPauseEndsByItself() {
        abort(NO_NEXT);
    }

    @Override
    public void aHandOutEndsBeforeItGrowsTooLargeAndSaysThatThereIsMore() {
        abort(NO_NEXT);
    }

    @Override
    public void aTubeCountsWhatIsInIt() {
        abort("the client does not tell when the next lease runs out");
    }

    @Override
    public void moreThanAThousandJobsAreRefusedAsAWhole() {
        abort("the client makes as many calls of them as it takes");
    }
}
