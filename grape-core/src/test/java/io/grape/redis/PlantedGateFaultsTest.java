package io.grape.redis;

import java.util.List;
import org.junit.jupiter.api.Tag;

/** The random sequences of gates see each fault that is planted in what the scripts do for gates. */
@Tag("slow")
class PlantedGateFaultsTest extends PlantedFaults {
    PlantedGateFaultsTest() {
        super(20);
    }

    static List<Mutant> mutants() {
        return Mutant.ofGates();
    }

    @Override
    void run(InspectedStore store, long seed) {
        GateSequence.run(store, seed);
    }
}
