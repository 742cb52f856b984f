package io.grape.client.worker;

import io.grape.client.AsyncGrape;
import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.client.Job;
import io.grape.client.time.LongDelays.Delayed;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work on one tube: fetches jobs as long as there is room, calls the handler, and acknowledges. A job takes a slot
 * from its delivery until its acknowledgement got a response.
 */
final class TubeWorker<T> implements JobFetcher.JobSink<T> {
    private static final Logger LOG = LoggerFactory.getLogger(TubeWorker.class);
    private static final long EXIT_CHECK_NANOS = Duration.ofMillis(500).toNanos();
    /** A broker that does not respond does not keep jobs from others for longer than this. */
    private static final long LAST_CALL_NANOS = Duration.ofSeconds(1).toNanos();

    private static final Outcome AFTER_A_FAULT = Outcome.release(Duration.ofSeconds(5));

    private final String tube;
    private final BatchSize size;
    private final ClientEvents events;
    private final WorkerThreads threads;
    private final HeldLease.RenewalContext renewals;
    private final FailureRule rule;
    private final JobInvoker<T> invoker;
    private final JobFetcher<T> fetcher;
    private final WorkerSlots<T> slots;
    private final AckQueue acks;
    private final JobSettler settler;
    private final ShortRuns shortRuns;
    private final boolean mayRunHere;
    private final int concurrency;
    /** Jobs to hand back once no call waits for jobs. */
    private final Queue<HeldJob<T>> unwanted = new ConcurrentLinkedQueue<>();

    private boolean taking;
    private boolean stopped;

    TubeWorker(
            TubeSubscription<T> subscription,
            WorkerSettings settings,
            List<Interceptor> interceptors,
            WorkerThreads threads,
            Grape client,
            ClientEvents events) {
        AsyncGrape grape = client.async().completingOn(threads::executeOwn);
        this.tube = subscription.tube().name();
        this.size = subscription.size();
        this.events = events;
        this.threads = threads;
        this.rule = new FailureRule(settings);
        this.invoker = subscription.invoker().of(rule, interceptors);
        this.concurrency = settings.concurrency();
        this.shortRuns = new ShortRuns(threads.timer());
        this.mayRunHere = threads.areOwn() && size.most() == 1;
        this.slots = new WorkerSlots<>(settings, size, () -> prefetch(settings));
        this.fetcher = new JobFetcher<>(grape, client::isClosed, subscription.tube(), threads.timer(), this);
        this.acks = new AckQueue(
                new AckAndFetch<>(grape, subscription.tube(), fetcher), tube, threads.timer(), client::isClosed);
        this.settler = new JobSettler(tube, acks, events, this::freed);
        this.renewals = new HeldLease.RenewalContext(
                new AckQueue(
                        touches -> AckSender.Sent.of(grape.acknowledgeAll(tube, touches)),
                        tube,
                        threads.timer(),
                        client::isClosed),
                threads.timer(),
                threads.watch(),
                threads::callBack,
                // One lost lease is no reason to interrupt the work on all others.
                settings.interruptOnLostLease() && size.most() == 1,
                settler::lost);
    }

    private int prefetch(WorkerSettings settings) {
        if (settings.prefetch() != WorkerSettings.AUTOMATIC) {
            return settings.prefetch();
        }
        return mayRunHere ? shortRuns.prefetch(concurrency) : 0;
    }

    /** Takes jobs, from now on or again. */
    synchronized void start() {
        if (!taking && !stopped) {
            taking = true;
            events.working(tube, 1);
            slots.start();
            fetcher.start();
        }
    }

    /** Takes no more jobs until {@link #start}, and hands back those that were not begun. */
    synchronized void pause() {
        if (taking) {
            taking = false;
            slots.stop();
            List<HeldJob<T>> notBegun = slots.unbegun();
            fetcher.stop();
            handBackOnceIdle(notBegun);
            events.working(tube, -1);
        }
    }

    /** The same for good. */
    synchronized void stop() {
        pause();
        stopped = true;
    }

    TubeWork work() {
        return slots.work(fetcher.failures());
    }

    @Override
    public int room(int freed) {
        return slots.room(freed);
    }

