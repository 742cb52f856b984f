package io.grape.core.job;

import io.grape.core.ErrorCode;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** The memory that one consumer's jobs take. May be used from anywhere. */
public interface ResponseRoom {
    /** True when its caller holds so much that it gets no more for now. */
    boolean isFull();

    /** Takes so many bytes once they are left. Fails with {@link ErrorCode#OVERLOADED} when that takes too long. */
    CompletionStage<Void> await(long bytes, Duration patience);

    /** Takes so many more, whether they are left or not. */
    void hold(long bytes);

    /** Another of the same caller, with nothing in it. */
    ResponseRoom another();

    /** Gives everything back. */
    void release();
}
