package io.grape.server.http.call;

import java.util.concurrent.CompletionStage;

/** What the broker says of itself. Its stages may end on any thread. */
public interface Health {
    String version();

    /** Tries out what a call needs, a script on Redis included. Fails never: what is wrong is a reason. */
    CompletionStage<HealthReport> readiness();

    /** All meters as Prometheus text, version 0.0.4. */
    MetricsText metrics();
}
