package io.grape.client;

import io.grape.client.JobWriter.Encoded;
import io.grape.client.transport.Call;
import io.grape.client.transport.Cancellable;
import io.grape.client.transport.RequestBody;
import io.grape.client.transport.RetryPolicy;
import io.grape.client.transport.Traffic;
import io.grape.client.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Produces many jobs in calls of limited size, one after another. Jobs that the broker refused for now are sent once
 * more, after a pause if it is overloaded; the transport retries whole calls. If no broker responds to a call, or all are
 * overloaded, the later calls are not sent, because each would take as long.
 */
final class BatchProduce {
    /** Between the two times that a job is sent to an overloaded broker, at least. */
    private static final long PAUSE_MILLIS = 1000;

    /** No broker does the call, nor would it do the next one. */
    static final Set<ErrorCode> AWAY =
            EnumSet.of(ErrorCode.UNREACHABLE, ErrorCode.TIMED_OUT, ErrorCode.OVERLOADED, ErrorCode.DEADLINE_EXCEEDED);

    private static final Result<Produced> NOT_SENT =
            Result.failed(new GrapeException(ErrorCode.UNREACHABLE, "was not sent"));

    private final Transport transport;
    private final Target target;
    private final boolean halves;
    private final List<Result<Produced>> results;
    private volatile @Nullable CompletableFuture<?> underWay;
    private volatile boolean cancelled;
    private volatile @Nullable GrapeException away;

    /** A job and the place of its result. */
    private record Placed(int place, Encoded encoded) {
        long bytes() {
            return BatchLimit.bytesOf(encoded.payload().length);
        }

        boolean rejects() {
            return encoded.job().onDuplicate() == OnDuplicate.REJECT;
        }
    }

    private BatchProduce(Transport transport, Target target, boolean halves, int count) {
        this.transport = transport;
        this.target = target;
        this.halves = halves;
        this.results = new ArrayList<>(Collections.nCopies(count, NOT_SENT));
    }

    /** One result each, in order. */
    static <T> CompletableFuture<List<Result<Produced>>> run(
            Transport transport,
            Target target,
            List<? extends NewJob<? extends T>> jobs,
            Codec<T> codec,
            Map<String, String> headers) {
        return new BatchProduce(transport, target, true, jobs.size()).run(jobs, codec, headers);
    }

    /**
     * The same for jobs that fit into one call. If that is refused as a whole, for what is in it, the future fails: another
     * call may have fewer of them.
     */
    static <T> CompletableFuture<List<Result<Produced>>> runWhole(
            Transport transport, Target target, List<? extends NewJob<? extends T>> jobs, Codec<T> codec) {
        return new BatchProduce(transport, target, false, jobs.size()).run(jobs, codec, Map.of());
    }

