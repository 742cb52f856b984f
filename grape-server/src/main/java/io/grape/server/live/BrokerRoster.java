package io.grape.server.live;

import io.grape.core.broker.BrokerInfo;
import io.grape.core.broker.BrokerSnapshot;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The brokers that somebody has to know of: those that live, and those that died and were not started again. */
final class BrokerRoster {
    private final List<BrokerInfo> brokers;
    private final Instant now;

    private BrokerRoster(List<BrokerInfo> brokers, Instant now) {
        this.brokers = brokers;
        this.now = now;
    }

    /** What a broker says of itself of which another can be told to be the same, started again. */
    private record Start(String host, int port, Instant at, Instant heartbeat) {
        static Start of(BrokerInfo broker) {
            JsonObject about = new JsonObject(broker.about());
            return new Start(
                    about.getString("host", ""),
                    about.getInteger("httpPort", -1),
                    about.getInstant("startedAt", Instant.EPOCH),
                    broker.heartbeat());
        }

        /** Machines may have the same name: what was there before the other died is a neighbour. */
        boolean isAfter(Start dead) {
            return port > 0 && port == dead.port && host.equals(dead.host) && at.isAfter(dead.heartbeat);
        }
    }

    static BrokerRoster of(BrokerSnapshot snapshot) {
        List<Start> living = snapshot.brokers().stream()
                .filter(BrokerInfo::isAlive)
                .map(Start::of)
                .toList();
        return new BrokerRoster(
                snapshot.brokers().stream()
                        .filter(broker -> broker.isAlive() || isLost(Start.of(broker), living))
                        .sorted(Comparator.comparing(BrokerInfo::broker))
                        .toList(),
                snapshot.now());
    }

    private static boolean isLost(Start dead, List<Start> living) {
        return living.stream().noneMatch(start -> start.isAfter(dead));
    }

    List<BrokerInfo> brokers() {
        return brokers;
    }

    /** How long ago the one that was lost first said something last, empty when none is lost. */
    Optional<Duration> sinceLost() {
        return brokers.stream()
                .filter(broker -> !broker.isAlive())
                .map(broker -> Duration.between(broker.heartbeat(), now))
                .max(Comparator.naturalOrder());
    }

    /** That of those that live. */
    BeanstalkdUse beanstalkd() {
        return brokers.stream()
                .filter(BrokerInfo::isAlive)
                .map(broker -> BeanstalkdUse.of(broker.about()))
                .reduce(BeanstalkdUse.NONE, BeanstalkdUse::plus);
    }

    /** Calls that each one shed in a second, of those that shed any. */
    List<Double> shedding() {
        return brokers.stream()
                .filter(BrokerInfo::isAlive)
                .map(broker -> new JsonObject(broker.about()).getJsonObject("shedPerSecond", new JsonObject()))
                .map(rates -> rates.stream()
                        .mapToDouble(rate -> ((Number) rate.getValue()).doubleValue())
                        .sum())
                .filter(rate -> rate > 0)
                .toList();
    }

    Overview.BrokerCounts counts() {
        int alive = (int) brokers.stream().filter(BrokerInfo::isAlive).count();
        return new Overview.BrokerCounts(alive, brokers.size() - alive);
    }
}
