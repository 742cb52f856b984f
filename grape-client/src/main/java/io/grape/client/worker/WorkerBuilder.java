package io.grape.client.worker;

import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.client.Tube;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The settings of a {@link Worker}. Each tube has its own places, so a busy tube never stops another. */
public final class WorkerBuilder {
    private static final Duration MAX_DRAIN = Duration.ofDays(1);

    private final Grape grape;
    private final List<TubeSubscription<?>> subscriptions = new ArrayList<>();
    private final List<Interceptor> interceptors = new ArrayList<>();
    private @Nullable Executor executor;
    private WorkerSettings settings = WorkerSettings.DEFAULT;
    private Duration drain = Duration.ofSeconds(30);
    private boolean closesOnShutdown = true;
    private boolean isPresent = true;

    WorkerBuilder(Grape grape) {
        this.grape = grape;
    }

    /**
     * Works on a tube. A return of the handler finishes the job; an exception releases or buries it: {@link #retry}.
     */
    public <T> WorkerBuilder on(Tube<T> tube, Handler<? super T> handler) {
        return on(tube, handler, TubeOptions.Chosen.NONE);
    }

    /** The same, with settings of its own for this tube. */
    public <T> WorkerBuilder on(Tube<T> tube, Handler<? super T> handler, TubeOptions options) {
        Objects.requireNonNull(handler, "handler");
        return decide(
                tube,
                (payload, job) -> {
                    handler.handle(payload, job);
                    return Outcome.finish();
                },
                options);
    }

    /** Works on a tube, and decides the outcome of each job. */
    public <T> WorkerBuilder decide(Tube<T> tube, OutcomeHandler<? super T> decider) {
        return decide(tube, decider, TubeOptions.Chosen.NONE);
    }

    /** The same, with settings of its own for this tube. */
    public <T> WorkerBuilder decide(Tube<T> tube, OutcomeHandler<? super T> decider, TubeOptions options) {
        Objects.requireNonNull(decider, "handler");
        return subscribe(
                tube,
                BatchSize.ONE,
                (rule, interceptors) -> new HandlerInvoker<>(decider, rule, interceptors),
                options);
    }

    /**
     * Works on up to {@code most} jobs of a tube at once. A return finishes them; each may be {@linkplain
     * BatchJob#decide decided} otherwise. A handler runs when so many are there, or {@code wait} after the first.
     *
     * <p>{@link #concurrency} is that of handlers, so the worker holds up to that many batches, 16 by default. The
     * timeout of a batch is that of the job with the shortest. {@link #interruptOnLostLease} does not apply.
     *
     * @param most 1 to 1000
     * @param wait 0 to 1 hour
     */
    public <T> WorkerBuilder onBatch(Tube<T> tube, int most, Duration wait, BatchHandler<T> handler) {
        return onBatch(tube, most, wait, handler, TubeOptions.Chosen.NONE);
    }

    /** The same, with settings of its own for this tube. */
    public <T> WorkerBuilder onBatch(
            Tube<T> tube, int most, Duration wait, BatchHandler<T> handler, TubeOptions options) {
        Objects.requireNonNull(handler, "handler");
        return subscribe(
                tube,
                new BatchSize(most, wait),
                (rule, interceptors) -> new BatchInvoker<>(handler, rule, interceptors),
                options);
    }

    /** The names of the tubes that have a handler so far, in their order. */
    public List<String> tubes() {
        return subscriptions.stream().map(each -> each.tube().name()).toList();
    }

    private <T> WorkerBuilder subscribe(
            Tube<T> tube, BatchSize size, JobInvoker.Factory<T> invoker, TubeOptions options) {
        if (subscriptions.stream().anyMatch(other -> other.tube().name().equals(tube.name()))) {
            throw new IllegalArgumentException("tube: expected each once, got " + tube + " again");
        }
        subscriptions.add(new TubeSubscription<>(tube, size, invoker, (TubeOptions.Chosen) options));
        return this;
    }

    /**
     * Goes around each run of a handler, within those that were given before: the first is the outermost. Default: none.
     */
    public WorkerBuilder around(Interceptor value) {
        interceptors.add(Objects.requireNonNull(value, "interceptor: expected one, got null"));
        return this;
    }

    /**
     * Where handlers run. It must not run them on the calling thread, and should have a thread for each: a job that
     * waits there has begun for the worker, and its lease is renewed. One that it rejects is handed back, and the worker
     * takes the next job after a pause that grows up to 5 s; {@link Worker#status} is not healthy until then. The worker
     * does not close it. Default: virtual threads if the JDK has them (21 and later), else daemon threads.
     */
    public WorkerBuilder executor(Executor value) {
        executor = Objects.requireNonNull(value, "executor: expected one, got null");
        return this;
    }

