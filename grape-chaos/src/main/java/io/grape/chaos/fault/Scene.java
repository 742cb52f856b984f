package io.grape.chaos.fault;

import io.grape.chaos.stage.Broker;
import io.grape.chaos.stage.Stage;
import java.util.List;
import java.util.Random;

/**
 * Where a fault happens.
 *
 * @param tubes those that are in use
 * @param isShort whether little time may be taken
 */
public record Scene<S extends Stage>(S stage, List<String> tubes, Random random, boolean isShort) {
    public Scene {
        tubes = List.copyOf(tubes);
    }

    Broker anyBroker() {
        return stage.brokers().get(random.nextInt(stage.brokers().size()));
    }

    String anyTube() {
        return tubes.get(random.nextInt(tubes.size()));
    }

    /** How long something lasts. */
    long millis(long whenShort, long otherwise) {
        return isShort ? whenShort : otherwise;
    }
}