    @Override
    public void delivered(List<Job<T>> jobs, long askedAt, Runnable then) {
        List<HeldJob<T>> taken =
                jobs.stream().map(job -> new HeldJob<>(job, askedAt, renewals)).toList();
        boolean willBegin = slots.take(taken);
        events.held(tube, taken.size());
        taken.forEach(job -> job.lease().scheduleRenewal());
        if (!willBegin) {
            handBackOnceIdle(taken);
        } else {
            if (mayRunHere && shortRuns.areExpected()) {
                runHere(then);
                return;
            }
            begin();
            if (size.most() > 1) {
                threads.timer().later(size.patience().toNanos(), this::begin);
            }
        }
        then.run();
        fetcher.fetch();
    }

    /**
     * Runs the jobs on this thread, one after another, and perhaps on others. Their acknowledgements go together, and ask for the
     * next jobs.
     */
    private void runHere(Runnable then) {
        acks.hold();
        ShortRuns.Turn turn = shortRuns.begin(isLong -> {
            if (isLong) {
                threads.insist(() -> {
                    try {
                        begin();
                        handBackTooMany();
                    } finally {
                        afterTurn(then);
                    }
                });
            } else {
                afterTurn(then);
            }
        });
        int others = Math.min(concurrency, shortRuns.threads(slots.waiting())) - 1;
        for (int i = 0; i < others; i++) {
            beginOne();
        }
        workInTurn(slots.next(), turn);
    }

    private void workInTurn(@Nullable Run<T> first, ShortRuns.Turn turn) {
        for (Run<T> run = first; run != null; run = slots.next()) {
            turn.begins();
            work(run);
        }
        turn.end();
    }

    /** Jobs that were asked for while handlers were short, and wait now behind one that is not, go to others. */
    private void handBackTooMany() {
        slots.tooMany().forEach(settler::handBack);
    }

    private void afterTurn(Runnable then) {
        try {
            then.run();
        } finally {
            acks.release();
            fetcher.fetch();
        }
    }

    /** Starts as many handlers as may run at a time. */
    private void begin() {
        while (beginOne()) {
            // The next one.
        }
    }

    private boolean beginOne() {
        Run<T> run = slots.next();
        if (run == null) {
            return false;
        }
        try {
            threads.execute(() -> workFrom(run));
        } catch (RuntimeException | Error e) {
            LOG.error("no thread for a job, handed back tube={} jobs={}", tube, run.jobs(), e);
            fetcher.rejected();
            run.jobs().forEach(settler::handBack);
            ran(run);
        }
        return true;
    }

    /** Runs a job, and then those that wait. A thread of the user's gets a task for each. */
    private void workFrom(Run<T> first) {
        if (mayRunHere) {
            workInTurn(first, shortRuns.begin(isLong -> {
                if (isLong) {
                    threads.insist(this::handBackTooMany);
                }
            }));
        } else {
            work(first);
            begin();
        }
    }

    private void work(Run<T> run) {
        try {
            run.jobs().stream()
                    .filter(job -> job.isLeaseLost() || threads.presence().mayHaveEnded(job.deliveredAt()))
                    .forEach(settler::handBack);
            List<HeldJob<T>> jobs =
                    run.jobs().stream().filter(job -> !job.isDecided()).toList();
            if (!jobs.isEmpty()) {
                handle(run, jobs);
            }
        } catch (Throwable e) {
            // Without memory, even the handling of a failure may fail. Nothing else would release the jobs.
            run.jobs().forEach(job -> settler.settle(job, AFTER_A_FAULT));
            Safely.log("jobs could not be handled, released " + run.jobs(), e);
        } finally {
            ran(run);
        }
    }

    private void handle(Run<T> run, List<HeldJob<T>> jobs) {
        long began = System.nanoTime();
        Delayed timeout = startTimeout(run, jobs);
        List<Outcome> outcomes = invoker.invoke(jobs);
        if (timeout != null) {
            timeout.cancel();
        }
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        shortRuns.ran(took.toNanos());
        for (int i = 0; i < jobs.size(); i++) {
            HeldJob<T> job = jobs.get(i);
            Outcome outcome = outcomes.get(i);
            boolean isSent = settler.settle(job, outcome);
            String told = isSent ? outcome.verb() : slots.isStuck(run) ? "timeout" : "lost";
            events.handled(tube, told, took, job.lateness());
        }
    }

