package io.grape.client;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
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
            .findAndAddModules()
            // A producer may have a later version than its worker.
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .build();

    private final ObjectMapper mapper;
    private final JavaType type;

    /** Throws an IllegalArgumentException if the mapper cannot read the type. */
    JsonMapping(Type type, ObjectMapper mapper) {
        this.mapper = mapper;
        this.type = ReadableType.checked(mapper, mapper.constructType(type));
    }

    public String contentType() {
        return "application/json";
    }

    public byte[] encode(T payload) throws IOException {
        return mapper.writeValueAsBytes(known(payload));
    }

    public T decode(byte[] bytes) throws IOException {
        return known(mapper.readValue(bytes, type));
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
