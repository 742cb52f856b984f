package io.grape.chaos.fault;

import io.grape.chaos.load.Load;
import io.grape.chaos.sdk.SdkLoad;
import io.grape.chaos.stage.Broker;
import io.grape.chaos.stage.Deployment;
import java.util.Optional;
import java.util.Random;

/**
 * Where a fault happens.
 *
 * @param load what is at work there
 * @param sdk the producers and workers of the SDK; empty if a fault may lose jobs, or brokers of two releases run
 * @param isShort whether little time may be taken
 */
public record FaultContext<S extends Deployment>(
        S stage, Load load, Optional<SdkLoad> sdk, Random random, boolean isShort) {
    Broker anyBroker() {
        return stage.brokers().get(random.nextInt(stage.brokers().size()));
    }

    String anyTube() {
        return load.tube(random);
    }

    /** How long something lasts. */
    long millis(long whenShort, long otherwise) {
        return isShort ? whenShort : otherwise;
    }
}
