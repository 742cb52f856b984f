package io.grape.client;

import io.grape.client.JobWriter.Encoded;
import io.grape.client.transport.Call;
import io.grape.client.transport.Call.Body;
import io.grape.client.transport.Call.Repeat;
import io.grape.client.transport.Cancellable;
import io.grape.client.transport.Target;
import io.grape.client.transport.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Produces many in calls that are small enough, one after another; what a broker refused for now is tried once more. */
final class BatchProduce {
    private static final int MOST_JOBS = 1000;
    private static final long MOST_BYTES = 4 << 20;
    /** About what an item takes beside its payload. */
    private static final int ITEM_BYTES = 300;

    private final Transport transport;
    private final Target target;
    private volatile @Nullable CompletableFuture<?> underWay;
    private volatile boolean cancelled;

    BatchProduce(Transport transport, Target target) {
        this.transport = transport;
        this.target = target;
    }

    /** One result each, in order. */
    CompletableFuture<List<Result<Produced>>> run(List<Encoded> jobs) {
        CompletableFuture<List<Result<Produced>>> all = new Cancellable<>(this::cancel);
        all.complete(new ArrayList<>());
        for (List<Encoded> chunk : chunks(jobs)) {
            all = all.thenCompose(results -> produce(chunk).thenApply(more -> {
                results.addAll(more);
                return results;
            }));
        }
        return all;
    }

    /** The chunk that is under way is cut, and no other follows. */
    private void cancel() {
        cancelled = true;
        CompletableFuture<?> sent = underWay;
        if (sent != null) {
            sent.cancel(true);
        }
    }

    private static List<List<Encoded>> chunks(List<Encoded> jobs) {
        List<List<Encoded>> chunks = new ArrayList<>();
        long bytes = 0;
        for (Encoded job : jobs) {
            // In Base64 it takes a third more.
            bytes += job.payload().length * 4L / 3 + ITEM_BYTES;
            if (chunks.isEmpty() || chunks.get(chunks.size() - 1).size() == MOST_JOBS || bytes > MOST_BYTES) {
                chunks.add(new ArrayList<>());
                bytes = job.payload().length * 4L / 3 + ITEM_BYTES;
            }
            chunks.get(chunks.size() - 1).add(job);
        }
        return chunks;
    }

    /** A chunk that fails as a whole is the failure of each of its jobs: those before it are produced. */
    private CompletableFuture<List<Result<Produced>>> produce(List<Encoded> jobs) {
        return send(jobs).thenCompose(results -> {
            List<Integer> refused = refusedForNow(results);
            if (refused.isEmpty()) {
                return CompletableFuture.completedFuture(results);
            }
            return send(refused.stream().map(jobs::get).toList()).thenApply(second -> {
                for (int i = 0; i < refused.size(); i++) {
                    results.set(refused.get(i), second.get(i));
                }
                return results;
            });
        });
    }

    private static List<Integer> refusedForNow(List<Result<Produced>> results) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            GrapeException failure = results.get(i).failure();
            if (failure != null
                    && (failure.code() == ErrorCode.STORE_UNAVAILABLE || failure.code() == ErrorCode.OVERLOADED)) {
                places.add(i);
            }
        }
        return places;
    }

    private CompletableFuture<List<Result<Produced>>> send(List<Encoded> jobs) {
        if (cancelled) {
            return CompletableFuture.failedFuture(new CancellationException("the produce was given up"));
        }
        boolean rejects = jobs.stream().anyMatch(job -> job.job().onDuplicate() == OnDuplicate.REJECT);
        Call call = Call.post("produceAll", target)
                .body(Body.json(JobWriter.jobs(jobs)))
                .repeat(rejects ? Repeat.IF_NOT_DONE : Repeat.ALWAYS);
        CompletableFuture<List<Result<Produced>>> sent =
                Futures.answer(() -> transport.send(call), Answers::allProduced);
        underWay = sent;
        if (cancelled) {
            sent.cancel(true);
        }
        return sent.exceptionally(failure -> failed(jobs, failure));
    }

    private static List<Result<Produced>> failed(List<Encoded> jobs, Throwable failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        GrapeException ours = cause instanceof GrapeException known
                ? known
                : new GrapeException(ErrorCode.UNKNOWN, String.valueOf(cause.getMessage()), null, cause);
        return jobs.stream().map(job -> Result.<Produced>failed(ours)).collect(Collectors.toCollection(ArrayList::new));
    }
}
