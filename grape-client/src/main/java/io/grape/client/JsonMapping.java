package io.grape.client;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.MapperBuilder;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.grape.client.transport.ForgetfulJson;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** JSON of one type, by Jackson 2. */
abstract class JsonMapping<T> {
    static final ObjectMapper MAPPER = JsonMapper.builder(
                    ForgetfulJson.factory().build())
            // Not by the loader of the thread that comes first, which may know none of them.
            .addModules(MapperBuilder.findModules(JsonMapping.class.getClassLoader()))
            // A producer may have a later version than its worker.
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .build();

    private final ObjectMapper mapper;
    private final JavaType type;
    private final ObjectReader reader;
    private final ObjectReader strict;
    private volatile boolean lacksFields;

    /** Throws an IllegalArgumentException if the mapper cannot read the type. */
    JsonMapping(Type type, ObjectMapper mapper) {
        this.mapper = mapper;
        this.type = ReadableType.checked(mapper, mapper.constructType(PayloadFields.known(type)));
        this.reader = noticing(mapper.readerFor(this.type));
        this.strict = noticing(RequiredFields.reader(mapper, this.type));
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
                JsonDeserializer<?> deserializer,
                Object beanOrClass,
                String field) {
            PayloadFields.unknown(type, field);
            return false;
        }
    }

    /** Whether the codec was made without a mapper, so that a client may use another. */
    boolean isByDefaultMapper() {
        return mapper == MAPPER;
    }

    Type type() {
        return type;
    }

    public String contentType() {
        return "application/json";
    }

    public byte[] encode(T payload) throws IOException {
        return mapper.writeValueAsBytes(known(payload));
    }

    public T decode(byte[] bytes) throws IOException {
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

    private T known(@Nullable T payload) throws IOException {
        if (payload == null) {
            throw new IOException("expected " + type.toCanonical() + ", got null");
        }
        return payload;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JsonMapping<?> that && mapper.equals(that.mapper) && type.equals(that.type);
    }

    @Override
    public int hashCode() {
        return Objects.hash(mapper, type);
    }
}
