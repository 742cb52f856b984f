package io.grape.client.transport;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;

/**
 * Factories of JSON that keep no table of the names that they meet. Jackson's usual ones keep thousands, each of any length: whoever
 * produces jobs would fill the heap of those who consume them.
 */
public final class ForgetfulJson {
    private ForgetfulJson() {}

    public static JsonFactoryBuilder factory() {
        return new JsonFactoryBuilder()
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES);
    }
}
