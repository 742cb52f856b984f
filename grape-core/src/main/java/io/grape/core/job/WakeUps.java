package io.grape.core.job;

import io.grape.core.TubeName;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/** News from other brokers that may get lost: that a tube, in which somebody waits, has or will have something ready. */
public interface WakeUps {
    /**
     * Calls {@code onHint} with the tube and how long until a job is ready there, and {@code onGap} when hints may have been
     * missed because the connection was away. Both on a thread of the store's client; they must not block.
     */
    CompletionStage<Void> subscribe(BiConsumer<TubeName, Duration> onHint, Runnable onGap);
}
