package io.grape.client.worker;

import java.util.List;

/**
 * Goes around each run of a handler, such as with a span or a transaction: {@link WorkerBuilder#around}. Called by
 * several threads at a time.
 */
@FunctionalInterface
public interface Interceptor {
    /**
     * Goes around one run. What {@link Next#proceed} throws is a failure of the handler, or a payload that does not
     * decode. What this method returns or throws counts: it may decide another outcome, or not proceed at all.
     *
     * @param job the job, with {@link JobContext#onAcknowledged} for what comes after the run
     */
    Outcome around(JobContext job, Next next) throws Exception;

    /**
     * Goes around one run of a {@link BatchHandler}. The default only proceeds. If it returns and has not proceeded, the
     * jobs have failed, because nobody has worked on them.
     *
     * @param jobs those of the batch; payloads that do not decode are left out
     */
    default void aroundBatch(List<? extends JobContext> jobs, NextBatch next) throws Exception {
        next.proceed();
    }

    /** The next interceptor, or the handler. */
    @FunctionalInterface
    interface Next {
        /** Goes on, on this thread. */
        Outcome proceed() throws Exception;
    }

    /** The next interceptor, or the handler of a batch. */
    @FunctionalInterface
    interface NextBatch {
        /** Goes on, on this thread. */
        void proceed() throws Exception;
    }
}
