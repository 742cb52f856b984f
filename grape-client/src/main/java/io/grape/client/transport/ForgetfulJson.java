package io.grape.client.transport;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;

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
}
