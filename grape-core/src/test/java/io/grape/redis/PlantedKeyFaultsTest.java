package io.grape.redis;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/** The random sequences of keys see each fault that is planted in what the scripts do for keys. */
@Tag("slow")
class PlantedKeyFaultsTest extends PlantedFaults {
    /** The sharing of time takes longest: it is looked at in one of so many sequences. */
    private static final int TIMED = 4;

    PlantedKeyFaultsTest() {
        super(40);
    }

    static List<Mutant> mutants() {
        return Mutant.ofKeys();
    }

    @Override
    void run(InspectedStore store, long seed) {
        KeySequence.run(store, seed);
    }

    @Override
    Optional<String> wrong(InspectedStore store, long seed) {
        Optional<String> unfair = Optional.ofNullable(new FairSequence(store, seed).byJobs());
        TestStore.get(store.clear());
        if (unfair.isEmpty() && (seed - FIRST_SEED) % TIMED == 0) {
            unfair = Optional.ofNullable(new FairSequence(store, seed).byTime());
            TestStore.get(store.clear());
        }
        if (unfair.isEmpty()) {
            unfair = Optional.ofNullable(new FairSequence(store, seed).byDueTime());
            TestStore.get(store.clear());
        }
        if (unfair.isEmpty()) {
            unfair = broken(store, OrderSequence::run, seed);
        }
        return unfair.isPresent() ? unfair : super.wrong(store, seed);
    }
}
