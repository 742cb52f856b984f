package io.grape.core;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * The law: what may be relied on, whichever door or store is behind the ports. A subclass supplies the two ports and, where it
 * can, the clock; each test uses a tube of its own.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class BrokerContract
        implements TransitionsContract,
                ProduceContract,
                DuplicateContract,
                OrderContract,
                ConsumeContract,
                AcknowledgeContract,
                BatchContract,
                ExpiryContract,
                KickContract,
                RemovalContract,
                PauseContract,
                HandBackContract,
                HeadersContract,
                ListContract,
                ExplainContract,
                TubeContract {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private TubeName tube = nextTube();

    private static TubeName nextTube() {
        return new TubeName("contract/" + NUMBER.incrementAndGet());
    }

    @BeforeEach
    void useANewTube() {
        tube = nextTube();
    }

    @Override
    public final TubeName tube() {
        return tube;
    }

    @Override
    public void timeIs(Instant now) {
        Assumptions.abort("the clock behind this door cannot be set");
    }
}
