package io.grape.core.job;

import io.grape.core.ErrorCode;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** The memory of one consumer's jobs. Thread-safe. */
public interface ResponseRoom {
    /** True if its caller holds so much that it gets no more for now. */
    boolean isFull();

    /** Takes so many bytes once they are free. Fails with {@link ErrorCode#OVERLOADED} if that takes too long. */
    CompletionStage<Void> await(long bytes, Duration patience);

    /** Takes so many more, even if they are not free. */
    void hold(long bytes);

    /** An empty one for the same caller. */
    ResponseRoom another();

    /** Gives everything back. */
    void release();
}
