package io.grape.redis.overload;

import io.grape.core.CallContext;
import io.grape.core.Deadline;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A look at a tube. It fails with OVERLOADED if it is shed before its turn, or its time is over; with DEADLINE_EXCEEDED if
 * that of its caller is.
 */
public final class Look<T> extends CompletableFuture<T> implements Ticket {
    private final TubeName tube;
    private final CallContext context;
    private final Supplier<CompletionStage<T>> run;
    private final Deadline limit;
    private final boolean freesMemory;

    /**
     * Is not made yet.
     *
     * @param limit by when it has to end
     */
    public Look(TubeName tube, CallContext context, Deadline limit, Supplier<CompletionStage<T>> run) {
        this(tube, context, limit, run, false);
    }

    private Look(
            TubeName tube, CallContext context, Deadline limit, Supplier<CompletionStage<T>> run, boolean freesMemory) {
        this.tube = tube;
        this.context = context;
        this.run = run;
        this.limit = limit;
        this.freesMemory = freesMemory;
    }

    /** A read that finds the jobs which an operator deletes or kicks: Redis runs it even if it has no memory left. */
    public static <T> Look<T> thatFreesMemory(TubeName tube, Deadline limit, Supplier<CompletionStage<T>> run) {
        return new Look<>(tube, CallContext.NONE, limit, run, true);
    }

    @Override
    public TubeName tube() {
        return tube;
    }

    /** Whether it runs even if the node has no memory left. */
    boolean freesMemory() {
        return freesMemory;
    }

    /** When it came, of {@link System#nanoTime()}. */
    long since() {
        return limit.start();
    }

    /** True if its time is over. */
    boolean isLate(long now) {
        return now - context.lateAt(limit) >= 0;
    }

    /** It is made now. Its caller does not wait for the reply beyond its deadline. */
    CompletionStage<T> make() {
        context.endInTime(this, limit);
        return run.get();
    }

    /** It is not made. */
    void shed(Supplier<GrapeException> why) {
        completeExceptionally(context.isLate() ? CallContext.exceeded() : why.get());
    }
}
