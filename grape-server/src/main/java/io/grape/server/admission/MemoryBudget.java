package io.grape.server.admission;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.job.ResponseRoom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Limits the bytes that requests hold together: of request bodies while they arrive, or of responses until their clients have read
 * them. The number of requests is not limited here.
 *
 * <p>A request that wants more than is left is refused at once, or waits, first in, first out, until others have released bytes. What
 * is in memory already is counted even beyond the limit. Then all others wait until it is released.
 *
 * <p>A caller that holds its part gets no more, and others pass it in the queue. Bytes that are reserved before Redis is reserved reduce
 * what is left, but do not count as held by the caller, because Redis may return fewer jobs.
 */
public final class MemoryBudget {
    /** A request waits for at most half of the budget. A caller's part is smaller, so one caller alone cannot block that. */
    private static final int WAITING_PART = 2;

    private final long limit;
    private final long partOfCaller;
    private final Set<Waiting> waiting = new LinkedHashSet<>();
    private final Map<String, Long> heldBy = new HashMap<>();
    private long held;
    private volatile boolean isAnyWaiting;

    /**
     * A budget of {@code limit} bytes.
     *
     * @param partOfCaller how many of them one caller may hold before it gets no more
     */
    public MemoryBudget(long limit, long partOfCaller) {
        this.limit = limit;
        this.partOfCaller = partOfCaller;
    }

    /** A budget of {@code limit} bytes, all of which one caller may hold. */
    public MemoryBudget(long limit) {
        this(limit, limit);
    }

    private static final class Waiting {
        private final Share of;
        private final long bytes;
        private final CompletableFuture<Void> room = new CompletableFuture<>();
        private boolean isForced;

        private Waiting(Share of, long bytes) {
            this.of = of;
            this.bytes = bytes;
        }
    }

    /** How many bytes are held now. */
    public synchronized long held() {
        return held;
    }

    /**
     * The share of one request, which holds nothing yet.
     *
     * @param callers the names for which its bytes count: its address, and its user or token
     */
    public Share share(Collection<String> callers) {
        return new Share(callers);
    }

    /** The same, counted for no caller. */
    public Share share() {
        return share(List.of());
    }

    /** Reserves bytes for the requests that wait, in order, as far as they are left. Completes their stages outside of the lock. */
    private void admitWaiting() {
        if (!isAnyWaiting) {
            return;
        }
        List<Waiting> in = new ArrayList<>();
        List<Waiting> gone = new ArrayList<>();
        synchronized (this) {
            // A request that waits for the bytes of other callers blocks those behind it. One that waits for its own
            // caller does not.
            boolean isBlocked = false;
            for (Iterator<Waiting> next = waiting.iterator(); next.hasNext(); ) {
                Waiting one = next.next();
                boolean isFull = one.of.isFull();
                boolean fits = one.isForced || (!isBlocked && held + one.bytes <= limit);
                if (one.room.isDone()) {
                    next.remove();
                } else if (one.of.isReleased) {
                    next.remove();
                    gone.add(one);
                } else if (fits && !isFull) {
                    one.of.reserve(one.bytes);
                    next.remove();
                    in.add(one);
                } else {
                    isBlocked |= !isFull;
                }
            }
            isAnyWaiting = !waiting.isEmpty();
        }
        gone.forEach(one -> one.room.completeExceptionally(full("responses")));
        in.stream().filter(one -> !one.room.complete(null)).forEach(late -> late.of.cancelReservation(late.bytes));
    }

    /** The bytes that one request holds of the budget. Thread-safe. */
    public final class Share implements ResponseRoom {
        private final Collection<String> callers;
        private long heldHere;
        private long reserved;
        private boolean isReleased;

        private Share(Collection<String> callers) {
            this.callers = List.copyOf(callers);
        }

        @Override
        public Share another() {
            return share(callers);
        }

        /** Whether other requests of one of its callers hold the caller's part. */
        @Override
        public boolean isFull() {
            synchronized (MemoryBudget.this) {
                for (String who : callers) {
                    if (heldBy.getOrDefault(who, 0L) - heldHere >= partOfCaller) {
                        return true;
                    }
                }
                return false;
            }
        }

        /** Holds more bytes; false, and nothing is changed, if they are not left. */
        public boolean grow(long bytes) {
            synchronized (MemoryBudget.this) {
                if (bytes > 0 && (held + bytes > limit || isFull())) {
                    return false;
                }
                add(bytes);
            }
            return true;
        }

        @Override
        public CompletionStage<Void> await(long bytes, Duration patience) {
            return queue(bytes)
                    .room
                    .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                    .exceptionallyCompose(late -> {
                        // The requests behind it may need less.
                        admitWaiting();
                        return CompletableFuture.failedStage(full("responses"));
                    });
        }

        /** Reserves bytes once they are left. After {@code patience} it takes them even beyond the limit, unless its own caller holds its part. */
        public CompletionStage<Void> insist(long bytes, Duration patience) {
            Waiting me = queue(bytes);
            if (!me.room.isDone()) {
                var unused = new CompletableFuture<Void>()
                        .completeOnTimeout(null, patience.toMillis(), TimeUnit.MILLISECONDS)
                        .thenRun(() -> force(me));
            }
            return me.room;
        }

        private void force(Waiting me) {
            synchronized (MemoryBudget.this) {
                me.isForced = true;
            }
            admitWaiting();
        }

        private Waiting queue(long bytes) {
            Waiting me = new Waiting(this, Math.min(bytes, limit / WAITING_PART));
            synchronized (MemoryBudget.this) {
                waiting.add(me);
                isAnyWaiting = true;
            }
            admitWaiting();
            return me;
        }

        /** Holds bytes even beyond the limit, because they are in memory already. */
        @Override
        public void hold(long bytes) {
            synchronized (MemoryBudget.this) {
                add(bytes);
            }
        }

        /** Holds exactly so many bytes, and none that are only reserved; false, and nothing is changed, if the additional ones are not left. */
        public boolean become(long bytes) {
            synchronized (MemoryBudget.this) {
                long before = reserved;
                reserve(-before);
                if (!grow(bytes - heldHere)) {
                    reserve(before);
                    return false;
                }
            }
            admitWaiting();
            return true;
        }

        /** Releases some bytes. */
        public void give(long bytes) {
            hold(-bytes);
            admitWaiting();
        }

        /** Cancels a reservation. */
        private void cancelReservation(long bytes) {
            synchronized (MemoryBudget.this) {
                reserve(-bytes);
            }
            admitWaiting();
        }

        /** Releases everything, for good: a reservation that waits fails. */
        @Override
        public void release() {
            synchronized (MemoryBudget.this) {
                add(-heldHere);
                reserve(-reserved);
                isReleased = true;
            }
            admitWaiting();
        }

        private void reserve(long bytes) {
            if (!isReleased) {
                held += bytes;
                reserved += bytes;
            }
        }

        private void add(long bytes) {
            if (isReleased || bytes == 0) {
                return;
            }
            held += bytes;
            heldHere += bytes;
            for (String who : callers) {
                heldBy.merge(who, bytes, (before, more) -> before + more == 0 ? null : before + more);
            }
        }
    }

    /** The error if no bytes are left. */
    public static GrapeException full(String what) {
        return new GrapeException(
                ErrorCode.OVERLOADED, "this broker has no memory left for " + what + ", retry in a moment");
    }
}
