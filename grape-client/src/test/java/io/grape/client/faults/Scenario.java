package io.grape.client.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.Acknowledged;
import io.grape.client.Acknowledgement;
import io.grape.client.ClientEvents;
import io.grape.client.Codec;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.Job;
import io.grape.client.NewJob;
import io.grape.client.Result;
import io.grape.client.Tube;
import io.grape.client.TubeStatus;
import io.grape.client.worker.Worker;
import io.grape.harness.RunningBroker;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Clients at work while something happens to their brokers: one produces, one has a worker, one takes and finishes jobs by hand.
 * Each is a client of its own, as in services of their own.
 */
final class Scenario implements AutoCloseable {
    /** A job whose hand-out was lost comes again after it. */
    static final Duration TTR = Duration.ofSeconds(3);

    private static final int AT_ONCE = 8;
    private static final Duration EACH = Duration.ofMillis(150);
    private static final Executor LATER = CompletableFuture.delayedExecutor(EACH.toMillis(), TimeUnit.MILLISECONDS);
    private static final int CONCURRENCY = 32;
    private static final Duration WAIT = Duration.ofMillis(500);

    final Ledger ledger = new Ledger();
    /** Which brokers went out ({@code -}) and came back ({@code +}), as the producer saw it. */
    final List<String> told = new CopyOnWriteArrayList<>();

    private final Tube<String> tube;
    private final Grape producer;
    private final Grape taker;
    private final Grape working;
    private final List<Worker> workers = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
    private volatile boolean loads = true;
    private volatile boolean takes = true;
    private volatile boolean hasTaker;
    private volatile boolean stubborn;

    /** Of a name that no other has. */
    Scenario(String name, Duration callTimeout, List<URI> brokers) {
        this.tube = Tube.of(name, Codec.text());
        this.producer = client(callTimeout, brokers, new ClientEvents() {
            @Override
            public void ejected(URI broker, String why) {
                told.add("- " + broker);
            }

            @Override
            public void restored(URI broker) {
                told.add("+ " + broker);
            }
        });
        this.taker = client(callTimeout, brokers, ClientEvents.NONE);
        this.working = client(callTimeout, brokers, ClientEvents.NONE);
    }

    private static Grape client(Duration callTimeout, List<URI> brokers, ClientEvents events) {
        return Grape.builder()
                .brokers(brokers)
                .callTimeout(callTimeout)
                .events(events)
                .build();
    }

    /** Calls may fail, as no broker can answer for a while: what failed is produced again, what was not finished comes again. */
    Scenario stubborn() {
        stubborn = true;
        return this;
    }

    /** Produces some jobs at a time, again and again, until {@link #endLoad}. */
    Scenario load() {
        var unused = threads.scheduleAtFixedRate(this::some, 0, EACH.toMillis(), TimeUnit.MILLISECONDS);
        return this;
    }

    private void some() {
        for (int i = 0; loads && i < AT_ONCE; i++) {
            String id = "j" + next.getAndIncrement();
            ledger.producing(id);
            produce(id);
        }
    }

    /** Produces so many, all at once. */
    Scenario fill(int jobs) {
        List<String> ids = IntStream.range(0, jobs).mapToObj(i -> "f" + i).toList();
        ids.forEach(ledger::producing);
        producer.produceAll(tube, ids.stream().map(Scenario::job).toList())
                .forEach(result -> ledger.answered(result.get().id()));
        return this;
    }

    private static NewJob<String> job(String id) {
        return NewJob.of("of " + id).id(id).ttr(TTR);
    }

    private void produce(String id) {
        var unused = producer.async().produce(tube, job(id)).whenComplete((answer, failure) -> {
            if (failure == null) {
                ledger.answered(id);
            } else {
                failed("produce " + id, failure);
                LATER.execute(() -> produce(id));
            }
        });
    }

    private void failed(String call, Throwable failure) {
        if (!stubborn) {
            ledger.failed(call, failure);
        }
    }

    /** A worker of the client, as in its documentation. */
    Scenario worker() {
        workers.add(Worker.of(working)
                .concurrency(CONCURRENCY)
                .on(tube, (payload, job) -> {
                    assertThat(payload).isEqualTo("of " + job.id());
                    ledger.awaitAnswered(job.id());
                    ledger.write(job.id(), job.fencingToken());
                })
                .start());
        return this;
    }

    /** One who takes jobs and finishes them by hand. */
    Scenario taker() {
        hasTaker = true;
        threads.execute(() -> {
            while (takes) {
                takeSome();
            }
        });
        return this;
    }

    private void takeSome() {
        long askedAt = System.nanoTime();
        try {
            List<Job<String>> jobs = taker.consume(tube, AT_ONCE, WAIT);
            for (Job<String> job : jobs) {
                ledger.awaitAnswered(job.id());
                ledger.write(job.id(), job.lease().orElseThrow().token());
            }
            if (!jobs.isEmpty()) {
                finish(jobs, askedAt);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (GrapeException e) {
            failed("consume or finish", e);
        }
    }

    /** An answer after the end of the lease may be of a finish by somebody else: it proves nothing. */
    private void finish(List<Job<String>> jobs, long askedAt) {
        List<Result<Acknowledged>> results = taker.acknowledgeAll(
                tube.name(), jobs.stream().map(Acknowledgement::finish).toList());
        boolean inTime = System.nanoTime() - askedAt < TTR.toNanos();
        for (int i = 0; i < jobs.size(); i++) {
            GrapeException failure = results.get(i).failure();
            Job<String> job = jobs.get(i);
            if (failure == null && inTime) {
                ledger.finished(job.id(), job.lease().orElseThrow());
            } else if (failure != null
                    && failure.code() != ErrorCode.LEASE_LOST
                    && failure.code() != ErrorCode.JOB_NOT_FOUND) {
                failed("finish " + job.id(), failure);
            }
        }
    }

    /** Waits until so many jobs more have been worked on, and some of all by hand if somebody does that. */
    void awaitProgress(int jobs) {
        int goal = ledger.written().size() + jobs;
        await().atMost(RunningBroker.PATIENCE)
                .until(() -> ledger.written().size() >= goal && (!hasTaker || ledger.hasFinished()));
    }

    /** Waits until so many produces more have an answer. */
    void awaitProduced(int jobs) {
        long goal = ledger.answered() + jobs;
        await().atMost(RunningBroker.PATIENCE).until(() -> ledger.answered() >= goal);
    }

    void awaitTold(String what) {
        await().atMost(RunningBroker.PATIENCE).until(() -> told.contains(what));
    }

    /** Nothing new is produced, and what was has its answer. */
    void endLoad() {
        loads = false;
        await().atMost(RunningBroker.PATIENCE)
                .until(() -> ledger.hasFailures()
                        || ledger.answered() == ledger.ids().size());
        ledger.assertNoCallFailed();
    }

    /** Once all is done: nothing is left, each job was made once and finished once, and all that clients know agrees. */
    void check() {
        endLoad();
        await().atMost(RunningBroker.PATIENCE)
                .until(() -> status().counts().values().stream().allMatch(count -> count == 0));
        long jobs = ledger.ids().size();
        assertThat(status().totals()).containsEntry("produced", jobs).containsEntry("finished", jobs);
        ledger.assertOneWinnerEach();
        ledger.assertNoCallFailed();
    }

    private TubeStatus status() {
        return producer.tubes().status(tube.name()).orElseThrow();
    }

    @Override
    public void close() {
        loads = false;
        takes = false;
        threads.shutdownNow();
        workers.forEach(Worker::close);
        producer.close();
        taker.close();
        working.close();
    }
}
