package io.grape.client.worker;

import io.grape.client.AsyncGrape;
import io.grape.client.ErrorCode;
import io.grape.client.GrapeException;
import io.grape.client.Job;
import io.grape.client.Tube;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes the jobs of a tube, one long wait at a time, as long as there is room for them. It never stops by itself:
 * after any failure it retries, after a pause that grows up to a few seconds. If a broker is overloaded, it pauses for as
 * long as the broker asks for, and takes less.
 */
final class JobFetcher<T> {
    private static final Logger LOG = LoggerFactory.getLogger(JobFetcher.class);
    private static final int MAX = 1000;
    private static final Duration WAIT = Duration.ofSeconds(20);
    /** The results of acknowledgements are not known before the wait ends. */
    private static final Duration WAIT_BESIDE = Duration.ofMillis(250);

    /** An empty response sooner than this means that the broker did not wait. A pause prevents a busy loop. */
    private static final long SOON_NANOS = Duration.ofSeconds(1).toNanos();

    /** The response of a younger call may be on its way. */
    private static final long FRESH_NANOS = Duration.ofMillis(250).toNanos();

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5));
    private static final long WARN_EACH_NANOS = Duration.ofSeconds(30).toNanos();

    private final AsyncGrape grape;
    private final BooleanSupplier isClosed;
    private final Tube<T> tube;
    private final Timer timer;
    private final JobSink<T> sink;
    private final FetchLimit limit = new FetchLimit(MAX);
    private volatile boolean fetching;
    /** How many jobs the call in flight asked for. */
    private int wanted;
    /** How many jobs the acknowledgements in flight asked for. */
    private volatile int wantedBeside;
    /** Whether the last response had all jobs that it was asked for: the tube has more. */
    private volatile boolean hasMore;

    private boolean pausing;
    private boolean stopped;
    private int failures;
    private int failedConsumes;
    private long warnedAt;
    private long asked;
    private @Nullable CompletableFuture<List<Job<T>>> call;

    /** The receiver of the jobs. */
    interface JobSink<T> {
        /**
         * How many jobs it has room for; 0 or less: none.
         *
         * @param freed how many more it will have room for when they come
         */
        int room(int freed);

        /**
         * These jobs were delivered. Sends the next calls afterwards.
         *
         * @param askedAt when the call was sent, by {@link System#nanoTime}
         * @param then runs exactly once, after the jobs were started or run and before the next call
         */
        void delivered(List<Job<T>> jobs, long askedAt, Runnable then);

        /** No call is in flight now. */
        void idle();
    }

    /** @param isClosed whether no call can succeed any more */
    JobFetcher(AsyncGrape grape, BooleanSupplier isClosed, Tube<T> tube, Timer timer, JobSink<T> sink) {
        // The transport would wait, and then ask for as many again.
        this.grape = grape.failingIfOverloaded();
        this.isClosed = isClosed;
        this.tube = tube;
        this.timer = timer;
        this.sink = sink;
    }

    /** Sends calls, from now on or again. */
    void start() {
        synchronized (this) {
            stopped = false;
        }
        fetch();
    }

    /** Sends a call if there is room and none is in flight. */
    void fetch() {
        int room = beginFetching();
        if (room <= 0) {
            return;
        }
        long askedAt = System.nanoTime();
        CompletableFuture<List<Job<T>>> sent = Safely.future(() -> grape.consume(tube, room, WAIT));
        var unused = sent.whenComplete((jobs, failure) -> completed(jobs, failure, askedAt));
        if (isTooLate(sent, askedAt)) {
            giveUp(sent, askedAt);
        }
    }

    /** The number of jobs to ask for; 0 or less: no call now. */
    private synchronized int beginFetching() {
        int room = stopped || fetching || pausing ? 0 : limit.of(sink.room(0) - wantedBeside);
        if (room > 0) {
            fetching = true;
            wanted = room;
        }
        return room;
    }

    /** How many jobs a call with acknowledgements requests, and how long it waits for the first one. */
    record Beside(int most, Duration waiting) {
        static final Beside NONE = new Beside(0, Duration.ZERO);
    }

    /**
     * What acknowledgements are to ask for: jobs that are known to be there, or, if no other call waits for jobs, whatever comes
     * within a moment. Ends with {@link #endBeside} unless it is nothing.
     *
     * @param freed how many slots the acknowledgements free
     */
    synchronized Beside beginBeside(int freed) {
        boolean isAlone = !fetching;
        if (stopped || pausing || wantedBeside > 0 || !(hasMore || isAlone)) {
            return Beside.NONE;
        }
        int room = limit.of(sink.room(freed) - (fetching ? wanted : 0));
        if (room <= 0) {
            return Beside.NONE;
        }
        wantedBeside = room;
        return new Beside(room, hasMore ? Duration.ZERO : WAIT_BESIDE);
    }

    /**
     * The acknowledgements have ended.
     *
     * @param isDone whether they did not fail
     * @param then what goes on afterwards
     */
    void endBeside(List<Job<T>> jobs, long askedAt, boolean isDone, Runnable then) {
        if (isDone) {
            hasMore = jobs.size() >= wantedBeside;
        }
        // Not before its jobs are held: a close waits for it.
        Runnable over = () -> {
            wantedBeside = 0;
            sink.idle();
            then.run();
        };
        if (jobs.isEmpty()) {
            over.run();
            fetch();
        } else {
            answered();
            deliver(jobs, askedAt, over);
        }
    }

    private void deliver(List<Job<T>> jobs, long askedAt, Runnable then) {
        AtomicBoolean wentOn = new AtomicBoolean();
        Runnable once = () -> {
            if (wentOn.compareAndSet(false, true)) {
                then.run();
            }
        };
        try {
            sink.delivered(jobs, askedAt, once);
        } catch (RuntimeException | Error e) {
            Safely.log("delivered jobs could not be processed", e);
            once.run();
            pause(Duration.ZERO);
        }
    }

    private synchronized boolean isTooLate(CompletableFuture<List<Job<T>>> sent, long askedAt) {
        if (!sent.isDone()) {
            call = sent;
            asked = askedAt;
        }
        return stopped;
    }

    private void completed(@Nullable List<Job<T>> jobs, @Nullable Throwable failure, long askedAt) {
        // Only this fetcher cancels it: it was stopped, and may have been started again since.
        boolean isCancelled = failure instanceof CancellationException;
        Duration pause = failure == null ? Duration.ZERO : adapt(Safely.cause(failure));
        if (jobs == null || jobs.isEmpty()) {
            hasMore = hasMore && jobs == null;
            if (jobs != null) {
                answered();
            }
            if (!isCancelled) {
                log(failure);
            }
            ended();
            if ((failure != null && !isCancelled) || (jobs != null && System.nanoTime() - askedAt < SOON_NANOS)) {
                pause(pause);
            } else {
                fetch();
            }
            return;
        }
        answered();
        hasMore = jobs.size() >= wanted;
        deliver(jobs, askedAt, () -> {
            log(null);
            ended();
        });
    }

    private void ended() {
        fetching = false;
        sink.idle();
    }

    private synchronized void log(@Nullable Throwable failure) {
        if (stopped) {
            return;
        }
        if (failure == null) {
            if (!pausing) {
                // Else what was delivered could not begin.
                failures = 0;
                failedConsumes = 0;
            }
            if (warnedAt != 0) {
                LOG.info("consuming again tube={}", tube);
                warnedAt = 0;
            }
        } else if (warnedAt == 0 || System.nanoTime() - warnedAt > WARN_EACH_NANOS) {
            LOG.warn(
                    "cannot consume, retrying tube={} failures={}: {}",
                    tube,
                    failures + 1,
                    Safely.cause(failure).toString());
            warnedAt = System.nanoTime() | 1;
        }
        if (failure != null && !isOverload(failure)) {
            failedConsumes++;
        }
    }

    private static boolean isOverload(Throwable failure) {
        return Safely.cause(failure) instanceof GrapeException refusal && refusal.code() == ErrorCode.OVERLOADED;
    }

    private synchronized void answered() {
        limit.answered();
    }

    /** Asks for less if the broker is overloaded. Returns the pause that it asks for. */
    private synchronized Duration adapt(Throwable failure) {
        if (!(failure instanceof GrapeException refusal)) {
            return Duration.ZERO;
        }
        if (refusal.code() == ErrorCode.OVERLOADED) {
            limit.shed(wanted);
        }
        return refusal.retryAfter();
    }

    /** No thread took jobs that were delivered. The next call is sent later, and later each time. */
    void rejected() {
        synchronized (this) {
            failedConsumes += pausing ? 0 : 1;
            // A single job shows whether the threads take any again.
            limit.shed(1);
        }
        pause(Duration.ZERO);
    }

    /** @param asked the least pause */
    private void pause(Duration asked) {
        long nanos;
        synchronized (this) {
            if (pausing || stopped) {
                return;
            }
            if (isClosed.getAsBoolean()) {
                LOG.info("the client is closed, its worker takes no more jobs tube={}", tube);
                stopped = true;
                return;
            }
            pausing = true;
            failures++;
            nanos = asked.toNanos() + BACKOFF.nanosAfter(failures);
        }
        timer.later(nanos, this::resume);
    }

    private void resume() {
        synchronized (this) {
            pausing = false;
        }
        fetch();
    }

    /**
     * How many consumes have failed since the last one that did not, but for an overload; also those whose jobs no thread
     * took.
     */
    synchronized int failures() {
        return failedConsumes;
    }

    boolean isFetching() {
        return fetching || wantedBeside > 0;
    }

    /**
     * Sends no more calls until {@link #start}. A wait in flight is cancelled: its connection closes, and the broker gives its jobs to
     * others.
     */
    void stop() {
        CompletableFuture<List<Job<T>>> waiting;
        long askedAt;
        synchronized (this) {
            stopped = true;
            waiting = call;
            askedAt = asked;
        }
        if (waiting != null && !waiting.isDone()) {
            giveUp(waiting, askedAt);
        }
    }

    /** Waits for a response that may come at once: its jobs would be lost until their leases end. */
    private void giveUp(CompletableFuture<List<Job<T>>> waiting, long askedAt) {
        long fresh = FRESH_NANOS - (System.nanoTime() - askedAt);
        if (fresh <= 0 || timer.in(fresh, () -> cancelIfStopped(waiting)) == null) {
            waiting.cancel(true);
        }
    }

    private synchronized boolean isStopped() {
        return stopped;
    }

    private void cancelIfStopped(CompletableFuture<List<Job<T>>> waiting) {
        if (isStopped()) {
            waiting.cancel(true);
        }
    }
}
