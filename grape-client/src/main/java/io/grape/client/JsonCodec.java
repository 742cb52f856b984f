package io.grape.client;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.grape.client.transport.ForgetfulJson;
import java.io.IOException;
import java.lang.reflect.Type;

/** Jackson's JSON of one type. */
record JsonCodec<T>(ObjectMapper mapper, JavaType type) implements Codec<T> {
    static final ObjectMapper MAPPER = JsonMapper.builder(
                    ForgetfulJson.factory().build())
            .findAndAddModules()
            // A producer may be of a later version than its worker.
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .build();

    /** Throws an IllegalArgumentException where the mapper can never read the type. */
    static <T> JsonCodec<T> of(Type type, ObjectMapper mapper) {
        return new JsonCodec<>(mapper, ReadableType.checked(mapper, mapper.constructType(type)));
    }

    @Override
    public String contentType() {
        return "application/json";
    }

    @Override
    public byte[] encode(T payload) throws IOException {
        if (payload == null) {
            throw new IOException("expected " + type.toCanonical() + ", got null");
        }
        return mapper.writeValueAsBytes(payload);
    }

    @Override
    public T decode(byte[] bytes) throws IOException {
        T payload = mapper.readValue(bytes, type);
        if (payload == null) {
            throw new IOException("expected " + type.toCanonical() + ", got null");
        }
        return payload;
    }
}
