package io.grape.core.job;

import io.grape.core.TubeName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Hints from other brokers, which may get lost: a tube with a waiting consumer has, or will have, a ready job. */
public interface WakeUps {
    /**
     * Calls {@code onHint} with the tube and the time until a job is ready there. Calls {@code onGap} when hints may
     * have been missed during a reconnection. Both run on a thread of the store's client and must not block.
     */
    CompletionStage<Void> subscribe(BiConsumer<TubeName, Duration> onHint, Runnable onGap);

    /** Calls {@code onFinish} with jobs that finish while somebody waits for a result of their tube, as above. */
    default void onFinish(BiConsumer<TubeName, List<String>> onFinish) {}

    /** Calls {@code onMessage} with what brokers tell each other about workers, their own messages included, as above. */
    default void onWorkerMessage(Consumer<String> onMessage) {}

    /** Tells all brokers something about workers, a line of text. Done when Redis has the message; it may get lost all the same. */
    default CompletionStage<Void> tellOfWorkers(String message) {
        return CompletableFuture.completedStage(null);
    }
}
