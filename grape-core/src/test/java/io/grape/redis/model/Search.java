package io.grape.redis.model;

import io.grape.redis.InspectedRedis;
import io.grape.redis.Mutant;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Looks for a sequence after which the store, with a fault or without one, is not as the model says. */
final class Search {
    /** Sequences that run at a time, each in a namespace of its own. */
    private static final int LANES = 8;

    private final InspectedRedis redis;
    private final @Nullable Mutant mutant;
    private final long seed;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger end;

    private Search(InspectedRedis redis, @Nullable Mutant mutant, long seed, int sequences) {
        this.redis = redis;
        this.mutant = mutant;
        this.seed = seed;
        this.end = new AtomicInteger(sequences);
    }

    /** A sequence that failed, by its number, and how it did. */
    record Finding(int number, String wrong) {}

    /** The first sequence found to fail, empty when all of them pass. */
    static Optional<Finding> forFailing(InspectedRedis redis, @Nullable Mutant mutant, long seed, int sequences) {
        return new Search(redis, mutant, seed, sequences).run();
    }

    private Optional<Finding> run() {
        Stream<CompletableFuture<Optional<Finding>>> lanes = IntStream.range(0, LANES)
                .mapToObj(lane -> goOn(new Runner(redis.store(mutant))).toCompletableFuture());
        return lanes.toList().stream()
                .map(CompletableFuture::join)
                .flatMap(Optional::stream)
                .min(Comparator.comparingInt(Finding::number));
    }

    private CompletionStage<Optional<Finding>> goOn(Runner runner) {
        int number = next.getAndIncrement();
        if (number >= end.get()) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        return runner.run(Sequence.random(seed, number)).thenCompose(wrong -> {
            if (wrong.isEmpty()) {
                return goOn(runner);
            }
            end.set(0);
            return CompletableFuture.completedStage(wrong.map(text -> new Finding(number, text)));
        });
    }

    /** The sequence with all taken out that it does not fail for, and how it fails. */
    static String report(InspectedRedis redis, long seed, int number) {
        Runner runner = new Runner(redis.store(null));
        Sequence shrunk =
                new Shrinker(tried -> failure(runner, tried).isPresent()).shrink(Sequence.random(seed, number));
        return "seed " + seed + ", sequence " + number + ", shrunk to\n" + shrunk + "\n  fails at "
                + failure(runner, shrunk).orElse("nothing, the second time");
    }

    private static Optional<String> failure(Runner runner, Sequence sequence) {
        return runner.run(sequence).toCompletableFuture().join();
    }
}
