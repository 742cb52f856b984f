package io.grape.server;

import io.grape.server.http.Health;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** What a broker tells of itself to those who run it. */
final class BrokerHealth implements Health {
    private final io.grape.server.Readiness readiness;
    private final Supplier<CompletionStage<String>> scrape;

    BrokerHealth(io.grape.server.Readiness readiness, Supplier<CompletionStage<String>> scrape) {
        this.readiness = readiness;
        this.scrape = scrape;
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
    public CompletionStage<String> metrics() {
        return scrape.get();
    }
}
