package io.grape.redis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Seed;
import io.grape.redis.OnInspectedRedis;
import io.grape.redis.model.Search.Finding;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** More sequences, for a night's run: {@code -Dgrape.sequences=}. */
class ModelTest extends OnInspectedRedis {
    private static final int SEQUENCES = Integer.getInteger("grape.sequences", 1000);

    @Test
    void theStoreDoesWhatTheModelSaysInRandomSequencesOfAllVerbs() {
        Optional<Finding> failing = Search.forFailing(redis, null, Seed.value(), SEQUENCES);
        assertThat(failing)
                .withFailMessage(() ->
                        Search.report(redis, Seed.value(), failing.orElseThrow().number()))
                .isEmpty();
    }
}
