package io.grape.spring;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The brokers that the properties name. */
record ConnectionOfProperties(GrapeProperties properties) implements GrapeConnectionDetails {
    @Override
    public List<URI> brokers() {
        return properties.brokers();
    }

    @Override
    public @Nullable String token() {
        return properties.token();
    }
}
