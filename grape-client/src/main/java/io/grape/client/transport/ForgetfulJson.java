package io.grape.client.transport;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;

/**
 * JSON factories that keep no table of field names. Jackson's default keeps thousands of names of any length: producers
 * could fill the heap of consumers.
 */
public final class ForgetfulJson {
    private ForgetfulJson() {}

    public static JsonFactoryBuilder factory() {
        return new JsonFactoryBuilder()
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES);
    }

    /** One for JSON of any depth, with numbers, texts and names of any length: brokers take such payloads. */
    public static JsonFactory ofAnyShape() {
        return factory()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(Integer.MAX_VALUE)
                        .maxNumberLength(Integer.MAX_VALUE)
                        .maxNameLength(Integer.MAX_VALUE)
                        .maxStringLength(Integer.MAX_VALUE)
                        .build())
                .build();
    }
}
