package io.grape.chaos.stage;

import io.grape.harness.HarnessFailure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts brokers side by side. */
final class Brokers {
    private Brokers() {}

    static List<Broker> start(Settings settings, String redis) {
        List<Broker> brokers = new ArrayList<>();
        for (List<String> program : settings.programs()) {
            Path log = settings.directory().resolve("broker-" + (brokers.size() + 1) + ".log");
            brokers.add(new Broker(program, redis, log));
        }
        try {
            brokers.forEach(Broker::awaitReady);
        } catch (HarnessFailure e) {
            brokers.forEach(Broker::close);
            throw e;
        }
        return List.copyOf(brokers);
    }

    /** Waits until all of them serve. */
    static void awaitReady(List<Broker> brokers) {
        brokers.forEach(Broker::awaitReady);
    }
}
