package io.grape.server;

import io.grape.server.http.Health;
import io.grape.server.http.Scrapes;
import java.util.concurrent.CompletionStage;

/** What a broker tells of itself to those who run it. */
final class BrokerHealth implements Health {
    private final io.grape.server.Readiness readiness;
    private final Scrapes scrapes;

    BrokerHealth(io.grape.server.Readiness readiness, Scrapes scrapes) {
        this.readiness = readiness;
        this.scrapes = scrapes;
    }

    @Override
    public String version() {
        return Version.TEXT;
    }

    @Override
    public CompletionStage<Readiness> readiness() {
        return readiness.now().thenApply(Readiness::new);
    }

    @Override
    public Scrapes metrics() {
        return scrapes;
    }
}
