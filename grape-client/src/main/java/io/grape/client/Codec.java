package io.grape.client;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Makes bytes of a payload and back. The broker never looks into them, but that bytes of a JSON content type have to be JSON.
 * Safe to be used by several threads.
 */
public interface Codec<T> {
    /** What the bytes are, such as {@code application/json}; up to 200 characters. */
    String contentType();

    /** The bytes of a payload, up to 1 MiB. What it throws fails the produce. */
    byte[] encode(T payload) throws Exception;

    /** The payload of some bytes. What it throws says why there is none: a worker buries such a job with that as the reason. */
    T decode(byte[] bytes) throws Exception;

    /** JSON by Jackson with the modules that are on the class path. Passes over properties that the type does not know. */
    static <T> Codec<T> json(Class<T> type) {
        return JsonCodec.of(type);
    }

    /**
     * JSON by a mapper of your own. Its factory should keep no table of names ({@code CANONICALIZE_FIELD_NAMES} disabled) where
     * payloads come from strangers: Jackson's usual one keeps up to 6,000 names of any length for good.
     */
    static <T> Codec<T> json(Class<T> type, ObjectMapper mapper) {
        return new JsonCodec<>(mapper, mapper.constructType(type));
    }

    /** JSON of a generic type: {@code Codec.json(new TypeReference<List<Line>>() {}, mapper)}. */
    static <T> Codec<T> json(TypeReference<T> type, ObjectMapper mapper) {
        return new JsonCodec<>(mapper, mapper.constructType(type.getType()));
    }

    /** Text in UTF-8; what is no UTF-8 does not decode. */
    static Codec<String> text() {
        return new TextCodec();
    }

    /** Bytes as they are. */
    static Codec<byte[]> bytes() {
        return new BytesCodec();
    }
}
