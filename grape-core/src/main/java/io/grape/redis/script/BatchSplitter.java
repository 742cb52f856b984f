package io.grape.redis.script;

import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
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

/** Cuts a batch into runs of a script: few jobs and few bytes a run, and no job twice in one. */
public final class BatchSplitter {
    /** Jobs of one run. */
    public static final int MAX_JOBS = 100;
    /** Payload bytes of one run, unless its first job is larger. */
    static final int MAX_BYTES = 2 * 1024 * 1024;

    private BatchSplitter() {}

    public static <T> List<List<T>> of(Collection<? extends T> items, Function<T, Object> id, ToIntFunction<T> bytes) {
        List<List<T>> slices = new ArrayList<>();
        List<T> slice = new ArrayList<>();
        Set<Object> ids = new HashSet<>();
        long size = 0;
        for (T item : items) {
            size += bytes.applyAsInt(item);
            if (!slice.isEmpty() && (slice.size() == MAX_JOBS || size > MAX_BYTES || ids.contains(id.apply(item)))) {
                slices.add(slice);
                slice = new ArrayList<>();
                ids = new HashSet<>();
                size = bytes.applyAsInt(item);
            }
            slice.add(item);
            ids.add(id.apply(item));
        }
        if (!slice.isEmpty()) {
            slices.add(slice);
        }
        return slices;
    }

    /** Gathers batches into one that is still a slice: few jobs and few bytes, and no job twice. */
    public static <T> Predicate<List<T>> gatherer(Function<T, Object> id, ToIntFunction<T> bytes) {
        Set<Object> ids = new HashSet<>();
        long[] size = {0};
        return batch -> {
            long more = batch.stream().mapToInt(bytes).sum();
            boolean fits = ids.size() + batch.size() <= MAX_JOBS
                    && size[0] + more <= MAX_BYTES
                    && batch.stream().map(id).noneMatch(ids::contains);
            batch.forEach(item -> ids.add(id.apply(item)));
            size[0] += more;
            return fits;
        };
    }

    /** The parts of a list that are as long as those batches, in order. */
    public static <R> List<List<R>> split(List<R> all, List<? extends List<?>> batches) {
        List<List<R>> parts = new ArrayList<>(batches.size());
        int at = 0;
        for (List<?> batch : batches) {
            parts.add(all.subList(at, at + batch.size()));
            at += batch.size();
        }
        return parts;
    }

    /** Runs the slices one after the other. The first failure fails the rest, item by item; the whole if nothing was done before it. */
    public static <T, R> CompletionStage<List<ItemResult<R>>> inOrder(
            List<List<T>> slices, Function<List<T>, CompletionStage<List<ItemResult<R>>>> run) {
        return inOrder(slices, 0, run, new ArrayList<>());
    }

    private static <T, R> CompletionStage<List<ItemResult<R>>> inOrder(
            List<List<T>> slices,
            int at,
            Function<List<T>, CompletionStage<List<ItemResult<R>>>> run,
            List<ItemResult<R>> done) {
        if (at == slices.size()) {
            return CompletableFuture.completedStage(done);
        }
        CompletionStage<List<ItemResult<R>>> outcomes = run.apply(slices.get(at));
        return (at == 0 ? outcomes : outcomes.exceptionally(failure -> failAll(slices, at, grapeException(failure))))
                .thenCompose(found -> {
                    done.addAll(found);
                    int next = found.size() == slices.get(at).size() ? at + 1 : slices.size();
                    return inOrder(slices, next, run, done);
                });
    }

    /** Failures for all items from one slice on. */
    private static <T, R> List<ItemResult<R>> failAll(List<List<T>> slices, int from, GrapeException failure) {
        return slices.subList(from, slices.size()).stream()
                .flatMap(List::stream)
                .map(item -> ItemResult.<R>failed(failure))
                .toList();
    }

    private static GrapeException grapeException(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof GrapeException ours) {
            return ours;
        }
        throw new CompletionException(cause);
    }
}
