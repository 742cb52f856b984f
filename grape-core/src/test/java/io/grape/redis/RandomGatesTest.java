package io.grape.redis;

import io.grape.core.Seed;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** More sequences, for a night's run: {@code -Dgrape.gates.seeds=}. */
class RandomGatesTest extends OnInspectedRedis {
    private static final int SEEDS = Integer.getInteger("grape.gates.seeds", 5);

    static LongStream seeds() {
        return LongStream.range(Seed.value(), Seed.value() + SEEDS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void noGateIsPassedAndNothingIsForgotten(long seed) {
        InspectedStore store = redis.store(null);
        GateSequence.run(store, seed);
        TestStore.get(store.clear());
    }
}
