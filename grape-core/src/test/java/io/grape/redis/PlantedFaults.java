package io.grape.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.function.ObjLongConsumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random sequences of calls see each fault that is planted in the scripts: those of a subclass's {@code mutants}. */
abstract class PlantedFaults extends OnInspectedRedis {
    /** Always the same sequences: whether they find each fault is not left to chance. */
    static final long FIRST_SEED = 20_260_101;

    private final int mostSequences;

    /** Each fault must be found within so many sequences. */
    PlantedFaults(int mostSequences) {
        this.mostSequences = mostSequences;
    }

    /** Runs a sequence. */
    abstract void run(InspectedStore store, long seed);

    /** What is wrong with a store, by the sequence of a seed. */
    Optional<String> wrong(InspectedStore store, long seed) {
        return broken(store, this::run, seed);
    }

    /** What a sequence of one kind finds. */
    static Optional<String> broken(InspectedStore store, ObjLongConsumer<InspectedStore> sequence, long seed) {
        try {
            sequence.accept(store, seed);
            return Optional.empty();
        } catch (AssertionError e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } finally {
            TestStore.get(store.clear());
        }
    }

    @ParameterizedTest
    @MethodSource("mutants")
    final void theSequencesFindAPlantedFault(Mutant mutant) {
        InspectedStore store = redis.store(mutant);
        Optional<String> found = Optional.empty();
        int number = 0;
        while (found.isEmpty() && number < mostSequences) {
            found = wrong(store, FIRST_SEED + number);
            number++;
        }
        assertThat(found).as("seeds from %d", FIRST_SEED).isPresent();
        assertThat(found.orElseThrow())
                .as("a fault, not a script that does not run")
                .doesNotContain("INTERNAL");
        System.out.println("found by sequence " + number + ": " + mutant);
    }
}
