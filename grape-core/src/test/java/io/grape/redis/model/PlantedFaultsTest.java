package io.grape.redis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Seed;
import io.grape.redis.Mutant;
import io.grape.redis.OnInspectedRedis;
import io.grape.redis.model.Search.Finding;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The model sees each fault that is planted in a script. */
@Tag("slow")
class PlantedFaultsTest extends OnInspectedRedis {
    /** Sequences within which a fault must be found. */
    private static final int FOR_A_FAULT = 10_000;

    @ParameterizedTest
    @MethodSource("mutants")
    void theModelFindsAPlantedFault(Mutant mutant) {
        Optional<Finding> found = Search.forFailing(redis, mutant, Seed.value(), FOR_A_FAULT);
        assertThat(found).as("seed %d", Seed.value()).isPresent();
        assertThat(found.orElseThrow().wrong())
                .as("a fault, not a script that does not run")
                .doesNotContain("INTERNAL");
        System.out.println("found by sequence " + (found.orElseThrow().number() + 1) + ": " + mutant);
    }

    static List<Mutant> mutants() {
        return Mutant.ofJobs();
    }
}
