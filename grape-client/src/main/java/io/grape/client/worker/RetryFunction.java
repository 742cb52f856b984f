package io.grape.client.worker;

/** Decides what happens to a job whose handler failed: {@link Retry#by}. */
@FunctionalInterface
public interface RetryFunction {
    /**
     * The outcome for one failure. It may ask another retry: {@code Retry.DEFAULT.after(failure, job)}.
     *
     * @param failure what the handler threw, a {@link HandlerTimeoutException}, or a
     *     {@link io.grape.client.DecodeException}
     */
    Outcome after(Throwable failure, JobContext job);
}
