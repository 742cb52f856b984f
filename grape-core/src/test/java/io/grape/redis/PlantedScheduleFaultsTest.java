package io.grape.redis;

import java.util.List;
import org.junit.jupiter.api.Tag;

/** The random sequences of schedules see each fault that is planted in what the scripts do for schedules. */
@Tag("slow")
class PlantedScheduleFaultsTest extends PlantedFaults {
    PlantedScheduleFaultsTest() {
        super(60);
    }

    static List<Mutant> mutants() {
        return Mutant.ofSchedules();
    }

    @Override
    void run(InspectedStore store, long seed) {
        ScheduleSequence.run(store, seed);
    }
}