    /** The time of a batch is that of the job that has the least. Null if it has no limit. */
    private @Nullable Delayed startTimeout(Run<T> run, List<HeldJob<T>> jobs) {
        Duration timeout = jobs.stream()
                .map(rule::timeout)
                .flatMap(Stream::ofNullable)
                .min(Duration::compareTo)
                .orElse(null);
        return timeout == null
                ? null
                : threads.timer()
                        .in(
                                TimeUnit.NANOSECONDS.convert(timeout),
                                () -> threads.callBack(() -> timedOut(run, timeout)));
    }

    /** Not on the timer, on which leases are renewed: the retry may be a user's function. */
    private void timedOut(Run<T> run, Duration timeout) {
        List<HeldJob<T>> released = slots.stick(run);
        if (released.isEmpty()) {
            return;
        }
        events.timedOut(tube);
        events.stuck(tube, 1);
        released.forEach(job -> settler.letGo(job, afterTimeout(job, timeout)));
        giveBackWhatCannotBegin();
    }

    private Outcome afterTimeout(HeldJob<T> job, Duration timeout) {
        try {
            return rule.timedOut(job, timeout);
        } catch (RuntimeException | Error e) {
            Safely.log("a timeout could not be handled, released id=" + job.id(), e);
            return AFTER_A_FAULT;
        }
    }

    private void giveBackWhatCannotBegin() {
        if (slots.allStuck()) {
            LOG.error("no handler returns, takes no more jobs until one does tube={}", tube);
            slots.unbegun().forEach(settler::handBack);
        }
    }

    /** A consume that still waits at a broker would get these jobs again, instead of another worker. */
    private void handBackOnceIdle(List<HeldJob<T>> jobs) {
        unwanted.addAll(jobs);
        if (!fetcher.isFetching()
                || (!jobs.isEmpty() && threads.timer().in(LAST_CALL_NANOS, this::handBackUnwanted) == null)) {
            handBackUnwanted();
        }
    }

    private void handBackUnwanted() {
        for (HeldJob<T> job = unwanted.poll(); job != null; job = unwanted.poll()) {
            settler.handBack(job);
        }
    }

    @Override
    public void idle() {
        slots.changed();
        if (!fetcher.isFetching()) {
            handBackUnwanted();
        }
    }

    private void freed() {
        events.held(tube, -1);
        slots.freed();
        fetcher.fetch();
    }

    private void ran(Run<T> run) {
        if (slots.ran(run)) {
            events.stuck(tube, -1);
            fetcher.fetch();
        }
    }

    /**
     * Waits for the handlers that still have their jobs, up to a moment of {@link System#nanoTime}. Not for one that ends the
     * JVM: that waits for the shutdown hooks, and so for this.
     */
    void awaitHandlers(long until) throws InterruptedException {
        long next;
        do {
            next = Math.min(until, System.nanoTime() + EXIT_CHECK_NANOS);
            if (Exits.areUnderWay()) {
                slots.running().stream().filter(TubeWorker::exits).forEach(this::failed);
            }
        } while (!slots.awaitHandlers(next) && until - next > 0);
    }

    private static boolean exits(Run<?> run) {
        return run.jobs().stream().anyMatch(job -> Exits.isIn(job.lease().whereItRuns()));
    }

    private void failed(Run<T> run) {
        List<HeldJob<T>> released = slots.stick(run);
        if (!released.isEmpty()) {
            events.stuck(tube, 1);
            IllegalStateException failure = new IllegalStateException("the handler ended the JVM");
            released.forEach(job -> settler.letGo(job, rule.failed(job, failure)));
        }
    }

    /** Interrupts the handlers that still run, and hands their jobs back. */
    void abandon() {
        slots.running().forEach(run -> run.jobs().forEach(settler::abandon));
    }

    /** Waits for the acknowledgements, up to a moment of {@link System#nanoTime}. Returns how many got no response. */
    int awaitAcks(long until) throws InterruptedException {
        return slots.awaitNone(() -> !fetcher.isFetching(), until);
    }

    @Override
    public String toString() {
        return tube;
    }
}
