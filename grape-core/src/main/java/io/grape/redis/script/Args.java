package io.grape.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.Lease;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The arguments of a script run, in order. */
public final class Args {
    private static final byte[] NONE = {};
    private static final int LEASE_BYTES = 7;

    private final List<byte[]> values = new ArrayList<>();

    public Args add(byte[] value) {
        values.add(value);
        return this;
    }

    public Args add(String value) {
        return add(value.getBytes(UTF_8));
    }

    public Args add(long value) {
        return add(Long.toString(value));
    }

    /** A lease as scripts compare it, in 7 bytes; the empty string for the current one, whoever holds it. */
    public Args add(Lease lease) {
        if (lease.equals(Lease.CURRENT)) {
            return none();
        }
        byte[] bytes = new byte[LEASE_BYTES];
        for (int i = 0; i < LEASE_BYTES; i++) {
            bytes[i] = (byte) (lease.value() >> (Byte.SIZE * (LEASE_BYTES - 1 - i)));
        }
        return add(bytes);
    }

    /** All of them. */
    public Args addAll(Args others) {
        values.addAll(others.values);
        return this;
    }

    /** The empty string: no value. */
    public Args none() {
        return add(NONE);
    }

    /** A number, or the empty string. */
    public Args addOptional(@Nullable Long value) {
        return value == null ? none() : add(value);
    }

    /** A text, or the empty string. */
    public Args addOptional(@Nullable String value) {
        return value == null ? none() : add(value);
    }

    /** The ms of an instant, or the empty string. */
    public Args addOptional(@Nullable Instant value) {
        return value == null ? none() : add(value.toEpochMilli());
    }

    byte[][] toArray() {
        return values.toArray(new byte[0][]);
    }
}
