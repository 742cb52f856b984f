package io.grape.core.job;

import io.grape.core.AcknowledgeContract;
import io.grape.core.BatchContract;
import io.grape.core.ConsumeContract;
import io.grape.core.DuplicateContract;
import io.grape.core.ExpiryContract;
import io.grape.core.ExplainContract;
import io.grape.core.HandBackContract;
import io.grape.core.KickContract;
import io.grape.core.ListContract;
import io.grape.core.OrderContract;
import io.grape.core.PauseContract;
import io.grape.core.ProduceContract;
import io.grape.core.RemovalContract;
import io.grape.core.TakeContract;
import io.grape.core.TakeHandBackContract;
import io.grape.core.TubeName;
import io.grape.core.tube.DedupContract;
import io.grape.core.tube.RetryContract;
import io.grape.core.tube.TubeContract;
import io.grape.core.tube.TubeLimitsContract;
import io.grape.core.tube.UnstartedContract;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * The law: what may be relied on, whichever API or store is behind the ports. A subclass supplies the two ports and, where it
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
                TakeContract,
                TakeHandBackContract,
                HeadersContract,
                TagsContract,
                ListContract,
                ExplainContract,
                TubeContract,
                TubeLimitsContract,
                RetryContract,
                DedupContract,
                UnstartedContract,
                DebounceContract,
                CancelContract,
                WorkContract,
                ChangeContract {
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
        Assumptions.abort("the clock behind this API cannot be set");
    }
}
