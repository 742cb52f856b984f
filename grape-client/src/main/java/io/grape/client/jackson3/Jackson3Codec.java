package io.grape.client.jackson3;

import io.grape.client.Codec;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.exc.InvalidDefinitionException;

/** JSON of one type, by Jackson 3. */
record Jackson3Codec<T>(ObjectMapper mapper, JavaType type) implements Codec<T> {
    static <T> Jackson3Codec<T> of(ObjectMapper mapper, JavaType type) {
        try {
            Object unused = mapper.readValue("{}", type);
        } catch (InvalidDefinitionException e) {
            throw new IllegalArgumentException(
                    "codec: expected a type that Jackson can read, got " + type.toCanonical() + ": "
                            + e.getOriginalMessage(),
                    e);
        } catch (JacksonException e) {
            // Other JSON may be readable.
        }
        return new Jackson3Codec<>(mapper, type);
    }

    @Override
    public String contentType() {
        return "application/json";
    }

    @Override
    public byte[] encode(T payload) throws IOException {
        try {
            return mapper.writeValueAsBytes(known(payload));
        } catch (JacksonException e) {
            throw plain(e);
        }
    }

    @Override
    public T decode(byte[] bytes) throws IOException {
        try {
            return known(mapper.readValue(bytes, type));
        } catch (JacksonException e) {
            throw plain(e);
        }
    }

    /** Jackson's own message names a position in a source that it does not show. */
    private static IOException plain(JacksonException failure) {
        return new IOException(failure.getOriginalMessage(), failure);
    }

    private T known(@Nullable T payload) throws IOException {
        if (payload == null) {
            throw new IOException("expected " + type.toCanonical() + ", got null");
        }
        return payload;
    }
}
