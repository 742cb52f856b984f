package io.grape.server.memory;

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
 * Bytes that may be held at one time: of bodies that come, or of responses until they are taken. There may be any number of
 * requests; what all of them hold together has a bound.
 *
 * <p>Who wants more than is left is told so at once, or waits in order until others have given back. What is there already, and
 * cannot be undone, is held even beyond the bound: then nobody else gets anything before it is gone.
 *
 * <p>A caller that holds its part gets no more, whatever is left: that is for others, who go past it. What is only asked for is
 * taken of what is left, but counts for no caller: it may come to nothing.
 */
public final class Budget {
    /** Who waits never waits for more than a half. A part is less: what one caller holds leaves room for that. */
    private static final int LARGEST = 2;

    private final long most;
    private final long part;
    private final Set<Waiting> waiting = new LinkedHashSet<>();
    private final Map<String, Long> heldBy = new HashMap<>();
    private long held;
    private volatile boolean isAnyWaiting;

    /**
     * Of so many bytes.
     *
     * @param part how many of them one caller may hold before it gets no more
     */
    public Budget(long most, long part) {
        this.most = most;
        this.part = part;
    }

    /** Of so many bytes, all of which one caller may hold. */
    public Budget(long most) {
        this(most, most);
    }

    private static final class Waiting {
        private final Share of;
        private final long bytes;
        private final CompletableFuture<Void> room = new CompletableFuture<>();
        private boolean insists;

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
     * What one request has of it, nothing yet.
     *
     * @param callers those that count what it holds as theirs: its address, and its user or token
     */
    public Share share(Collection<String> callers) {
        return new Share(callers);
    }

    /** The same, of nobody in particular. */
    public Share share() {
        return share(List.of());
    }

    /** Lets those in who wait, in order, as far as there is room. What they do then is not done in here. */
    private void letIn() {
        if (!isAnyWaiting) {
            return;
        }
        List<Waiting> in = new ArrayList<>();
        List<Waiting> gone = new ArrayList<>();
        synchronized (this) {
            // Nobody goes past one that waits for others; who comes behind one that waits for its own caller does.
            boolean isTurnTaken = false;
            for (Iterator<Waiting> next = waiting.iterator(); next.hasNext(); ) {
                Waiting one = next.next();
                boolean isFull = one.of.isFull();
                boolean fits = one.insists || (!isTurnTaken && held + one.bytes <= most);
                if (one.room.isDone()) {
                    next.remove();
                } else if (one.of.over) {
                    next.remove();
                    gone.add(one);
                } else if (fits && !isFull) {
                    one.of.ask(one.bytes);
                    next.remove();
                    in.add(one);
                } else {
                    isTurnTaken |= !isFull;
                }
            }
            isAnyWaiting = !waiting.isEmpty();
        }
        gone.forEach(one -> one.room.completeExceptionally(full("responses")));
        in.stream().filter(one -> !one.room.complete(null)).forEach(late -> late.of.takeBack(late.bytes));
    }

    /** What one request has of the budget. May be used from anywhere. */
    public final class Share implements ResponseRoom {
        private final Collection<String> callers;
        private long mine;
        private long asked;
        private boolean over;

        private Share(Collection<String> callers) {
            this.callers = List.copyOf(callers);
        }

        @Override
        public Share another() {
            return share(callers);
        }

        /** True when other requests of a caller hold its part. */
        @Override
        public boolean isFull() {
            synchronized (Budget.this) {
                for (String who : callers) {
                    if (heldBy.getOrDefault(who, 0L) - mine >= part) {
                        return true;
                    }
                }
                return false;
            }
        }

        /** False, and nothing taken, when so many are not left. */
        public boolean grow(long bytes) {
            synchronized (Budget.this) {
                if (bytes > 0 && (held + bytes > most || isFull())) {
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
                        // Whoever waited behind may need less.
                        letIn();
                        return CompletableFuture.failedStage(full("responses"));
                    });
        }

        /** Takes so many once they are left, and after that long even beyond the bound, unless it is its own caller who holds too much. */
        public CompletionStage<Void> insist(long bytes, Duration patience) {
            Waiting me = queue(bytes);
            if (!me.room.isDone()) {
                var unused = new CompletableFuture<Void>()
                        .completeOnTimeout(null, patience.toMillis(), TimeUnit.MILLISECONDS)
                        .thenRun(() -> insist(me));
            }
            return me.room;
        }

        private void insist(Waiting me) {
            synchronized (Budget.this) {
                me.insists = true;
            }
            letIn();
        }

        private Waiting queue(long bytes) {
            Waiting me = new Waiting(this, Math.min(bytes, most / LARGEST));
            synchronized (Budget.this) {
                waiting.add(me);
                isAnyWaiting = true;
            }
            letIn();
            return me;
        }

        /** Takes so many, whether they are left or not: they are there. */
        @Override
        public void hold(long bytes) {
            synchronized (Budget.this) {
                add(bytes);
            }
        }

        /** Holds so many from now on, and asks for none; when they are more than it had, and those are not left, false and nothing is changed. */
        public boolean become(long bytes) {
            synchronized (Budget.this) {
                long before = asked;
                ask(-before);
                if (!grow(bytes - mine)) {
                    ask(before);
                    return false;
                }
            }
            letIn();
            return true;
        }

        /** Gives some back. */
        public void give(long bytes) {
            hold(-bytes);
            letIn();
        }

        /** It was asked for in vain. */
        private void takeBack(long bytes) {
            synchronized (Budget.this) {
                ask(-bytes);
            }
            letIn();
        }

        /** Gives everything back, and takes nothing any more: what it waits for fails. */
        @Override
        public void release() {
            synchronized (Budget.this) {
                add(-mine);
                ask(-asked);
                over = true;
            }
            letIn();
        }

        private void ask(long bytes) {
            if (!over) {
                held += bytes;
                asked += bytes;
            }
        }

        private void add(long bytes) {
            if (over || bytes == 0) {
                return;
            }
            held += bytes;
            mine += bytes;
            for (String who : callers) {
                heldBy.merge(who, bytes, (before, more) -> before + more == 0 ? null : before + more);
            }
        }
    }

    /** Says that there is no room. */
    public static GrapeException full(String what) {
        return new GrapeException(
                ErrorCode.OVERLOADED, "this broker has no memory left for " + what + ", retry in a moment");
    }
}
