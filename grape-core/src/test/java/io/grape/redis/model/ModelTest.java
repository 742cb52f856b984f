package io.grape.redis.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Seed;
import io.grape.redis.GlassRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class ModelTest {
    private static final int SEQUENCES = Integer.getInteger("grape.sequences", 5000);
    /** Sequences that run at a time, each in a namespace of its own. */
    private static final int LANES = 4;

    private static final GlassRedis REDIS = GlassRedis.connect();

    @AfterAll
    static void disconnect() {
        REDIS.close();
    }

    @Test
    void theStoreDoesWhatTheModelSaysInRandomSequencesOfAllVerbs() {
        AtomicInteger next = new AtomicInteger();
        List<CompletableFuture<Optional<String>>> lanes = new ArrayList<>();
        for (int i = 0; i < LANES; i++) {
            lanes.add(lane(new Runner(REDIS.store(null)), next).toCompletableFuture());
        }
        List<Optional<String>> reports =
                lanes.stream().map(CompletableFuture::join).toList();
        assertThat(reports).allSatisfy(report -> assertThat(report).isEmpty());
    }

    private static CompletionStage<Optional<String>> lane(Runner runner, AtomicInteger next) {
        int number = next.getAndIncrement();
        if (number >= SEQUENCES) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        return runner.run(Sequence.random(Seed.value(), number)).thenCompose(wrong -> {
            return wrong.isEmpty()
                    ? lane(runner, next)
                    : CompletableFuture.completedStage(wrong.map(text -> number + text));
        });
    }
}
