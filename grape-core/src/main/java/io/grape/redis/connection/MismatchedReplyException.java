package io.grape.redis.connection;

import io.lettuce.core.RedisException;
import java.util.function.Function;

/** A reply that does not fit its call: it belongs to another. */
public final class MismatchedReplyException extends RedisException {
    private static final long serialVersionUID = 1;

    /** What is wrong with it, as a text for people. */
    static final String WHAT = "a reply does not belong to its call";

    private MismatchedReplyException(Throwable cause) {
        super(WHAT, cause);
    }

    /** Reads a reply that was not checked yet. */
    public static <A, T> T read(A answer, Function<A, T> reader) {
        try {
            return reader.apply(answer);
        } catch (RuntimeException e) {
            throw new MismatchedReplyException(e);
        }
    }
}
