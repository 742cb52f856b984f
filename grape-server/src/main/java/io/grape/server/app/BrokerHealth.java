package io.grape.server.app;

import io.grape.server.check.Readiness;
import io.grape.server.http.call.Health;
import io.grape.server.http.call.HealthReport;
import io.grape.server.http.call.MetricsText;
import java.util.concurrent.CompletionStage;

/** What a broker tells of itself to those who run it. */
public final class BrokerHealth implements Health {
    private final Readiness readiness;
    private final MetricsText scrapes;

    BrokerHealth(Readiness readiness, MetricsText scrapes) {
        this.readiness = readiness;
        this.scrapes = scrapes;
    }

    @Override
    public String version() {
        return Version.TEXT;
    }

    @Override
    public CompletionStage<HealthReport> readiness() {
        return readiness.now().thenApply(HealthReport::new);
    }

    @Override
    public MetricsText metrics() {
        return scrapes;
    }
}
