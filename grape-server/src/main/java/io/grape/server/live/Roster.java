package io.grape.server.live;

import io.grape.core.Brokers;
import io.vertx.core.json.JsonObject;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The brokers that somebody has to know of: those that live, and those that died and were not started again. */
final class Roster {
    private final List<Brokers.Said> brokers;

    private Roster(List<Brokers.Said> brokers) {
        this.brokers = brokers;
    }

    static Roster of(Brokers.Roll roll) {
        Set<String> held = roll.brokers().stream()
                .filter(Brokers.Said::isAlive)
                .flatMap(broker -> place(broker).stream())
                .collect(Collectors.toSet());
        return new Roster(roll.brokers().stream()
                .filter(broker ->
                        broker.isAlive() || place(broker).filter(held::contains).isEmpty())
                .sorted(Comparator.comparing(Brokers.Said::broker))
                .toList());
    }

    /** Two that live cannot have the same. */
    private static Optional<String> place(Brokers.Said broker) {
        JsonObject about = new JsonObject(broker.about());
        int port = about.getInteger("httpPort", -1);
        return port > 0 ? Optional.of(about.getString("host") + ":" + port) : Optional.empty();
    }

    List<Brokers.Said> brokers() {
        return brokers;
    }

    Overview.BrokerCounts counts() {
        int alive = (int) brokers.stream().filter(Brokers.Said::isAlive).count();
        return new Overview.BrokerCounts(alive, brokers.size() - alive);
    }
}
