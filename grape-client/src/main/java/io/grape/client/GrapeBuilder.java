package io.grape.client;

import io.grape.client.transport.Transport;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** What a {@link Grape} may be told. */
public final class GrapeBuilder {
    private List<URI> brokers = List.of(URI.create("http://localhost:9521"));
    private Duration callTimeout = Duration.ofSeconds(10);

    private ClientEvents events = ClientEvents.NONE;

    GrapeBuilder() {}

    /** Where brokers are. Default: {@code http://localhost:9521}. */
    public GrapeBuilder brokers(URI... value) {
        return brokers(List.of(value));
    }

    /** Where brokers are. Default: {@code http://localhost:9521}. */
    public GrapeBuilder brokers(List<URI> value) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("brokers: expected one or more, got none");
        }
        brokers = List.copyOf(value);
        return this;
    }

    /** Within which a call has its answer, all repeats included; a consume has its own wait on top. Default: 10 s. */
    public GrapeBuilder callTimeout(Duration value) {
        callTimeout = value;
        return this;
    }

    /** Who is told of the work. Default: Micrometer's global registry where Micrometer is on the class path, else nobody. */
    public GrapeBuilder events(ClientEvents value) {
        events = value;
        return this;
    }

    public Grape build() {
        return new Grape(new Transport(brokers, callTimeout, Answers::problem), events);
    }
}
