package io.grape.client;

import java.lang.reflect.Type;

/**
 * Makes the JSON codecs of a client, for instance with the mapper of the application: {@code type -> Codec.json(type, mapper)}. See
 * {@link GrapeBuilder#json}.
 */
@FunctionalInterface
public interface JsonCodecs {
    /** JSON of a type. Called once per type and client. Throws an IllegalArgumentException for a type that it cannot read. */
    <T> Codec<T> json(Type type);
}
