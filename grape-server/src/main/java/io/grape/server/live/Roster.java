package io.grape.server.live;

import io.grape.core.Brokers;
import io.vertx.core.json.JsonObject;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The brokers that somebody has to know of: those that live, and those that died and were not started again. */
final class Roster {
    private final List<Brokers.Said> brokers;

    private Roster(List<Brokers.Said> brokers) {
        this.brokers = brokers;
    }

    static Roster of(Brokers.Roll roll) {
        Set<String> held = roll.brokers().stream()
                .filter(Brokers.Said::isAlive)
                .map(Roster::place)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        return new Roster(roll.brokers().stream()
                .filter(broker -> broker.isAlive() || !held.contains(String.valueOf(place(broker))))
                .sorted(Comparator.comparing(Brokers.Said::broker))
                .toList());
    }

    /** Two that live cannot have the same. Null where none is told. */
    private static @Nullable String place(Brokers.Said broker) {
        JsonObject about = new JsonObject(broker.about());
        int port = about.getInteger("httpPort", -1);
        return port > 0 ? about.getString("host") + ":" + port : null;
    }

    List<Brokers.Said> brokers() {
        return brokers;
    }

    Overview.BrokerCounts counts() {
        int alive = (int) brokers.stream().filter(Brokers.Said::isAlive).count();
        return new Overview.BrokerCounts(alive, brokers.size() - alive);
    }
}
