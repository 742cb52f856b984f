package io.grape.chaos.stage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Starts brokers side by side. */
final class Brokers {
    private Brokers() {}

    /** @param last the environment of the last one, where the others have this process's */
    static List<Broker> start(Settings settings, String redis, Consumer<Map<String, String>> last) {
        List<Broker> brokers = new ArrayList<>();
        for (int i = 1; i <= settings.brokers(); i++) {
            Path log = settings.directory().resolve("broker-" + i + ".log");
            Consumer<Map<String, String>> environment = i == settings.brokers() ? last : unchanged -> {};
            brokers.add(new Broker(settings.program(), redis, log, environment));
        }
        try {
            brokers.forEach(Broker::awaitReady);
        } catch (StageFailure e) {
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
