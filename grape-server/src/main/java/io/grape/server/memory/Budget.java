package io.grape.server.memory;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that may be held at one time: of bodies that come, or of answers until they are taken. There may be any number of
 * requests; what all of them hold together has a bound.
 *
 * <p>Who wants more than is left is told so at once, or waits in order until others have given back. What is there already, and
 * cannot be undone, is held even beyond the bound: then nobody else gets anything before it is gone.
 */
public final class Budget {
    private final long most;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private long held;

    /** Of so many bytes. */
    public Budget(long most) {
        this.most = most;
    }

    private record Waiting(Share of, long bytes, CompletableFuture<Void> room) {}

    /** How many bytes are held now. */
    public synchronized long held() {
        return held;
    }

    /** What one request has of it, nothing yet. */
    public Share share() {
        return new Share();
    }

    /** Lets those in who wait, in order, as far as there is room. What they do then is not done in here. */
    private void letIn() {
        List<Waiting> in = new ArrayList<>();
        synchronized (this) {
            if (waiting.isEmpty()) {
                return;
            }
            waiting.removeIf(one -> one.room.isDone());
            for (Iterator<Waiting> next = waiting.iterator(); next.hasNext(); ) {
                Waiting first = next.next();
                if (held + first.bytes > most) {
                    break;
                }
                first.of.add(first.bytes);
                next.remove();
                in.add(first);
            }
        }
        in.stream().filter(one -> !one.room.complete(null)).forEach(late -> late.of.give(late.bytes));
    }

    /** What one request has of the budget. May be used from anywhere. */
    public final class Share {
        private long mine;
        private boolean over;

        /** False, and nothing taken, when so many are not left. */
        public boolean grow(long bytes) {
            synchronized (Budget.this) {
                if (bytes > 0 && held + bytes > most) {
                    return false;
                }
                add(bytes);
            }
            return true;
        }

        /**
         * Takes so many, or all there are, once they are left and it is this one's turn. Fails with OVERLOADED.
         *
         * @param patience null = it waits for as long as it takes
         */
        public CompletionStage<Void> await(long bytes, @Nullable Duration patience) {
            Waiting me = new Waiting(this, Math.min(bytes, most), new CompletableFuture<>());
            synchronized (Budget.this) {
                if (waiting.isEmpty() && held + me.bytes <= most) {
                    add(me.bytes);
                    return CompletableFuture.completedStage(null);
                }
                waiting.add(me);
            }
            return patience == null
                    ? me.room
                    : me.room
                            .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                            .exceptionallyCompose(late -> {
                                // Whoever waited behind may need less.
                                letIn();
                                return CompletableFuture.failedStage(full("answers"));
                            });
        }

        /** Takes so many, whether they are left or not: they are there. */
        public void hold(long bytes) {
            synchronized (Budget.this) {
                add(bytes);
            }
        }

        /** Has so many from now on; when they are more than it had, and those are not left, false and nothing is changed. */
        public boolean become(long bytes) {
            boolean grown;
            synchronized (Budget.this) {
                grown = grow(bytes - mine);
            }
            letIn();
            return grown;
        }

        /** Gives some back. */
        public void give(long bytes) {
            hold(-bytes);
            letIn();
        }

        /** Gives everything back, and takes nothing any more. */
        public void release() {
            synchronized (Budget.this) {
                add(-mine);
                over = true;
            }
            letIn();
        }

        private void add(long bytes) {
            if (!over) {
                held += bytes;
                mine += bytes;
            }
        }
    }

    /** Says that there is no room. */
    public static GrapeException full(String what) {
        return new GrapeException(
                ErrorCode.OVERLOADED, "this broker has its hands full of " + what + ", try again in a moment");
    }
}
