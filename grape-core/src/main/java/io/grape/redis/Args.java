package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The arguments of a script run, in order. */
final class Args {
    private static final byte[] NONE = {};

    private final List<byte[]> values = new ArrayList<>();

    Args add(byte[] value) {
        values.add(value);
        return this;
    }

    Args add(String value) {
        return add(value.getBytes(UTF_8));
    }

    Args add(long value) {
        return add(Long.toString(value));
    }

    /** The empty string, which stands for a value that is not there. */
    Args none() {
        return add(NONE);
    }

    /** A number, or the empty string. */
    Args addOptional(@Nullable Long value) {
        return value == null ? none() : add(value);
    }

    byte[][] toArray() {
        return values.toArray(new byte[0][]);
    }
}
