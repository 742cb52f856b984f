package io.grape.redis.script;

import io.grape.core.GrapeException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Calls whose arguments may be out of bounds: the stage reports that, too. */
public final class Stages {
    private Stages() {}

    public static <T> CompletionStage<T> call(Supplier<CompletionStage<T>> call) {
        try {
            return call.get();
        } catch (GrapeException e) {
            return CompletableFuture.failedStage(e);
        }
    }
}
