package io.grape.redis.overload;

import io.grape.core.GrapeException;
import io.grape.core.OverloadReason;
import io.grape.core.TubeName;
import io.grape.core.overload.OverloadListener;
import io.grape.core.overload.OverloadOptions;
import io.grape.core.overload.WarmUp;
import io.grape.core.overload.WorkClass;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The queue of work for one node of Redis. At most {@value #PERMITS} reads and groups of runs of a tube are in flight, so that work beyond
 * the node's capacity waits here, where it can be measured and shed. Tubes with acknowledgements go first, and a quarter of the permits
 * is reserved for them. Then come tubes that miss their lateness target, then the other tubes, round-robin, and reads last. After
 * {@value #FIRST_IN_A_ROW} tubes with acknowledgements, one of the others follows, so that no tube starves. A read goes only if no tube
 * waits. Thread-safe.
 */
public final class NodeQueue {
    private static final int PERMITS = 64;
    private static final int PERMITS_OF_OTHERS = PERMITS - PERMITS / 4;
    private static final int FIRST_IN_A_ROW = 8;

    private final OverloadOptions options;
    private final OverloadListener listener;
    private final Map<WorkClass, Codel> delays = new EnumMap<>(WorkClass.class);
    private final Brake brake;
    private final WarmUp warmUp;
    private final PriorityQueues queues;
    private final Permits permits;
    private final AtomicInteger waiting = new AtomicInteger();
    private final ThreadLocal<Boolean> isServing = ThreadLocal.withInitial(() -> false);
    private int firstInARow;
    private volatile boolean isUsed;

    /**
     * Nothing waits yet.
     *
     * @param tubes what is known of tubes
     */
    NodeQueue(OverloadOptions options, OverloadListener listener, Brake brake, Tubes tubes, WarmUp warmUp) {
        this.options = options;
        this.listener = listener;
        this.brake = brake;
        this.warmUp = warmUp;
        this.permits = new Permits(tubes.isMoving());
        this.queues = new PriorityQueues(tubes.isLate());
        for (WorkClass workClass : WorkClass.values()) {
            delays.put(workClass, new Codel(options, System.nanoTime()));
        }
    }

    /**
     * What is known of tubes.
     *
     * @param isLate whether one misses its lateness target
     * @param isMoving whether the slot of one moves to another node
     */
    record Tubes(Predicate<TubeName> isLate, Predicate<TubeName> isMoving) {}

    /** Whether a tube that asks for a permit now has to wait. */
    public synchronized boolean isFull() {
        return permits.size() >= PERMITS_OF_OTHERS;
    }

    /** A tube asks for a permit; it may wait for one at a time. {@code go} receives what releases the permit, at once or later. */
    public void enter(TubeName tube, boolean isFirst, Consumer<Runnable> go) {
        QueuedWork work = new QueuedTube(tube, go);
        synchronized (this) {
            if (isFirst) {
                queues.addFirst(work);
            } else {
                queues.add(tube, work);
            }
        }
        serve();
    }

    /** The tube has acknowledgements now, so it goes first. */
    public void raise(TubeName tube) {
        synchronized (this) {
            queues.raise(tube);
        }
        serve();
    }

    /** Queues a read, or sheds it. */
    void enter(QueuedRead<?> read) {
        OverloadReason refusal = refusal(WorkClass.LOOK, System.nanoTime());
        if (refusal == OverloadReason.MEMORY && read.freesMemory()) {
            runNow(read);
            return;
        }
        if (refusal != null) {
            read.shed(() -> shed(WorkClass.LOOK, refusal));
            return;
        }
        addWaiting(1);
        synchronized (this) {
            queues.addRead(read);
        }
        serve();
    }

    /** Throws OVERLOADED if a read would be refused now. */
    public void checkLooks() {
        OverloadReason refusal = refusal(WorkClass.LOOK, System.nanoTime());
        if (refusal != null) {
            throw shed(WorkClass.LOOK, refusal);
        }
    }

    /** Starts a run. An exception becomes a failed stage. */
    public static <T> CompletionStage<T> start(Supplier<CompletionStage<T>> run) {
        try {
            return run.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    /** Admits what may go now. A re-entrant call on the same thread returns, because the outer call continues. */
    private void serve() {
        if (isServing.get()) {
            return;
        }
        isServing.set(true);
        try {
            for (Admitted next = next(); next != null; next = next()) {
                run(next);
            }
        } finally {
            isServing.remove();
        }
    }

    /** Releases the permit if this fails. A leaked permit would make the node look as if it did not reply. */
    private void run(Admitted admitted) {
        try {
            if (admitted.work instanceof QueuedTube tube) {
                tube.go().accept(() -> release(admitted.permit));
            } else if (admitted.work instanceof QueuedRead<?> read) {
                run(read, () -> release(admitted.permit));
            }
        } catch (RuntimeException e) {
            release(admitted.permit);
            throw e;
        }
    }

    private void release(Permits.Permit permit) {
        permit.release();
        serve();
    }

    private record Admitted(QueuedWork work, Permits.Permit permit) {}

    private record QueuedTube(TubeName tube, Consumer<Runnable> go) implements QueuedWork {}

    private <T> void run(QueuedRead<T> read, Runnable release) {
        addWaiting(-1);
        long now = System.nanoTime();
        if (read.isLate(now)) {
            release.run();
            read.shed(() -> shed(WorkClass.LOOK, delayReason(now)));
            return;
        }
        sent(WorkClass.LOOK, read.arrived());
        start(read::run).whenComplete((value, failure) -> {
            release.run();
            complete(read, value, failure);
        });
    }

    /**
     * Runs a read that frees memory while the node has none left. It takes no permit and cannot be shed, because an operator could not
     * empty the node otherwise.
     */
    private <T> void runNow(QueuedRead<T> read) {
        isUsed = true;
        start(read::run).whenComplete((value, failure) -> complete(read, value, failure));
    }

    private static <T> void complete(QueuedRead<T> read, T value, @Nullable Throwable failure) {
        if (failure == null) {
            read.complete(value);
        } else {
            read.completeExceptionally(failure);
        }
    }

    private synchronized @Nullable Admitted next() {
        QueuedWork work = poll();
        return work == null ? null : new Admitted(work, permits.acquire(work.tube()));
    }

    private @Nullable QueuedWork poll() {
        if (permits.size() >= PERMITS) {
            return null;
        }
        if (queues.hasFirst() && !(firstInARow >= FIRST_IN_A_ROW && queues.hasOthers())) {
            firstInARow++;
            return queues.pollFirst();
        }
        if (isFull() && firstInARow < FIRST_IN_A_ROW) {
            return null;
        }
        firstInARow = 0;
        return queues.poll(isOverloaded(WorkClass.LOOK, System.nanoTime()));
    }

    /** Changes the number of calls that wait for this node. */
    public void addWaiting(int more) {
        waiting.addAndGet(more);
    }

    /**
     * A run of this class was sent.
     *
     * @param arrived when the oldest call arrived that could be in the run, of {@link System#nanoTime()}
     */
    public void sent(WorkClass workClass, long arrived) {
        isUsed = true;
        long now = System.nanoTime();
        codel(workClass).record(now - arrived, now);
        listener.sent(workClass, Duration.ofNanos(now - arrived));
    }

    /** Whether the queue of this class stands, or Redis takes long for what is in flight. */
    public boolean isOverloaded(WorkClass workClass, long now) {
        return codel(workClass).isStanding(now)
                || permits.isOutFor(options.slowRun().toNanos(), now);
    }

    private Codel codel(WorkClass workClass) {
        return Objects.requireNonNull(delays.get(workClass));
    }

    /** Other tubes than before miss their lateness target. */
    synchronized void lateChanged() {
        queues.sort();
    }

    /** The tubes that wait for a permit. */
    synchronized Set<TubeName> waiting() {
        return queues.tubes();
    }

    /** Whether anything was sent to it since the last call of this method, or its brake is on. */
    boolean wasUsed() {
        boolean was = isUsed || brake.isOn();
        isUsed = false;
        return was;
    }

    boolean isBraked(WorkClass workClass) {
        return brake.refusal(workClass) != null;
    }

    /** Why no work of this class may be queued now; null = it may. */
    public @Nullable OverloadReason refusal(WorkClass workClass, long now) {
        if (workClass.isFirst()) {
            return null;
        }
        OverloadReason braked = brake.refusal(workClass);
        if (braked != null) {
            return braked;
        }
        if (shedsDelayed() && permits.isOutFor(options.stuckRun().toNanos(), now)) {
            return OverloadReason.NODE;
        }
        return waiting.get() > options.maxQueued() ? OverloadReason.QUEUE : null;
    }

    /** Whether work that waited too long is shed; not before the broker has warmed up. */
    public boolean shedsDelayed() {
        return warmUp.isOver();
    }

    /** The reason for shedding work that waited too long. */
    public OverloadReason delayReason(long now) {
        return permits.isOutFor(options.slowRun().toNanos(), now) ? OverloadReason.NODE : OverloadReason.DELAY;
    }

    /** Counts a shed call, and returns its error. */
    public GrapeException shed(WorkClass workClass, OverloadReason why) {
        listener.shed(workClass, why);
        return GrapeException.overloaded(why);
    }

    /** Sheds reads that waited too long, or longer than their callers do. Returns whether others still wait. */
    boolean sweep() {
        long now = System.nanoTime();
        boolean sheds = shedsDelayed();
        List<QueuedRead<?>> shed;
        boolean othersWait;
        synchronized (this) {
            Duration maxDelay = isOverloaded(WorkClass.LOOK, now) ? options.maxDelay() : options.interval();
            shed = queues.removeReads(read -> read.isLate(now) || (sheds && now - read.arrived() > maxDelay.toNanos()));
            othersWait = queues.hasReads();
        }
        shed.forEach(read -> {
            addWaiting(-1);
            read.shed(() -> shed(WorkClass.LOOK, delayReason(now)));
        });
        return othersWait;
    }
}
