package io.grape.client;

import io.grape.client.JobWriter.Encoded;
import io.grape.client.transport.Call;
import io.grape.client.transport.CallException;
import io.grape.client.transport.Cancellable;
import io.grape.client.transport.RequestBody;
import io.grape.client.transport.RetryPolicy;
import io.grape.client.transport.Traffic;
import io.grape.client.transport.Transport;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Combines single produce calls into batches. If no call is in flight for its tube, a job is sent immediately. Otherwise it waits until that
 * call returns, or for twice the time that a call usually takes (1 to 20 ms). If a batch fails for a reason that may concern only one of its
 * jobs, each job is retried in a call of its own.
 */
final class ProduceBatches {
    private static final int MAX_JOBS = 100;
    private static final long MAX_BYTES = 1 << 20;
    private static final long LEAST_WAIT_NANOS = Duration.ofMillis(1).toNanos();
    private static final long MOST_WAIT_NANOS = Duration.ofMillis(20).toNanos();
    /** The share of the latest call in the usual time of a call. */
    private static final double SHARE_OF_LATEST = 0.1;

    private static final String CALL = "produce";

    private final Transport transport;
    private final ConcurrentMap<Kind, Lane> lanes = new ConcurrentHashMap<>();
    private final AtomicLong usualNanos = new AtomicLong();

    /** The jobs that may share a call. */
    private record Kind(String tube, AckLevel ack, boolean rejects) {}

    /** A job that waits for a call, or is in one. */
    private static final class Entry {
        private final Encoded encoded;
        private final long since = System.nanoTime();
        /** Completes the result, so that a callback of the caller delays no other job. */
        private final Executor callbacks;

        private final CompletableFuture<Produced> result;

        Entry(Encoded encoded, Lane lane, Executor callbacks) {
            this.encoded = encoded;
            this.callbacks = callbacks;
            this.result = new Cancellable<>(() -> lane.cancel(this));
        }

        long bytes() {
            return BatchLimit.bytesOf(encoded.payload().length);
        }

        long waitedNanos() {
            return System.nanoTime() - since;
        }

        void complete(Produced produced) {
            callbacks.execute(() -> result.complete(produced));
        }

        void fail(Throwable failure) {
            callbacks.execute(() -> result.completeExceptionally(failure));
        }

        Duration waited() {
            return Duration.ofNanos(waitedNanos());
        }
    }

    /** @param transport whose calls do not block their callers */
    ProduceBatches(Transport transport) {
        // Each job is counted and reported, not the calls that carry them.
        this.transport = transport.uncounted();
    }

    /**
     * Produces a job.
     *
     * @param alone sends it if no call is under way
     */
    <T> CompletableFuture<Produced> produce(Transport alone, Tube<T> tube, Encoded job, AckLevel ack) {
        Kind kind = new Kind(tube.name(), ack, job.job().onDuplicate() == OnDuplicate.REJECT);
        while (true) {
            CompletableFuture<Produced> result =
                    lanes.computeIfAbsent(kind, Lane::new).produce(alone, job);
            if (result != null) {
                return result;
            }
        }
    }

    /** Calls of all tubes count: those of one may be rare. */
    private void took(long nanos) {
        usualNanos.updateAndGet(usual -> usual + (long) (SHARE_OF_LATEST * (nanos - usual)));
    }

    private long mostWaitNanos() {
        return Math.min(MOST_WAIT_NANOS, Math.max(LEAST_WAIT_NANOS, 2 * usualNanos.get()));
    }

    /** The queue and the calls in flight of one tube, ack level and duplicate rule. It is removed when idle. */
    private final class Lane {
        private final Kind kind;
        private final Deque<Entry> queue = new ArrayDeque<>();
        private int underWay;
        private boolean ticks;
        private boolean forgotten;

        Lane(Kind kind) {
            this.kind = kind;
        }

        /** Null if it was forgotten. */
        @Nullable
        CompletableFuture<Produced> produce(Transport alone, Encoded job) {
            Entry entry = null;
            boolean begins = false;
            synchronized (this) {
                if (forgotten) {
                    return null;
                }
                if (underWay == 0) {
                    underWay = 1;
                } else {
                    entry = new Entry(job, this, alone.isBlocking() ? Runnable::run : alone.callbacks());
                    try {
                        transport.reserve(entry.bytes());
                    } catch (CallException e) {
                        return CompletableFuture.failedFuture(GrapeException.of(e));
                    }
                    queue.addLast(entry);
                    begins = !ticks;
                    ticks = true;
                }
            }
            if (begins) {
                tickLater();
            }
            return entry == null ? first(alone, job) : waiting(entry);
        }

        private CompletableFuture<Produced> first(Transport alone, Encoded job) {
            long began = System.nanoTime();
            CompletableFuture<Produced> sent = Futures.ofBody(
                    () -> alone.send(ProduceCall.of(kind.tube(), job, kind.ack())), ResultReader::produced);
            var unused = sent.whenComplete((produced, failure) -> returned(began));
            return sent;
        }

        private CompletableFuture<Produced> waiting(Entry entry) {
            var unused = entry.result.whenComplete((produced, failure) -> {
                transport.giveBack(entry.bytes());
                transport.called(CALL, outcome(failure), entry.waited());
            });
            return entry.result;
        }

        private String outcome(@Nullable Throwable failure) {
            if (failure == null) {
                return "ok";
            }
            return failure instanceof GrapeException ours ? ours.code().name().toLowerCase(Locale.ROOT) : "cancelled";
        }

        /** A queued job is not produced. A job that was sent already may be. */
        boolean cancel(Entry entry) {
            synchronized (this) {
                queue.remove(entry);
            }
            return true;
        }

