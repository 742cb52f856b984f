package io.grape.redis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Seed;
import io.grape.redis.InspectedRedis;
import io.grape.redis.model.Search.Finding;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** More sequences, for a night's run: {@code -Dgrape.sequences=}. */
class ModelTest {
    private static final int SEQUENCES = Integer.getInteger("grape.sequences", 3000);

    private static InspectedRedis redis;

    @BeforeAll
    static void connect() {
        redis = InspectedRedis.connect();
    }

    @AfterAll
    static void disconnect() {
        redis.close();
    }

    @Test
    void theStoreDoesWhatTheModelSaysInRandomSequencesOfAllVerbs() {
        Optional<Finding> failing = Search.forFailing(redis, null, Seed.value(), SEQUENCES);
        assertThat(failing)
                .withFailMessage(() ->
                        Search.report(redis, Seed.value(), failing.orElseThrow().number()))
                .isEmpty();
    }
}
