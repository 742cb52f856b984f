package io.grape.spring;

import io.grape.client.Codec;
import io.grape.client.Tube;
import java.lang.reflect.Type;

/**
 * The codecs of the handlers: JSON by the mapper of the application. Use {@link #tube} to produce with the same codec. A bean of
 * your own replaces it.
 */
public interface GrapeCodecs {
    /** JSON of a type. */
    <T> Codec<T> json(Type type);

    /** Text for {@code String}, bytes as they are for {@code byte[]}, else JSON. */
    @SuppressWarnings("unchecked") // The type is that of the codec.
    default <T> Codec<T> of(Type type) {
        if (type.equals(String.class)) {
            return (Codec<T>) Codec.text();
        }
        return type.equals(byte[].class) ? (Codec<T>) Codec.bytes() : json(type);
    }

    /** A tube with the codec of this type, as the handler of the tube has it. */
    default <T> Tube<T> tube(String name, Class<T> type) {
        return Tube.of(name, this.<T>of(type));
    }
}