    private <T> CompletableFuture<List<Result<Produced>>> run(
            List<? extends NewJob<? extends T>> jobs, Codec<T> codec, Map<String, String> headers) {
        List<Placed> placed = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            NewJob<? extends T> job = jobs.get(i);
            try {
                placed.add(new Placed(
                        i, Encoded.of(Objects.requireNonNull(job, "job: expected one, got null"), codec, headers)));
            } catch (RuntimeException e) {
                results.set(i, Result.failed(known(e, ErrorCode.BAD_REQUEST).ofJob(job == null ? null : job.id())));
            }
        }
        return send(placed);
    }

    private static GrapeException known(Throwable failure, ErrorCode other) {
        return failure instanceof GrapeException ours
                ? ours
                : new GrapeException(other, String.valueOf(failure.getMessage()), null, failure);
    }

    private CompletableFuture<List<Result<Produced>>> send(List<Placed> jobs) {
        CompletableFuture<List<Result<Produced>>> all = new Cancellable<>(this::cancel);
        all.complete(results);
        for (List<Placed> chunk : chunks(jobs)) {
            all = all.thenCompose(before -> produce(chunk).thenApply(done -> results));
        }
        all = all.thenApply(done -> named(jobs));
        var unused = all.whenComplete((done, failure) -> {
            if (failure instanceof CancellationException) {
                cancelInFlight();
            }
        });
        return all;
    }

    /** Adds to each failure the id of its job. Until here, the jobs of a failed call share one failure. */
    private List<Result<Produced>> named(List<Placed> jobs) {
        for (Placed job : jobs) {
            GrapeException failure = results.get(job.place()).failure();
            if (failure != null) {
                results.set(
                        job.place(),
                        Result.failed(failure.ofJob(job.encoded().job().id())));
            }
        }
        return results;
    }

    /** Sends no further chunk. */
    private boolean cancel() {
        cancelled = true;
        return true;
    }

    /** Cancels the chunk in flight. */
    private void cancelInFlight() {
        CompletableFuture<?> sent = underWay;
        if (sent != null) {
            sent.cancel(true);
        }
    }

    private static List<List<Placed>> chunks(List<Placed> jobs) {
        List<List<Placed>> chunks = new ArrayList<>();
        long bytes = 0;
        for (Placed job : jobs) {
            bytes += job.bytes();
            if (chunks.isEmpty()
                    || chunks.get(chunks.size() - 1).size() == BatchLimit.MAX_JOBS
                    || bytes > BatchLimit.MAX_BYTES) {
                chunks.add(new ArrayList<>());
                bytes = job.bytes();
            }
            chunks.get(chunks.size() - 1).add(job);
        }
        return chunks;
    }

    private CompletableFuture<List<Placed>> produce(List<Placed> jobs) {
        return ask(jobs)
                .thenCompose(this::askAgain)
                .thenCompose(done -> isSpoiled(jobs) ? spoiled(jobs) : CompletableFuture.completedFuture(done));
    }

    private CompletableFuture<List<Placed>> askAgain(List<Placed> refused) {
        if (refused.isEmpty()) {
            return CompletableFuture.completedFuture(refused);
        }
        boolean isShed = refused.stream().anyMatch(job -> codeOf(job) == ErrorCode.OVERLOADED);
        return isShed ? transport.pause(afterShed()).thenCompose(over -> ask(refused)) : ask(refused);
    }

    static Duration afterShed() {
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(PAUSE_MILLIS, 2 * PAUSE_MILLIS + 1));
    }

    private @Nullable ErrorCode codeOf(Placed job) {
        GrapeException failure = results.get(job.place()).failure();
        return failure == null ? null : failure.code();
    }

    /**
     * Whether one job made the broker reject the whole call, or all of them a proxy. An example is a payload that is not
     * JSON, but has its content type.
     */
    private boolean isSpoiled(List<Placed> jobs) {
        GrapeException first = results.get(jobs.get(0).place()).failure();
        return jobs.size() > 1
                && first != null
                && first.isOfBody()
                && jobs.stream().allMatch(job -> results.get(job.place()).failure() == first);
    }

    private CompletableFuture<List<Placed>> spoiled(List<Placed> jobs) {
        if (!halves) {
            return CompletableFuture.failedFuture(
                    Objects.requireNonNull(results.get(jobs.get(0).place()).failure()));
        }
        int half = jobs.size() / 2;
        return produce(jobs.subList(0, half)).thenCompose(first -> produce(jobs.subList(half, jobs.size())));
    }

    /** Stores the results, and returns the jobs to retry. If the call fails, each of its jobs has that failure. */
    private CompletableFuture<List<Placed>> ask(List<Placed> jobs) {
        if (cancelled) {
            return CompletableFuture.failedFuture(new CancellationException("the produce was given up"));
        }
        GrapeException before = away;
        if (before != null) {
            String detail = "was not sent, as a call before it failed: " + before.detail();
            return CompletableFuture.completedFuture(
                    failed(jobs, new GrapeException(before.code(), detail, null, before)));
        }
        Call call = Call.post("produceAll", target.toString())
                .body(RequestBody.json(
                        JobWriter.jobs(jobs.stream().map(Placed::encoded).toList())))
                .traffic(Traffic.PRODUCE)
                .retry(jobs.stream().anyMatch(Placed::rejects) ? RetryPolicy.IF_NOT_DONE : RetryPolicy.ALWAYS);
        CompletableFuture<List<Result<Produced>>> sent =
                Futures.ofBody(() -> transport.send(call), ResultReader::allProduced);
        underWay = sent;
        if (cancelled) {
            sent.cancel(true);
        }
        return sent.handle(
                (responses, failure) -> failure == null ? responded(jobs, responses) : callFailed(jobs, failure));
    }

    private List<Placed> callFailed(List<Placed> jobs, Throwable failure) {
        if (Futures.cause(failure) instanceof GrapeException ours && AWAY.contains(ours.code())) {
            away = ours;
        }
        return failed(jobs, failure);
    }

    private List<Placed> responded(List<Placed> jobs, List<Result<Produced>> responses) {
        if (responses.size() != jobs.size()) {
            return failed(
                    jobs,
                    new GrapeException(
                            ErrorCode.UNKNOWN, "expected " + jobs.size() + " results, got " + responses.size()));
        }
        List<Placed> again = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            results.set(jobs.get(i).place(), responses.get(i));
            GrapeException refusal = responses.get(i).failure();
            if (refusal != null && mayBeAsked(jobs.get(i), refusal.code())) {
                again.add(jobs.get(i));
            }
        }
        return again;
    }

    private static boolean mayBeAsked(Placed job, ErrorCode code) {
        return code == ErrorCode.OVERLOADED || (code == ErrorCode.STORE_UNAVAILABLE && !job.rejects());
    }

    private List<Placed> failed(List<Placed> jobs, Throwable failure) {
        GrapeException known = known(Futures.cause(failure), ErrorCode.UNKNOWN);
        jobs.forEach(job -> results.set(job.place(), Result.failed(known)));
        return List.of();
    }
}
