package io.grape.client;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.Type;

/**
 * Makes bytes of a payload and back. The broker never looks into them, but that bytes of a JSON content type have to be JSON.
 * Safe to be used by several threads.
 */
public interface Codec<T> {
    /** What the bytes are, such as {@code application/json}; up to 200 characters. */
    String contentType();

    /** The bytes of a payload, up to 1 MiB. What it throws fails the produce. */
    byte[] encode(T payload) throws Exception;

    /**
     * The payload of some bytes. What it throws says why there is none: a worker tries such a job again later, or buries it, as
     * {@link io.grape.client.worker.WorkerBuilder#undecodable} says.
     */
    T decode(byte[] bytes) throws Exception;

    /**
     * JSON by Jackson 2 with the modules that are on the class path. Passes over properties that the type does not know. Throws an
     * IllegalArgumentException where Jackson knows no way to read the type.
     */
    static <T> Codec<T> json(Class<T> type) {
        return JsonCodec.of(type, JsonCodec.MAPPER);
    }

    /**
     * JSON by a mapper of your own. Its factory should keep no table of names ({@code CANONICALIZE_FIELD_NAMES} disabled) where
     * payloads come from strangers: Jackson's usual one keeps up to 6,000 names of any length for good. Throws as
     * {@link #json(Class)}.
     */
    static <T> Codec<T> json(Class<T> type, ObjectMapper mapper) {
        return JsonCodec.of(type, mapper);
    }

    /** JSON of a generic type: {@code Codec.json(new TypeReference<List<Line>>() {})}. Throws as {@link #json(Class)}. */
    static <T> Codec<T> json(TypeReference<T> type) {
        return JsonCodec.of(type.getType(), JsonCodec.MAPPER);
    }

    /** The same, by a mapper of your own. */
    static <T> Codec<T> json(TypeReference<T> type, ObjectMapper mapper) {
        return JsonCodec.of(type.getType(), mapper);
    }

    /** JSON of a type that is known at run time only: of a handler's parameter, say. Throws as {@link #json(Class)}. */
    static <T> Codec<T> json(Type type) {
        return JsonCodec.of(type, JsonCodec.MAPPER);
    }

    /** The same, by a mapper of your own. */
    static <T> Codec<T> json(Type type, ObjectMapper mapper) {
        return JsonCodec.of(type, mapper);
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
