package io.grape.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/**
 * Converts a payload to bytes and back. The broker does not examine the bytes, except that bytes with a JSON content
 * type must be JSON. Must be thread-safe.
 */
public interface Codec<T> {
    /** The content type of the bytes, such as {@code application/json}; up to 200 characters. */
    String contentType();

    /** The bytes of a payload, up to 1 MiB unless the broker is set up for more. An exception fails the produce. */
    byte[] encode(T payload) throws Exception;

    /**
     * The payload from bytes. After an exception, a worker retries the job later or buries it, as
     * {@link io.grape.client.worker.WorkerBuilder#undecodable} says.
     */
    T decode(byte[] bytes) throws Exception;

    /**
     * JSON by Jackson 2 with the modules that the class loader of this library finds. Ignores properties that the type does not
     * know, and leaves out those that the JSON lacks; the first of each kind is logged at WARN, once per type. Throws an
     * IllegalArgumentException if Jackson cannot read the type, or if a part of it is a type variable.
     */
    static <T> Codec<T> json(Class<T> type) {
        return json(type, JsonMapping.MAPPER);
    }

    /**
     * JSON by your own mapper. If payloads come from strangers, its factory should keep no table of names
     * ({@code CANONICALIZE_FIELD_NAMES} disabled): Jackson's default keeps up to 6,000 names of any length for ever.
     * Throws like {@link #json(Class)}.
     */
    static <T> Codec<T> json(Class<T> type, ObjectMapper mapper) {
        return json((Type) type, mapper);
    }

    /**
     * JSON of a generic type: {@code Codec.json(new TypeReference<List<Line>>() {})}. Throws like {@link #json(Class)}.
     */
    static <T> Codec<T> json(TypeReference<T> type) {
        return json(type.getType(), JsonMapping.MAPPER);
    }

    /** The same, by a mapper of your own. */
    static <T> Codec<T> json(TypeReference<T> type, ObjectMapper mapper) {
        return json(type.getType(), mapper);
    }

    /**
     * JSON of a type that is known only at run time, such as that of a handler's parameter. Throws like
     * {@link #json(Class)}.
     */
    static <T> Codec<T> json(Type type) {
        return json(type, JsonMapping.MAPPER);
    }

    /** The same, by a mapper of your own. */
    static <T> Codec<T> json(Type type, ObjectMapper mapper) {
        final class Json extends JsonMapping<T> implements Codec<T> {
            Json() {
                super(type, mapper);
            }
        }
        return new Json();
    }

    /** Text in UTF-8; other bytes do not decode. */
    static Codec<String> text() {
        record Text() implements Codec<String> {
            @Override
            public String contentType() {
                return "text/plain;charset=utf-8";
            }

            @Override
            public byte[] encode(String payload) {
                return payload.getBytes(UTF_8);
            }

            @Override
            public String decode(byte[] bytes) throws CharacterCodingException {
                return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            }
        }
        return new Text();
    }

    /** Bytes as they are. */
    static Codec<byte[]> bytes() {
        record Bytes() implements Codec<byte[]> {
            @Override
            public String contentType() {
                return "application/octet-stream";
            }

            @Override
            public byte[] encode(byte[] payload) {
                return payload;
            }

            @Override
            public byte[] decode(byte[] bytes) {
                return bytes;
            }
        }
        return new Bytes();
    }
}
