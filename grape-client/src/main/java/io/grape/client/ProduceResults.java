package io.grape.client;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What became of the jobs of a {@link Grape#produceAll(Tube, java.util.stream.Stream)}. */
public final class ProduceResults<T> {
    private static final int CHUNK = 1000;

    private final List<FailedProduce<T>> failed = new ArrayList<>();
    private long produced;
    private long created;
    private @Nullable GrapeException away;

    private ProduceResults() {}

    /** Reads jobs, and produces so many of them at a time. */
    static <T> ProduceResults<T> ofChunks(
            Iterator<? extends NewJob<? extends T>> jobs,
            Function<List<NewJob<? extends T>>, List<Result<Produced>>> produce) {
        ProduceResults<T> results = new ProduceResults<>();
        while (jobs.hasNext()) {
            List<NewJob<? extends T>> chunk = new ArrayList<>();
            while (chunk.size() < CHUNK && jobs.hasNext()) {
                chunk.add(Objects.requireNonNull(jobs.next(), "job: expected one, got null"));
            }
            results.add(chunk, produce);
        }
        return results;
    }

    private void add(
            List<NewJob<? extends T>> chunk, Function<List<NewJob<? extends T>>, List<Result<Produced>>> produce) {
        GrapeException before = away;
        if (before == null) {
            add(chunk, produce.apply(chunk));
        } else {
            String detail = "was not sent, as those before it failed: " + before.detail();
            chunk.forEach(job -> failed.add(
                    new FailedProduce<>(job, new GrapeException(before.code(), detail, null, before).ofJob(job.id()))));
        }
    }

    private void add(List<NewJob<? extends T>> chunk, List<Result<Produced>> results) {
        for (int i = 0; i < chunk.size(); i++) {
            GrapeException failure = results.get(i).failure();
            if (failure != null) {
                failed.add(new FailedProduce<>(chunk.get(i), failure));
            } else {
                produced++;
                created += results.get(i).get().created() ? 1 : 0;
            }
        }
        if (results.stream().allMatch(ProduceResults::isAway)) {
            away = results.get(0).failure();
        }
    }

    private static boolean isAway(Result<Produced> result) {
        GrapeException failure = result.failure();
        return failure != null && BatchProduce.AWAY.contains(failure.code());
    }

    /** The jobs that failed, in their order. To try again: produce their {@link FailedProduce#job}s. */
    public List<FailedProduce<T>> failed() {
        return List.copyOf(failed);
    }

    /** How many jobs the brokers have, those that they had before included. */
    public long produced() {
        return produced;
    }

    /** How many of these are new: {@link Produced#created}. */
    public long created() {
        return created;
    }

    @Override
    public String toString() {
        return "ProduceResults[produced=" + produced + ", created=" + created + ", failed=" + failed.size() + "]";
    }
}
