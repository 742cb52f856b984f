package io.grape.server.http;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients that wait at one of two brokers, and a look at the jobs from the other. */
abstract class ParkedClientSteps {
    static final Duration SOON = Duration.ofSeconds(20);
    static final String CONSUME = "/v1/tubes/t/consume?max=1000&waitMs=60000";

    @RegisterExtension
    final ServerExtension server = ServerExtension.resetTells(2, SOON);

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    final Wire wire = Wire.to(server);
    final Wire other = Wire.to(server, 1);

    /** Parks a client and returns once the broker has seen it: a second consumer of its tube shows when it does. */
    RawClient parked(String path) {
        RawClient client = new RawClient(wire.port()).ask("POST", path);
        // Requests of one broker are taken up in the order they come; this one comes back after the client is parked.
        wire.post("/v1/tubes/t/consume?waitMs=20").is(200);
        return client;
    }

    int count(String state) {
        return wire.get("/v1/tubes/t").is(200).json().getJsonObject("counts").getInteger(state);
    }
}
