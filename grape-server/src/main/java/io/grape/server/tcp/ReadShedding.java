package io.grape.server.tcp;

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
 * Sheds calls as they are read, where the CPU of the broker is used up and they waited in their sockets. An event loop reads all that
 * has come in one turn: what it reads late in a turn has waited since the turn began. Source: {@code docs/overload.md}.
 */
public final class ReadShedding {
    /** Everything is taken. */
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
     * @param listener is told of each call that is shed
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

    /** What one event loop reads. */
    private final class LoopReads implements Runnable {
        private long start = NONE;
        private long intervalStart = nanos.getAsLong();
        private long inLongTurns;
        private volatile long standsUntil = intervalStart;

        /** For how long what is read now has waited at least. */
        private long delay(Executor loop, long now) {
            if (start == NONE) {
                start = now;
                loop.execute(this);
            }
            return now - start;
        }

        /** The loop has read all that had come. */
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
                    standsUntil = now + interval;
                }
                intervalStart = now;
                inLongTurns = 0;
            }
        }

        private boolean stands(long now) {
            return standsUntil - now > 0;
        }
    }

    /**
     * A call was read, by the event loop that this thread is. Fails with OVERLOADED if it is shed.
     *
     * @param worth null = it is never shed
     */
    public void read(@Nullable WorkClass worth, Executor loop) {
        if (isNever) {
            return;
        }
        long now = nanos.getAsLong();
        LoopReads reads = ofThread.get();
        long delay = reads.delay(loop, now);
        if (worth != null && delay > most(worth) && reads.stands(now) && warmUp.isOver()) {
            listener.shed(worth, OverloadReason.DELAY);
            throw GrapeException.overloaded(OverloadReason.DELAY);
        }
    }

    /** A consume ends work, so it goes before what brings some. */
    private long most(WorkClass worth) {
        return switch (worth) {
            case ACKNOWLEDGE -> Long.MAX_VALUE;
            case CONSUME -> maxDelay;
            case PRODUCE, LOOK -> target;
        };
    }

    /** The work that is shed now. */
    public Set<WorkClass> overloaded() {
        long now = nanos.getAsLong();
        return all.stream().anyMatch(reads -> reads.stands(now))
                ? EnumSet.complementOf(EnumSet.of(WorkClass.ACKNOWLEDGE))
                : EnumSet.noneOf(WorkClass.class);
    }
}
