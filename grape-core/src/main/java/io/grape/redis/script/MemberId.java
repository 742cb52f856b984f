package io.grape.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.GrapeException;
import io.grape.core.JobId;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads ids from Redis. Something besides the broker may have written anything there: only this one job is affected.
 */
public final class MemberId {
    private static final char REPLACEMENT = '\uFFFD';

    private MemberId() {}

    /** The id; empty if these bytes are none. */
    public static Optional<JobId> read(byte[] member) {
        String text = new String(member, UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0 && !Arrays.equals(text.getBytes(UTF_8), member)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new JobId(text));
        } catch (GrapeException noId) {
            return Optional.empty();
        }
    }
}
