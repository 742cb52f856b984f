package io.grape.spring;

import io.grape.client.GrapeBuilder;

/** Changes the settings of the client, after all properties. Beans of this type are called in their order. */
@FunctionalInterface
public interface GrapeBuilderCustomizer {
    /** Changes the settings. */
    void customize(GrapeBuilder builder);
}
