package io.grape.server.http.call;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** What the broker says of itself. Its stages may end on any thread. */
public interface Health {
    String version();

    /** Tries out what a call needs, a script on Redis included. Fails never: what is wrong is a reason. */
    CompletionStage<Readiness> readiness();

    /** All meters as Prometheus text, version 0.0.4. */
    MetricsText metrics();

    /**
     * Whether a balancer may send calls here.
     *
     * @param reasons what is wrong, for people; empty = ready
     */
    record Readiness(List<String> reasons) {
        public Readiness {
            reasons = List.copyOf(reasons);
        }
    }
}
