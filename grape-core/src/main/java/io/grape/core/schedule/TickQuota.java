package io.grape.core.schedule;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/** How many jobs a tick may make in the name of the client that put the schedule. */
public interface TickQuota {
    /** Lets any number of jobs be made. */
    TickQuota NONE = new TickQuota() {
        @Override
        public <T> CompletionStage<T> limit(
                String client, int wanted, IntFunction<CompletionStage<T>> tick, ToIntFunction<T> made) {
            return CompletableFuture.completedStage(wanted).thenCompose(tick::apply);
        }
    };

    /**
     * Runs a tick that may make as many of some jobs as are allowed; fails with QUOTA_EXCEEDED if none is.
     *
     * @param client who put the schedule, as {@link ScheduleRequest#client} names it
     * @param made how many were made; the others do not count
     */
    <T> CompletionStage<T> limit(
            String client, int wanted, IntFunction<CompletionStage<T>> tick, ToIntFunction<T> made);
}
