package io.grape.server.http.v1;

import io.grape.core.GrapeException;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import io.grape.server.http.json.Bounds;
import io.grape.server.http.json.Params;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a consumer asks for.
 *
 * @param tubes 1 to 100, each once
 * @param max 1 to 1000
 * @param patience how long it waits for the first one, zero to 60 s
 */
record ConsumeRequest(List<TubeName> tubes, int max, Duration patience) {
    private static final Bounds WAIT = new Bounds(0, Limits.MAX_WAIT.toMillis());

    ConsumeRequest {
        tubes = List.copyOf(tubes);
        if (tubes.isEmpty() || tubes.size() > Limits.MAX_TUBES_PER_CONSUME) {
            throw GrapeException.badValue("tubes", "1 to " + Limits.MAX_TUBES_PER_CONSUME + " tubes", tubes.size());
        }
        if (new HashSet<>(tubes).size() < tubes.size()) {
            throw GrapeException.badValue("tubes", "each tube once", tubes);
        }
    }

    static ConsumeRequest of(List<TubeName> tubes, Params given) {
        return of(tubes, "max", given);
    }

    private static ConsumeRequest of(List<TubeName> tubes, String most, Params given) {
        return new ConsumeRequest(
                tubes,
                (int) given.wholeNumber(most, Bounds.BATCH, 1),
                Duration.ofMillis(given.wholeNumber("waitMs", WAIT, 0)));
    }

    /** What an acknowledgement takes beside, null = nothing. */
    static @Nullable ConsumeRequest next(TubeName tube, Params given) {
        if (given.text("next") != null) {
            return of(List.of(tube), "next", given);
        }
        long wait = given.wholeNumber("waitMs", WAIT, 0);
        if (wait > 0) {
            throw GrapeException.badValue("waitMs", "0 without next", wait);
        }
        return null;
    }

    static List<TubeName> tubes(String names) {
        return Arrays.stream(names.split(",", -1)).map(ConsumeRequest::tube).toList();
    }

    private static TubeName tube(String name) {
        try {
            return new TubeName(name);
        } catch (GrapeException e) {
            throw new GrapeException(e.code(), "tubes: " + e.detail());
        }
    }
}
