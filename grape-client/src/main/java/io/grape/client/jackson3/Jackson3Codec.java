package io.grape.client.jackson3;

import io.grape.client.Codec;
import io.grape.client.PayloadFields;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.DeserializationProblemHandler;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.exc.MismatchedInputException;

/** JSON of one type, by Jackson 3. */
final class Jackson3Codec<T> implements Codec<T> {
    private final ObjectMapper mapper;
    private final JavaType type;
    private final ObjectReader reader;
    private final ObjectReader strict;
    private volatile boolean lacksFields;

    private Jackson3Codec(ObjectMapper mapper, JavaType type) {
        this.mapper = mapper;
        this.type = type;
        this.reader = noticing(mapper.readerFor(type));
        this.strict = noticing(RequiredFields3.reader(mapper, type));
    }

    private ObjectReader noticing(ObjectReader plain) {
        return plain.isEnabled(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                ? plain
                : plain.withHandler(new UnknownFields(type.toCanonical()));
    }

    /** Notices unknown fields, and leaves it to the mapper what happens to them. */
    private static final class UnknownFields extends DeserializationProblemHandler {
        private final String type;

        UnknownFields(String type) {
            this.type = type;
        }

        @Override
        public boolean handleUnknownProperty(
                DeserializationContext context,
                JsonParser json,
                ValueDeserializer<?> deserializer,
                Object beanOrClass,
                String field) {
            PayloadFields.unknown(type, field);
            return false;
        }
    }

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
            return read(bytes);
        } catch (JacksonException e) {
            throw plain(e);
        }
    }

    private T read(byte[] bytes) throws IOException {
        if (lacksFields) {
            return known(reader.readValue(bytes));
        }
        try {
            return known(strict.readValue(bytes));
        } catch (MismatchedInputException e) {
            // Perhaps only for a missing field; otherwise this fails, too.
            T payload = known(reader.readValue(bytes));
            lacksFields = true;
            PayloadFields.missing(type.toCanonical(), e.getOriginalMessage());
            return payload;
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Jackson3Codec<?> that && mapper.equals(that.mapper) && type.equals(that.type);
    }

    @Override
    public int hashCode() {
        return Objects.hash(mapper, type);
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
