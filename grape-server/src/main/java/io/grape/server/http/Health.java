package io.grape.server.http;

import io.vertx.core.Future;
import java.util.List;

/** What the broker says of itself. */
public interface Health {
    /** Tries out what a call needs, a script on Redis included. Fails never: what is wrong is a reason. */
    Future<Readiness> readiness();

    /** All meters as Prometheus text, version 0.0.4. */
    Future<String> metrics();

    /**
     * Whether a balancer may send calls here.
     *
     * @param reasons what is wrong, for people; empty = ready
     */
    record Readiness(List<String> reasons) {
        public static final Readiness READY = new Readiness(List.of());

        public Readiness {
            reasons = List.copyOf(reasons);
        }
    }
}
