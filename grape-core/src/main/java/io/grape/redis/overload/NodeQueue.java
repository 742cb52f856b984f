package io.grape.redis.overload;

import io.grape.core.GrapeException;
import io.grape.core.OverloadReason;
import io.grape.core.TubeName;
import io.grape.core.overload.OverloadListener;
import io.grape.core.overload.OverloadOptions;
import io.grape.core.overload.WorkClass;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
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
 * The work for one node of Redis. At most {@value #PLACES} looks and groups of runs of a tube are in flight, so that what is
 * too much waits here, where it can be seen and shed. Tubes with acknowledgements go first, and have a quarter of the places to themselves; then the
 * other tubes in turn, and before them those that miss their lateness target; looks last. After some that go first one of the
 * others has its turn, so none waits for ever. Thread-safe.
 */
public final class NodeQueue {
    private static final int PLACES = 64;
    private static final int PLACES_OF_OTHERS = PLACES - PLACES / 4;
    private static final int FIRST_IN_A_ROW = 8;
    private static final long NONE = Long.MIN_VALUE;
    /** Of the memory of Redis. The rest is for what ends jobs. */
    private static final double MAX_FOR_LOOKS = 0.90;

    private static final double MAX_FOR_PRODUCES = 0.95;

    private final OverloadOptions options;
    private final OverloadListener listener;
    private final Map<WorkClass, Codel> delays = new EnumMap<>(WorkClass.class);
    private final Turns turns;
    /** The oldest first. */
    private final Set<Place> inFlight = new LinkedHashSet<>();

    private final AtomicInteger waiting = new AtomicInteger();
    private final ThreadLocal<Boolean> isServing = ThreadLocal.withInitial(() -> false);
    private int firstInARow;
    private volatile long oldest = NONE;
    private volatile boolean isUsed;
    /** How much of its memory Redis uses, 1 = all. */
    private volatile double memory;

    /**
     * Nothing waits yet.
     *
     * @param isLate whether a tube misses its lateness target
     */
    NodeQueue(OverloadOptions options, OverloadListener listener, Predicate<TubeName> isLate) {
        this.options = options;
        this.listener = listener;
        this.turns = new Turns(isLate);
        for (WorkClass worth : WorkClass.values()) {
            delays.put(worth, new Codel(options, System.nanoTime()));
        }
    }

    /** A place taken. */
    private final class Place {
        private final long since = System.nanoTime();

        /** The runs are back. */
        private void leave() {
            synchronized (NodeQueue.this) {
                inFlight.remove(this);
                noteOldest();
            }
            serve();
        }
    }

    /** True if a tube that wants a place now has to wait. */
    public synchronized boolean isFull() {
        return inFlight.size() >= PLACES_OF_OTHERS;
    }

    /** A tube wants a place, one at a time. {@code go} gets what leaves it, at once or in its turn. */
    public void enter(TubeName tube, boolean isFirst, Consumer<Runnable> go) {
        Ticket ticket = new Ticket(go, why -> {}, System.nanoTime());
        synchronized (this) {
            if (isFirst) {
                turns.addFirst(ticket);
            } else {
                turns.add(tube, ticket);
            }
        }
        serve();
    }

    /** The tube has work now that goes first. */
    public void raise(TubeName tube) {
        synchronized (this) {
            turns.raise(tube);
        }
        serve();
    }

    /** Looks once in its turn. Fails with OVERLOADED if it is shed before. */
    <T> CompletionStage<T> look(Supplier<CompletionStage<T>> run) {
        OverloadReason refusal = refusal(WorkClass.LOOK, System.nanoTime());
        if (refusal != null) {
            return CompletableFuture.failedStage(shed(WorkClass.LOOK, refusal));
        }
        CompletableFuture<T> result = new CompletableFuture<>();
        long came = System.nanoTime();
        Ticket ticket = new Ticket(
                leave -> {
                    waits(-1);
                    left(WorkClass.LOOK, came);
                    begun(run).whenComplete((value, failure) -> {
                        leave.run();
                        if (failure == null) {
                            result.complete(value);
                        } else {
                            result.completeExceptionally(failure);
                        }
                    });
                },
                why -> {
                    waits(-1);
                    result.completeExceptionally(shed(WorkClass.LOOK, why));
                },
                came);
        waits(1);
        synchronized (this) {
            turns.addLook(ticket);
        }
        serve();
        return result;
    }

    private static <T> CompletionStage<T> begun(Supplier<CompletionStage<T>> run) {
        try {
            return run.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    /** Whoever is served by this thread already goes on with those that can be served now. */
    private void serve() {
        if (isServing.get()) {
            return;
        }
        isServing.set(true);
        try {
            for (Turn next = next(); next != null; next = next()) {
                go(next);
            }
        } finally {
            isServing.remove();
        }
    }

    /** A place that nobody leaves would make this node look as if it did not reply. */
    private static void go(Turn turn) {
        try {
            turn.ticket.go().accept(turn.place::leave);
        } catch (RuntimeException e) {
            turn.place.leave();
            throw e;
        }
    }

    private record Turn(Ticket ticket, Place place) {}

    private synchronized @Nullable Turn next() {
        Ticket ticket = poll();
        if (ticket == null) {
            return null;
        }
        Place place = new Place();
        inFlight.add(place);
        noteOldest();
        return new Turn(ticket, place);
    }

    private @Nullable Ticket poll() {
        if (inFlight.size() >= PLACES) {
            return null;
        }
        if (turns.hasFirst() && !(firstInARow >= FIRST_IN_A_ROW && turns.hasOthers())) {
            firstInARow++;
            return turns.pollFirst();
        }
        if (isFull() && firstInARow < FIRST_IN_A_ROW) {
            return null;
        }
        firstInARow = 0;
        return turns.poll(isOverloaded(WorkClass.LOOK, System.nanoTime()));
    }

    private void noteOldest() {
        Iterator<Place> places = inFlight.iterator();
        oldest = places.hasNext() ? places.next().since : NONE;
    }

    /** So many calls more wait for this node, or fewer if negative. */
    public void waits(int more) {
        waiting.addAndGet(more);
    }

    /** A run of this worth leaves, whose oldest call came then. */
    public void left(WorkClass worth, long came) {
        isUsed = true;
        long now = System.nanoTime();
        codel(worth).left(now - came, now);
        listener.left(worth, Duration.ofNanos(now - came));
    }

    /** Whether all work of this worth waits for long, or Redis takes long for what is in flight. */
    public boolean isOverloaded(WorkClass worth, long now) {
        return codel(worth).stands(now) || isOutFor(options.slowRun().toNanos(), now);
    }

    private Codel codel(WorkClass worth) {
        return Objects.requireNonNull(delays.get(worth));
    }

    private boolean isOutFor(long nanos, long now) {
        long start = oldest;
        return start != NONE && now - start > nanos;
    }

    /** Other tubes are late than before. */
    synchronized void lateChanged() {
        turns.sort();
    }

    /** The tubes that wait for a place. */
    synchronized Set<TubeName> waiting() {
        return turns.tubes();
    }

    /** Whether anything left for it since this was asked last. */
    boolean wasUsed() {
        boolean was = isUsed;
        isUsed = false;
        return was;
    }

    /** From now on Redis uses so much of its memory, 1 = all. */
    void memory(double used) {
        memory = used;
    }

    /** Why no work of this worth may be queued, null = it may. */
    public @Nullable OverloadReason refusal(WorkClass worth, long now) {
        if (worth.isFirst()) {
            return null;
        }
        boolean isBraked = worth == WorkClass.LOOK
                ? memory > MAX_FOR_LOOKS
                : worth == WorkClass.PRODUCE && memory > MAX_FOR_PRODUCES;
        if (isBraked) {
            isUsed = true;
            return OverloadReason.MEMORY;
        }
        if (isOutFor(options.stuckRun().toNanos(), now)) {
            return OverloadReason.NODE;
        }
        return waiting.get() > options.maxQueued() ? OverloadReason.QUEUE : null;
    }

    /** Why work is shed that waited for too long. */
    public OverloadReason why(long now) {
        return isOutFor(options.slowRun().toNanos(), now) ? OverloadReason.NODE : OverloadReason.DELAY;
    }

    /** What a call gets that is not done. */
    public GrapeException shed(WorkClass worth, OverloadReason why) {
        listener.shed(worth, why);
        return GrapeException.overloaded(why);
    }

    /** Sheds looks that waited for too long. True if others wait. */
    boolean sweep() {
        long now = System.nanoTime();
        List<Ticket> shed;
        boolean othersWait;
        synchronized (this) {
            Duration most = isOverloaded(WorkClass.LOOK, now) ? options.maxDelay() : options.interval();
            shed = turns.removeLooks(now - most.toNanos());
            othersWait = turns.hasLooks();
        }
        shed.forEach(look -> look.shed().accept(why(now)));
        return othersWait;
    }
}
