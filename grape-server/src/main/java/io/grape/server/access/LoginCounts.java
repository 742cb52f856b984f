package io.grape.server.access;

import io.grape.core.WireName;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How many logins were tried here, by what came of them. Thread-safe. */
public final class LoginCounts {
    private final Map<Result, AtomicLong> counts = Stream.of(Result.values())
            .collect(Collectors.toUnmodifiableMap(result -> result, result -> new AtomicLong()));

    /** What came of a login. */
    public enum Result implements WireName {
        OK,
        FAILED,
        /** It was not even tried. */
        THROTTLED
    }

    /** The number of those that ended so; it grows. */
    public AtomicLong of(Result result) {
        AtomicLong count = counts.get(result);
        if (count == null) {
            throw new IllegalStateException(result.wireName());
        }
        return count;
    }
}
