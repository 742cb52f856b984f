package io.grape.server.live;

import io.grape.core.broker.Brokers;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The brokers that somebody has to know of: those that live, and those that died and were not started again. */
final class LivingAndLost {
    private final List<Brokers.Said> brokers;
    private final Instant now;

    private LivingAndLost(List<Brokers.Said> brokers, Instant now) {
        this.brokers = brokers;
        this.now = now;
    }

    /** What a broker says of itself of which another can be told to be the same, started again. */
    private record Start(String host, int port, Instant at, Instant beat) {
        static Start of(Brokers.Said broker) {
            JsonObject about = new JsonObject(broker.about());
            return new Start(
                    about.getString("host", ""),
                    about.getInteger("httpPort", -1),
                    about.getInstant("startedAt", Instant.EPOCH),
                    broker.beat());
        }

        /** Machines may have the same name: what was there before the other died is a neighbour. */
        boolean isAfter(Start dead) {
            return port > 0 && port == dead.port && host.equals(dead.host) && at.isAfter(dead.beat);
        }
    }

    static LivingAndLost of(Brokers.Roll roll) {
        List<Start> living = roll.brokers().stream()
                .filter(Brokers.Said::isAlive)
                .map(Start::of)
                .toList();
        return new LivingAndLost(
                roll.brokers().stream()
                        .filter(broker -> broker.isAlive() || isLost(Start.of(broker), living))
                        .sorted(Comparator.comparing(Brokers.Said::broker))
                        .toList(),
                roll.now());
    }

    private static boolean isLost(Start dead, List<Start> living) {
        return living.stream().noneMatch(start -> start.isAfter(dead));
    }

    List<Brokers.Said> brokers() {
        return brokers;
    }

    /** How long ago the one that was lost first said something last, empty when none is lost. */
    Optional<Duration> sinceLost() {
        return brokers.stream()
                .filter(broker -> !broker.isAlive())
                .map(broker -> Duration.between(broker.beat(), now))
                .max(Comparator.naturalOrder());
    }

    Overview.BrokerCounts counts() {
        int alive = (int) brokers.stream().filter(Brokers.Said::isAlive).count();
        return new Overview.BrokerCounts(alive, brokers.size() - alive);
    }
}