    /** How many handlers run at a time, for each tube; 1 to 10,000. Default: 16. */
    public WorkerBuilder concurrency(int value) {
        settings = settings.concurrency(value);
        return this;
    }

    /**
     * How many jobs of each tube may wait for a handler; 0 to 10,000. Use it only for jobs faster than a network round
     * trip. For slower jobs it makes other workers idle. Default: none, unless the last 32 handlers took less than 0.2 ms each; then as
     * many as are run in 2 ms, so that up to 100 jobs are held. They are handed back if a handler takes longer after all.
     */
    public WorkerBuilder prefetch(int value) {
        settings = settings.prefetch(value);
        return this;
    }

    /** What happens to a job whose handler failed. Default: {@link Retry#DEFAULT}. */
    public WorkerBuilder retry(Retry value) {
        settings = settings.retry(value);
        return this;
    }

    /** What happens to a job whose payload does not decode. Default: {@link Undecodable#RETRY}. */
    public WorkerBuilder undecodable(Undecodable value) {
        settings = settings.undecodable(value);
        return this;
    }

    /**
     * How long a handler may work on a job; {@link io.grape.client.NewJob#timeout} of a job wins. After that its thread
     * is interrupted, and the job is released or buried as if the handler had thrown a {@link HandlerTimeoutException}.
     * What it still returns is ignored. More than 0, up to 49710 days. Default: no limit.
     */
    public WorkerBuilder timeout(Duration value) {
        settings = settings.timeout(value);
        return this;
    }

    /** Whether a handler's thread is interrupted when the lease of its job is lost. Default: false. */
    public WorkerBuilder interruptOnLostLease(boolean value) {
        settings = settings.interruptOnLostLease(value);
        return this;
    }

    /** How long {@link Worker#close} waits for running handlers, up to 1 day; 0 = not at all. Default: 30 s. */
    public WorkerBuilder drain(Duration value) {
        if (value.isNegative() || value.compareTo(MAX_DRAIN) > 0) {
            throw new IllegalArgumentException("drain: expected 0 to 1 day, got " + value);
        }
        drain = value;
        return this;
    }

    /**
     * Whether the worker closes itself when the JVM shuts down (SIGTERM). Use false if something else closes it.
     * Default: true.
     */
    public WorkerBuilder closeOnShutdown(boolean value) {
        closesOnShutdown = value;
        return this;
    }

    /**
     * Whether the worker holds a call open by which brokers notice that its process has died: then its jobs run again about two seconds
     * later, instead of at the end of their leases. It takes a connection, and the right {@code jobs.consume}. Default: true. Source:
     * {@code docs/worker.md#when-a-worker-dies}.
     */
    public WorkerBuilder presence(boolean value) {
        isPresent = value;
        return this;
    }

    /**
     * Starts it. It needs no running broker: it retries until one responds. If the broker does not confirm its {@link #presence}, this
     * takes up to half a second.
     */
    public Worker start() {
        if (grape.isClosed()) {
            throw new IllegalStateException("worker: expected an open client, got one that is closed");
        }
        if (subscriptions.isEmpty()) {
            throw new IllegalStateException("worker: expected one tube or more, got none");
        }
        WorkerThreads threads = new WorkerThreads(executor);
        Presence presence = isPresent ? Presence.of(grape, threads.timer()) : Presence.off();
        threads.show(presence);
        Grape named = presence.name(grape);
        ClientEvents events = new QuietEvents(grape.events());
        List<Interceptor> around = List.copyOf(interceptors);
        Worker worker = new Worker(
                threads,
                subscriptions.stream()
                        .map(tube -> tubeWorker(tube, around, threads, named, events))
                        .toList(),
                drain);
        presence.start();
        worker.start(closesOnShutdown);
        return worker;
    }

    private <T> TubeWorker<T> tubeWorker(
            TubeSubscription<T> given,
            List<Interceptor> around,
            WorkerThreads threads,
            Grape named,
            ClientEvents events) {
        // Here, so that a type which the client's JSON cannot read fails the start, not each fetch.
        TubeSubscription<T> tube = new TubeSubscription<>(
                grape.async().tube(given.tube()), given.size(), given.invoker(), given.options());
        return new TubeWorker<>(tube, tube.options().over(settings), around, threads, named, events);
    }
}