        /** A call has ended: the next one takes what came meanwhile. */
        private void returned(long began) {
            took(System.nanoTime() - began);
            List<Entry> batch;
            synchronized (this) {
                underWay--;
                batch = next();
                forgotten = underWay == 0;
            }
            if (batch.isEmpty()) {
                forgetIfIdle();
            } else {
                send(batch);
            }
        }

        private void forgetIfIdle() {
            boolean isIdle;
            synchronized (this) {
                isIdle = forgotten;
            }
            if (isIdle) {
                lanes.remove(kind, this);
            }
        }

        private List<Entry> next() {
            List<Entry> batch = new ArrayList<>(Math.min(MAX_JOBS, queue.size()));
            long bytes = 0;
            for (Entry entry = queue.peek(); entry != null; entry = queue.peek()) {
                bytes += entry.bytes();
                if (!batch.isEmpty() && (batch.size() == MAX_JOBS || bytes > MAX_BYTES)) {
                    break;
                }
                batch.add(queue.remove());
            }
            underWay += batch.isEmpty() ? 0 : 1;
            return batch;
        }

        private void tickLater() {
            var unused = transport.pause(Duration.ofNanos(mostWaitNanos())).thenRun(this::tick);
        }

        /** Sends the jobs that have waited for long enough behind the calls under way. */
        private void tick() {
            try {
                for (List<Entry> batch = overdue(); !batch.isEmpty(); batch = overdue()) {
                    send(batch);
                }
            } finally {
                boolean goesOn;
                synchronized (this) {
                    goesOn = !queue.isEmpty();
                    ticks = goesOn;
                }
                if (goesOn) {
                    tickLater();
                }
            }
        }

        private synchronized List<Entry> overdue() {
            Entry first = queue.peek();
            boolean isDue = first != null && (transport.isClosed() || first.waitedNanos() >= mostWaitNanos());
            return isDue ? next() : List.of();
        }

        private void send(List<Entry> batch) {
            if (batch.size() == 1) {
                Entry only = batch.get(0);
                long began = System.nanoTime();
                alone(only, transport, () -> returned(began));
            } else {
                together(batch);
            }
        }

        private void alone(Entry entry, Transport over, Runnable then) {
            var unused = Futures.ofBody(
                            () -> over.send(ProduceCall.of(kind.tube(), entry.encoded, kind.ack())),
                            ResultReader::produced)
                    .whenComplete((produced, failure) -> {
                        if (failure == null) {
                            entry.complete(produced);
                        } else {
                            entry.fail(Futures.cause(failure));
                        }
                        then.run();
                    });
        }

        private void together(List<Entry> batch) {
            long began = System.nanoTime();
            Target target = Target.tubes(kind.tube(), "jobs").with("ack", ProduceCall.wire(kind.ack()));
            var unused = Futures.ofBody(
                            () -> transport.send(Call.post(CALL, target.toString())
                                    .body(RequestBody.json(JobWriter.jobs(batch.stream()
                                            .map(entry -> entry.encoded)
                                            .toList())))
                                    .traffic(Traffic.PRODUCE)
                                    .retry(kind.rejects() ? RetryPolicy.IF_NOT_DONE : RetryPolicy.ALWAYS)),
                            ResultReader::allProduced)
                    .whenComplete((results, failure) -> {
                        if (failure != null) {
                            failed(batch, Futures.cause(failure));
                        } else if (results.size() != batch.size()) {
                            String detail = "expected " + batch.size() + " results, got " + results.size();
                            failed(batch, new GrapeException(ErrorCode.UNKNOWN, detail));
                        } else {
                            for (int i = 0; i < batch.size(); i++) {
                                ended(batch.get(i), results.get(i));
                            }
                        }
                        // Last, so that the next call also carries the jobs that these callers produce now.
                        returned(began);
                    });
        }

        private void ended(Entry entry, Result<Produced> result) {
            GrapeException failure = result.failure();
            if (failure == null) {
                entry.complete(result.get());
            } else if (isFinal(failure)) {
                entry.fail(failure);
            } else if (isTooMuch(failure)) {
                var unused = transport.pause(BatchProduce.afterShed()).thenRun(() -> again(entry, failure));
            } else {
                again(entry, failure);
            }
        }

        /** Whether retrying the job alone is pointless, because it is a duplicate, or unsafe: it may be stored, and the retry would be rejected. */
        private boolean isFinal(GrapeException failure) {
            return failure.code() == ErrorCode.DUPLICATE
                    || (kind.rejects() && failure.code() == ErrorCode.STORE_UNAVAILABLE);
        }

        /** Whether the broker refuses the job because there are too many. Retrying all of them immediately would make that worse. */
        private boolean isTooMuch(GrapeException failure) {
            return failure.code() == ErrorCode.OVERLOADED
                    || failure.code() == ErrorCode.QUOTA_EXCEEDED
                    || failure.code() == ErrorCode.TUBE_FULL;
        }

        private void failed(List<Entry> batch, Throwable failure) {
            boolean isOfBody = failure instanceof GrapeException ours && ours.isOfBody();
            for (Entry entry : batch) {
                if (isOfBody) {
                    again(entry, failure);
                } else {
                    entry.fail(failure);
                }
            }
        }

        /** In a call of its own, for what is left of its time. */
        private void again(Entry entry, Throwable failure) {
            Duration left = transport.timeout().minus(entry.waited());
            if (entry.result.isDone()) {
                // It was cancelled meanwhile.
                return;
            }
            if (left.isNegative() || left.isZero()) {
                entry.fail(failure);
            } else {
                alone(entry, transport.within(left), () -> {});
            }
        }
    }
}
