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
 * The work for one node of Redis. At most {@value #PLACES} looks and groups of runs of a tube are in flight, so that what is
 * too much waits here, where it can be seen and shed. Tubes with acknowledgements go first, and have a quarter of the places to
 * themselves. Then come tubes that miss their lateness target, then the other tubes in turn, and looks last. After some that go
 * first, one of the others has its turn, so none waits for ever. Thread-safe.
 */
public final class NodeQueue {
    private static final int PLACES = 64;
    private static final int PLACES_OF_OTHERS = PLACES - PLACES / 4;
    private static final int FIRST_IN_A_ROW = 8;

    private final OverloadOptions options;
    private final OverloadListener listener;
    private final Map<WorkClass, Codel> delays = new EnumMap<>(WorkClass.class);
    private final Brake brake;
    private final WarmUp warmUp;
    private final Turns turns;
    private final Places places;
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
        this.places = new Places(tubes.isMoving());
        this.turns = new Turns(tubes.isLate());
        for (WorkClass worth : WorkClass.values()) {
            delays.put(worth, new Codel(options, System.nanoTime()));
        }
    }

    /**
     * What is known of tubes.
     *
     * @param isLate whether one misses its lateness target
     * @param isMoving whether the slot of one moves to another node
     */
    record Tubes(Predicate<TubeName> isLate, Predicate<TubeName> isMoving) {}

    /** True if a tube that wants a place now has to wait. */
    public synchronized boolean isFull() {
        return places.size() >= PLACES_OF_OTHERS;
    }

    /** A tube wants a place, one at a time. {@code go} gets what leaves it, at once or in its turn. */
    public void enter(TubeName tube, boolean isFirst, Consumer<Runnable> go) {
        Ticket ticket = new TubeTicket(tube, go);
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

    /** A look waits for its turn. */
    void enter(Look<?> look) {
        OverloadReason refusal = refusal(WorkClass.LOOK, System.nanoTime());
        if (refusal == OverloadReason.MEMORY && look.freesMemory()) {
            runNow(look);
            return;
        }
        if (refusal != null) {
            look.shed(() -> shed(WorkClass.LOOK, refusal));
            return;
        }
        waits(1);
        synchronized (this) {
            turns.addLook(look);
        }
        serve();
    }

    /** Throws OVERLOADED if a look would be refused now. */
    public void checkLooks() {
        OverloadReason refusal = refusal(WorkClass.LOOK, System.nanoTime());
        if (refusal != null) {
            throw shed(WorkClass.LOOK, refusal);
        }
    }

    /** Begins a run. If that throws, it has failed. */
    public static <T> CompletionStage<T> begun(Supplier<CompletionStage<T>> run) {
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
    private void go(Turn turn) {
        try {
            if (turn.ticket instanceof TubeTicket tube) {
                tube.go().accept(() -> leave(turn.place));
            } else if (turn.ticket instanceof Look<?> look) {
                make(look, () -> leave(turn.place));
            }
        } catch (RuntimeException e) {
            leave(turn.place);
            throw e;
        }
    }

    private void leave(Places.Place place) {
        place.leave();
        serve();
    }

    private record Turn(Ticket ticket, Places.Place place) {}

    private record TubeTicket(TubeName tube, Consumer<Runnable> go) implements Ticket {}

    private <T> void make(Look<T> look, Runnable leave) {
        waits(-1);
        long now = System.nanoTime();
        if (look.isLate(now)) {
            leave.run();
            look.shed(() -> shed(WorkClass.LOOK, why(now)));
            return;
        }
        left(WorkClass.LOOK, look.since());
        begun(look::make).whenComplete((value, failure) -> {
            leave.run();
            complete(look, value, failure);
        });
    }

    /**
     * Runs a read that frees memory while the node has none left. It takes no place and cannot be shed: an operator could not
     * empty the node otherwise.
     */
    private <T> void runNow(Look<T> look) {
        isUsed = true;
        begun(look::make).whenComplete((value, failure) -> complete(look, value, failure));
    }

    private static <T> void complete(Look<T> look, T value, @Nullable Throwable failure) {
        if (failure == null) {
            look.complete(value);
        } else {
            look.completeExceptionally(failure);
        }
    }

    private synchronized @Nullable Turn next() {
        Ticket ticket = poll();
        return ticket == null ? null : new Turn(ticket, places.take(ticket.tube()));
    }

    private @Nullable Ticket poll() {
        if (places.size() >= PLACES) {
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

    /** So many calls more wait for this node, or fewer if negative. */
    public void waits(int more) {
        waiting.addAndGet(more);
    }

    /**
     * A run of this class leaves.
     *
     * @param came when the oldest call came that could be in it, of {@link System#nanoTime()}
     */
    public void left(WorkClass worth, long came) {
        isUsed = true;
        long now = System.nanoTime();
        codel(worth).left(now - came, now);
        listener.left(worth, Duration.ofNanos(now - came));
    }

    /** Whether all work of this class waits for long, or Redis takes long for what is in flight. */
    public boolean isOverloaded(WorkClass worth, long now) {
        return codel(worth).stands(now) || places.isOutFor(options.slowRun().toNanos(), now);
    }

    private Codel codel(WorkClass worth) {
        return Objects.requireNonNull(delays.get(worth));
    }

    /** Other tubes are late than before. */
    synchronized void lateChanged() {
        turns.sort();
    }

    /** The tubes that wait for a place. */
    synchronized Set<TubeName> waiting() {
        return turns.tubes();
    }

    /** Whether anything left for it since this was asked last, or its brake is on. */
    boolean wasUsed() {
        boolean was = isUsed || brake.isOn();
        isUsed = false;
        return was;
    }

    boolean isBraked(WorkClass worth) {
        return brake.refusal(worth) != null;
    }

    /** Why no work of this class may be queued; null = it may. */
    public @Nullable OverloadReason refusal(WorkClass worth, long now) {
        if (worth.isFirst()) {
            return null;
        }
        OverloadReason braked = brake.refusal(worth);
        if (braked != null) {
            return braked;
        }
        if (shedsDelayed() && places.isOutFor(options.stuckRun().toNanos(), now)) {
            return OverloadReason.NODE;
        }
        return waiting.get() > options.maxQueued() ? OverloadReason.QUEUE : null;
    }

    /** Whether work is shed that waited for too long for a broker that has warmed up. */
    public boolean shedsDelayed() {
        return warmUp.isOver();
    }

    /** Why work is shed that waited for too long. */
    public OverloadReason why(long now) {
        return places.isOutFor(options.slowRun().toNanos(), now) ? OverloadReason.NODE : OverloadReason.DELAY;
    }

    /** What a call gets that is not done. */
    public GrapeException shed(WorkClass worth, OverloadReason why) {
        listener.shed(worth, why);
        return GrapeException.overloaded(why);
    }

    /** Sheds looks that waited for too long, or longer than their callers. True if others wait. */
    boolean sweep() {
        long now = System.nanoTime();
        boolean sheds = shedsDelayed();
        List<Look<?>> shed;
        boolean othersWait;
        synchronized (this) {
            Duration most = isOverloaded(WorkClass.LOOK, now) ? options.maxDelay() : options.interval();
            shed = turns.removeLooks(look -> look.isLate(now) || (sheds && now - look.since() > most.toNanos()));
            othersWait = turns.hasLooks();
        }
        shed.forEach(look -> {
            waits(-1);
            look.shed(() -> shed(WorkClass.LOOK, why(now)));
        });
        return othersWait;
    }
}
