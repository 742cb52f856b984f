package io.grape.server.http.call;

import io.grape.core.job.Job;
import io.grape.core.job.JobResult;
import io.grape.server.admission.MemoryBudget;
import io.grape.server.admission.MemoryBudgets;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** What a request and its response hold of the memory of this broker. Lives on one event loop. */
public final class RequestMemory {
    /** Who takes a response at once makes room for others in far less. */
    public static final Duration ROOM_WITHIN = Duration.ofSeconds(5);
    /** Who acknowledges waits no longer than this for others who do not take their responses. */
    public static final Duration ROOM_OF_ACKNOWLEDGEMENT_WITHIN = Duration.ofSeconds(1);

    private static final MemoryBudgets BOUNDLESS = MemoryBudgets.boundless();

    private final Context context;
    private final Supplier<List<String>> callers;
    private MemoryBudgets memory = BOUNDLESS;
    private MemoryBudget.Share room = BOUNDLESS.answers().share();

    /** @param callers those that the caller of the request is */
    RequestMemory(Context context, Supplier<List<String>> callers) {
        this.context = context;
        this.callers = callers;
    }

    /** The response has a part of this memory. */
    void in(MemoryBudgets other, MemoryBudget.Share part) {
        memory = other;
        room = part;
    }

    /** What the response holds of the memory that answers have. */
    public MemoryBudget.Share room() {
        return room;
    }

    /** What jobs of the response hold, beside the response itself. Nothing yet. */
    public MemoryBudget.Share roomOfJobs() {
        return memory.answers().share(callers.get());
    }

    /** What the request holds of the memory of bodies beside its own, nothing yet. */
    public MemoryBudget.Share roomOfBodies() {
        return memory.bodies().share(callers.get());
    }

    /** A stage that brings up to so many jobs, once there is room for them. */
    public <T> Future<T> awaitJobs(int most, Supplier<CompletionStage<T>> look, Function<T, List<Job>> jobs) {
        return awaitBytes(memory.most(most), look, found -> MemoryBudgets.of(jobs.apply(found)));
    }

    /** The same of a stage that brings a result. */
    public Future<JobResult> awaitResult(Supplier<CompletionStage<JobResult>> look) {
        return awaitBytes(memory.most(1), look, MemoryBudgets::of);
    }

    /** The same of a stage that takes up to so many bytes. */
    public <T> Future<T> awaitBytes(long most, Supplier<CompletionStage<T>> look, ToLongFunction<T> bytes) {
        CompletionStage<T> found = room.await(most, ROOM_WITHIN).thenCompose(there -> look.get());
        return Future.fromCompletionStage(found, context).onSuccess(value -> room.become(bytes.applyAsLong(value)));
    }
}
