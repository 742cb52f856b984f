package io.grape.client;

import java.util.Collection;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A named queue and the type of its payloads. Describe it once, as a constant, and share it between producer and
 * worker. It holds no connection.
 *
 * @param name 1 to 200 of {@code A-Z a-z 0-9 + / ; . $ _ ( ) -}, not beginning with {@code -}
 * @param codec of the payloads
 */
public record Tube<T>(String name, Codec<T> codec) {
    private static final Pattern NAME = Pattern.compile("(?!-|\\.{1,2}$)[A-Za-z0-9+/;.$_()-]{1,200}");

    /** Throws an IllegalArgumentException if the name is not allowed. */
    public Tube {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(codec, "codec");
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "tube: expected 1 to 200 of A-Z a-z 0-9 + / ; . $ _ ( ) - and no - at its begin, got '" + name
                            + "'");
        }
    }

    /**
     * A tube with JSON payloads. Throws an IllegalArgumentException for a type that Jackson cannot read, and for a collection,
     * because a class does not say what is in it.
     */
    public static <T> Tube<T> of(String name, Class<T> type) {
        if (Collection.class.isAssignableFrom(type) && type.getTypeParameters().length > 0) {
            throw new IllegalArgumentException("tube: expected the type of one payload, got " + type.getName()
                    + ": for payloads that are lists, give Codec.json(new TypeReference<List<Order>>() {});"
                    + " for many jobs in one run of a handler, give the type of one job, and use onBatch");
        }
        return new Tube<>(name, Codec.json(type));
    }

    /** A tube with payloads in any format. */
    public static <T> Tube<T> of(String name, Codec<T> codec) {
        return new Tube<>(name, codec);
    }

    @Override
    public String toString() {
        return name;
    }
}
