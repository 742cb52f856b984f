package io.grape.redis;

import io.grape.core.Seed;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** More sequences, for a night's run: {@code -Dgrape.keys.seeds=}. */
class RandomKeysTest extends OnInspectedRedis {
    private static final int SEEDS = Integer.getInteger("grape.keys.seeds", 5);

    static LongStream seeds() {
        return LongStream.range(Seed.value(), Seed.value() + SEEDS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void nothingBreaksAndNothingIsForgotten(long seed) {
        InspectedStore store = redis.store(null);
        KeySequence.run(store, seed);
        TestStore.get(store.clear());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void noDeliveryPassesAJobAheadInItsLine(long seed) {
        InspectedStore store = redis.store(null);
        OrderSequence.run(store, seed);
        TestStore.get(store.clear());
    }
}
