package io.grape.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One produce, as a {@link ProduceInterceptor} goes with it. */
public interface ProduceScope {
    /** Adds nothing, and is not interested in the end. */
    ProduceScope NONE = failure -> {};

    /** Headers for each of its jobs. A header of the job itself wins. Limits are those of {@link NewJob#header}. */
    default Map<String, String> headers() {
        return Map.of();
    }

    /**
     * Called once when the produce has ended, on any thread. That of a {@link BufferedProducer} ends when it is written.
     *
     * @param failure that of the call; of several jobs the first one that failed. Null: all were produced
     */
    void ended(@Nullable Throwable failure);
}
