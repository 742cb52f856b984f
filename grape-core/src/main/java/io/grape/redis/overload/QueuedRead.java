package io.grape.redis.overload;

import io.grape.core.CallContext;
import io.grape.core.Deadline;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A read of a tube that waits in a {@link NodeQueue}. It fails with OVERLOADED if it is shed or its time is over, and with
 * DEADLINE_EXCEEDED if the time of its caller is over.
 */
public final class QueuedRead<T> extends CompletableFuture<T> implements QueuedWork {
    private final TubeName tube;
    private final CallContext context;
    private final Supplier<CompletionStage<T>> run;
    private final Deadline limit;
    private final boolean freesMemory;

    /**
     * Does not run yet.
     *
     * @param limit by when it has to end
     */
    public QueuedRead(TubeName tube, CallContext context, Deadline limit, Supplier<CompletionStage<T>> run) {
        this(tube, context, limit, run, false);
    }

    private QueuedRead(
            TubeName tube, CallContext context, Deadline limit, Supplier<CompletionStage<T>> run, boolean freesMemory) {
        this.tube = tube;
        this.context = context;
        this.run = run;
        this.limit = limit;
        this.freesMemory = freesMemory;
    }

    /** A read that finds the jobs which an operator deletes or kicks: Redis runs it even if it has no memory left. */
    public static <T> QueuedRead<T> thatFreesMemory(TubeName tube, Deadline limit, Supplier<CompletionStage<T>> run) {
        return new QueuedRead<>(tube, CallContext.NONE, limit, run, true);
    }

    @Override
    public TubeName tube() {
        return tube;
    }

    /** Whether it runs even if the node has no memory left. */
    boolean freesMemory() {
        return freesMemory;
    }

    /** When it arrived, of {@link System#nanoTime()}. */
    long arrived() {
        return limit.start();
    }

    /** True if its time is over. */
    boolean isLate(long now) {
        return now - context.lateAt(limit) >= 0;
    }

    /** Runs it. Its caller does not wait for the reply beyond its deadline. */
    CompletionStage<T> run() {
        context.endInTime(this, limit);
        return run.get();
    }

    /** Fails it, because it does not run. */
    void shed(Supplier<GrapeException> why) {
        completeExceptionally(context.isLate() ? CallContext.exceeded() : why.get());
    }
}
