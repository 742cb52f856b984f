package io.grape.server.admission;

import io.grape.core.GrapeException;
import io.grape.core.OverloadReason;
import io.grape.core.overload.OverloadListener;
import io.grape.core.overload.OverloadOptions;
import io.grape.core.overload.WarmUp;
import io.grape.core.overload.WorkClass;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.EnumSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sheds calls as they are read, if the CPU of the broker is used up and they have waited in their sockets. An event loop reads all bytes
 * that have arrived in one turn, so a call that is read late in a turn has waited since the turn began. Source: {@code docs/overload.md}.
 */
public final class ReadShedding {
    /** Sheds nothing. */
    public static final ReadShedding NEVER = new ReadShedding(OverloadOptions.NEVER, OverloadListener.NONE);

    private static final long NONE = Long.MIN_VALUE;

    private final boolean isNever;
    private final long target;
    private final long maxDelay;
    private final long interval;
    private final OverloadListener listener;
    private final LongSupplier nanos;
    private final WarmUp warmUp;
    private final Queue<LoopReads> all = new ConcurrentLinkedQueue<>();
    private final FastThreadLocal<LoopReads> ofThread = new FastThreadLocal<>() {
        @Override
        protected LoopReads initialValue() {
            LoopReads reads = new LoopReads();
            all.add(reads);
            return reads;
        }
    };

    /**
     * Sheds nothing yet.
     *
     * @param listener receives each call that is shed
     */
    public ReadShedding(OverloadOptions options, OverloadListener listener) {
        this(options, listener, System::nanoTime);
    }

    ReadShedding(OverloadOptions options, OverloadListener listener, LongSupplier nanos) {
        this.nanos = nanos;
        this.warmUp = new WarmUp(options, nanos);
        this.isNever = options.equals(OverloadOptions.NEVER);
        this.target = options.target().toNanos();
        this.maxDelay = options.maxDelay().toNanos();
        this.interval = options.interval().toNanos();
        this.listener = listener;
    }

    /** The turns of one event loop. */
    private final class LoopReads implements Runnable {
        private long start = NONE;
        private long intervalStart = nanos.getAsLong();
        private long inLongTurns;
        private volatile long overloadedUntil = intervalStart;

        /** The least time that a call which is read now has waited. */
        private long delay(Executor loop, long now) {
            if (start == NONE) {
                start = now;
                loop.execute(this);
            }
            return now - start;
        }

        /** Ends a turn: the loop has read all that had arrived. */
        @Override
        public void run() {
            long now = nanos.getAsLong();
            long took = now - start;
            start = NONE;
            // One pause alone, as of a garbage collector, is a burst.
            if (took > target) {
                inLongTurns += Math.min(took, interval / 2);
            }
            if (now - intervalStart >= interval) {
                if (inLongTurns > (now - intervalStart) / 2) {
                    overloadedUntil = now + interval;
                }
                intervalStart = now;
                inLongTurns = 0;
            }
        }

        private boolean isOverloaded(long now) {
            return overloadedUntil - now > 0;
        }
    }

    /**
     * A call was read by this thread's event loop. Fails with OVERLOADED if it is shed.
     *
     * @param work null = it is never shed
     */
    public void read(@Nullable WorkClass work, Executor loop) {
        if (isNever) {
            return;
        }
        long now = nanos.getAsLong();
        LoopReads reads = ofThread.get();
        long delay = reads.delay(loop, now);
        if (work != null && delay > maxDelay(work) && reads.isOverloaded(now) && warmUp.isOver()) {
            listener.shed(work, OverloadReason.DELAY);
            throw GrapeException.overloaded(OverloadReason.DELAY);
        }
    }

    /** A consume may wait longer, because it removes work and a produce adds some. */
    private long maxDelay(WorkClass work) {
        return switch (work) {
            case ACKNOWLEDGE -> Long.MAX_VALUE;
            case CONSUME -> maxDelay;
            case PRODUCE, LOOK -> target;
        };
    }

    /** The classes of work that may be shed now. */
    public Set<WorkClass> overloaded() {
        long now = nanos.getAsLong();
        return all.stream().anyMatch(reads -> reads.isOverloaded(now))
                ? EnumSet.complementOf(EnumSet.of(WorkClass.ACKNOWLEDGE))
                : EnumSet.noneOf(WorkClass.class);
    }
}
