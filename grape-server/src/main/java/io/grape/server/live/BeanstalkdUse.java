package io.grape.server.live;

import io.vertx.core.json.JsonObject;

/**
 * What clients of the beanstalkd protocol do, at some brokers together.
 *
 * @param reservations jobs that connections have reserved
 * @param waiting connections whose reserve waits
 */
public record BeanstalkdUse(long connections, long reservations, long waiting, double commandsPerSecond) {
    static final BeanstalkdUse NONE = new BeanstalkdUse(0, 0, 0, 0);

    /** That of the one broker that says this of itself; none where it does not know the protocol. */
    static BeanstalkdUse of(String about) {
        JsonObject use = new JsonObject(about).getJsonObject("beanstalkd");
        return use == null
                ? NONE
                : new BeanstalkdUse(
                        use.getLong("connections", 0L),
                        use.getLong("reservations", 0L),
                        use.getLong("waiting", 0L),
                        use.getDouble("commandsPerSecond", 0.0));
    }

    BeanstalkdUse plus(BeanstalkdUse other) {
        return new BeanstalkdUse(
                connections + other.connections,
                reservations + other.reservations,
                waiting + other.waiting,
                commandsPerSecond + other.commandsPerSecond);
    }
}
