package io.grape.redis.script;

import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.redis.connection.StoreFailure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** Splits a batch into script runs: each has few jobs and few bytes, and no job twice. */
public final class BatchSplitter {
    /** The maximum number of jobs in one run. */
    public static final int MAX_JOBS = 100;
    /** The maximum payload bytes of one run, unless its first job is larger. */
    static final int MAX_BYTES = 2 * 1024 * 1024;

    private BatchSplitter() {}

    public static <T> List<List<T>> of(Collection<? extends T> items, Function<T, Object> id, ToIntFunction<T> bytes) {
        List<List<T>> slices = new ArrayList<>();
        Predicate<T> fits = item -> false;
        for (T item : items) {
            if (!fits.test(item)) {
                slices.add(new ArrayList<>());
                fits = batchLimiter(id, bytes);
                var unused = fits.test(item);
            }
            slices.get(slices.size() - 1).add(item);
        }
        return slices;
    }

    /** Collects items for a run: few jobs and few bytes, and no job twice. */
    public static <T> Predicate<T> batchLimiter(Function<T, Object> id, ToIntFunction<T> bytes) {
        Set<Object> ids = new HashSet<>();
        long[] size = {0};
        return item -> {
            size[0] += bytes.applyAsInt(item);
            return ids.size() < MAX_JOBS && size[0] <= MAX_BYTES && ids.add(id.apply(item));
        };
    }

    /**
     * Runs the items of a batch in slices, one after another. No slice has a job twice. A run that fails ends the
     * batch. The later items then fail one by one; if nothing was done before, the whole batch fails.
     */
    public static <T, R> CompletionStage<List<ItemResult<R>>> inOrder(
            List<T> items, Function<T, Object> id, Function<List<T>, List<CompletableFuture<ItemResult<R>>>> run) {
        return inOrder(items, id, item -> 0, run);
    }

    /** The same, with few bytes in each slice. */
    public static <T, R> CompletionStage<List<ItemResult<R>>> inOrder(
            List<T> items,
            Function<T, Object> id,
            ToIntFunction<T> bytes,
            Function<List<T>, List<CompletableFuture<ItemResult<R>>>> run) {
        return inOrder(of(items, id, bytes), 0, run, new ArrayList<>(items.size()));
    }

    private static <T, R> CompletionStage<List<ItemResult<R>>> inOrder(
            List<List<T>> slices,
            int at,
            Function<List<T>, List<CompletableFuture<ItemResult<R>>>> run,
            List<ItemResult<R>> done) {
        if (at == slices.size()) {
            return CompletableFuture.completedStage(done);
        }
        List<CompletableFuture<ItemResult<R>>> slice = run.apply(slices.get(at));
        return CompletableFuture.allOf(slice.toArray(CompletableFuture<?>[]::new))
                .handle((all, failure) -> failure)
                .thenCompose(failure -> {
                    if (failure != null
                            && done.isEmpty()
                            && slice.stream().allMatch(CompletableFuture::isCompletedExceptionally)) {
                        return CompletableFuture.failedStage(grapeException(failure));
                    }
                    slice.forEach(item -> done.add(item.exceptionally(why -> ItemResult.failed(grapeException(why)))
                            .join()));
                    if (failure == null) {
                        return inOrder(slices, at + 1, run, done);
                    }
                    GrapeException why = grapeException(failure);
                    slices.subList(at + 1, slices.size())
                            .forEach(rest -> rest.forEach(item -> done.add(ItemResult.failed(why))));
                    return CompletableFuture.completedStage(done);
                });
    }

    private static GrapeException grapeException(Throwable failure) {
        Throwable cause = StoreFailure.unwrapped(failure);
        if (cause instanceof GrapeException ours) {
            return ours;
        }
        throw new CompletionException(cause);
    }
}
