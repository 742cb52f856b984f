package io.grape.client.worker;

import io.grape.client.Grape;
import io.grape.client.Tube;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What a {@link Worker} does, and how. Each tube has its own places, so that the load of one never stops another. */
public final class WorkerBuilder {
    private static final Duration MAX_DRAIN = Duration.ofDays(1);

    private final Grape grape;
    private final List<TubeSubscription<?>> works = new ArrayList<>();
    private WorkerSettings settings = WorkerSettings.DEFAULT;
    private Duration drain = Duration.ofSeconds(30);
    private boolean closesOnShutdown = true;

    WorkerBuilder(Grape grape) {
        this.grape = grape;
    }

    /** Works on a tube. A return of the handler finishes the job, what it throws releases or buries it: {@link #retry}. */
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

    /** Works on a tube, and says of each job what becomes of it. */
    public <T> WorkerBuilder decide(Tube<T> tube, OutcomeHandler<? super T> decider) {
        return decide(tube, decider, TubeOptions.Chosen.NONE);
    }

    /** The same, with settings of its own for this tube. */
    public <T> WorkerBuilder decide(Tube<T> tube, OutcomeHandler<? super T> decider, TubeOptions options) {
        Objects.requireNonNull(decider, "handler");
        if (works.stream().anyMatch(work -> work.tube().name().equals(tube.name()))) {
            throw new IllegalArgumentException("tube: expected each once, got " + tube + " again");
        }
        works.add(new TubeSubscription<>(tube, decider, (TubeOptions.Chosen) options));
        return this;
    }

    /** How many handlers run at a time, for each tube; 1 to 10,000. Default: 16. */
    public WorkerBuilder concurrency(int value) {
        settings = settings.concurrency(value);
        return this;
    }

    /**
     * How many jobs of each tube may be held beyond those that handlers work on; 0 to 10,000. Use it only for jobs that take less
     * time than a network round trip: others lie here while another worker might have begun them. Default: 0.
     */
    public WorkerBuilder prefetch(int value) {
        settings = settings.prefetch(value);
        return this;
    }

    /** What becomes of a job whose handler threw. Default: {@link Retry#DEFAULT}. */
    public WorkerBuilder retry(Retry value) {
        settings = settings.retry(value);
        return this;
    }

    /** What becomes of a job whose payload cannot be decoded. Default: {@link Undecodable#RETRY}. */
    public WorkerBuilder undecodable(Undecodable value) {
        settings = settings.undecodable(value);
        return this;
    }

    /**
     * How long a handler may work on a job; {@link io.grape.client.NewJob#timeout} of a job goes before. After that its thread is
     * interrupted, and the job is released or buried as if the handler had thrown a {@link HandlerTimeoutException}: what it still
     * returns is dropped. More than 0, up to 49710 days. Default: as long as it wants.
     */
    public WorkerBuilder timeout(Duration value) {
        settings = settings.timeout(value);
        return this;
    }

    /** Whether the thread of a handler is interrupted when its job's lease is lost. Default: false. */
    public WorkerBuilder interruptOnLostLease(boolean value) {
        settings = settings.interruptOnLostLease(value);
        return this;
    }

    /** How long a {@link Worker#close} waits for the handlers that run, up to 1 day; 0 = not at all. Default: 30 s. */
    public WorkerBuilder drain(Duration value) {
        if (value.isNegative() || value.compareTo(MAX_DRAIN) > 0) {
            throw new IllegalArgumentException("drain: expected 0 to 1 day, got " + value);
        }
        drain = value;
        return this;
    }

    /** Whether the worker is closed when the JVM goes down (SIGTERM). False where something else closes it. Default: true. */
    public WorkerBuilder closeOnShutdown(boolean value) {
        closesOnShutdown = value;
        return this;
    }

    /** Starts it. Needs no broker to be there yet: it asks until one is. */
    public Worker start() {
        if (grape.isClosed()) {
            throw new IllegalStateException("worker: expected an open client, got one that is closed");
        }
        if (works.isEmpty()) {
            throw new IllegalStateException("worker: expected one tube or more, got none");
        }
        Worker worker = new Worker(grape, List.copyOf(works), settings, drain);
        worker.start(closesOnShutdown);
        return worker;
    }
}
