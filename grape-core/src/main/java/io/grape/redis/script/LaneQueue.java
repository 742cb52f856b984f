package io.grape.redis.script;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/** The calls that wait in a lane, in the order they came. */
final class LaneQueue<C, R> {
    private final BatchLane<C, R> lane;
    private final Deque<BatchedCall<C, R>> calls = new ArrayDeque<>();
    private int jobs;
    /** None is late before, of {@link System#nanoTime()}. */
    private long lateAt;

    LaneQueue(BatchLane<C, R> lane) {
        this.lane = lane;
    }

    /** A run to make. */
    record Run<C, R>(BatchLane<C, R> lane, List<BatchedCall<C, R>> calls) {}

    BatchLane<C, R> lane() {
        return lane;
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    /** When the oldest call came. */
    long oldest() {
        return calls.getFirst().deadline.start();
    }

    void add(BatchedCall<C, R> call) {
        keep(call);
        jobs += lane.jobs(call.call);
    }

    private void keep(BatchedCall<C, R> call) {
        lateAt = calls.isEmpty() || call.lateAt - lateAt < 0 ? call.lateAt : lateAt;
        calls.add(call);
    }

    int size() {
        return calls.size();
    }

    int jobs() {
        return jobs;
    }

    /** True if one of them may be late, or has waited for so long. */
    boolean mayBeOverdue(long nanos, long now) {
        return !calls.isEmpty() && (now - lateAt >= 0 || now - oldest() > nanos);
    }

    private List<BatchedCall<C, R>> removed(List<BatchedCall<C, R>> gone) {
        gone.forEach(call -> jobs -= lane.jobs(call.call));
        return gone;
    }

    /** The first ones that fit into a run, at least one. */
    Run<C, R> takeOldest() {
        Predicate<C> fits = lane.batchLimiter();
        List<BatchedCall<C, R>> taken = new ArrayList<>();
        for (BatchedCall<C, R> next = calls.peek();
                next != null && (fits.test(next.call) || taken.isEmpty());
                next = calls.peek()) {
            taken.add(calls.remove());
        }
        return new Run<>(lane, removed(taken));
    }

    /**
     * The last ones that fit into a run, at least one, in the order they came. What a caller has begun goes before. No call
     * overtakes an earlier one of its connection.
     */
    Run<C, R> takeNewest() {
        List<BatchedCall<C, R>> all = List.copyOf(calls);
        Map<Object, Deque<Integer>> inOrder = new HashMap<>();
        for (int at = 0; at < all.size(); at++) {
            inOrder.computeIfAbsent(all.get(at).submission.order(), first -> new ArrayDeque<>())
                    .add(at);
        }
        Predicate<C> fits = lane.batchLimiter();
        BitSet chosen = new BitSet();
        List<Integer> wanted = new ArrayList<>();
        for (int at = 0; at < all.size(); at++) {
            if (all.get(at).submission.hasLeft()) {
                wanted.add(at);
            }
        }
        for (int at = all.size() - 1; at >= 0; at--) {
            if (!all.get(at).submission.hasLeft()) {
                wanted.add(at);
            }
        }
        for (int at : wanted) {
            int next = Objects.requireNonNull(inOrder.get(all.get(at).submission.order()))
                    .remove();
            if (!fits.test(all.get(next).call) && !chosen.isEmpty()) {
                break;
            }
            chosen.set(next);
        }
        List<BatchedCall<C, R>> taken = new ArrayList<>();
        calls.clear();
        for (int at = 0; at < all.size(); at++) {
            if (chosen.get(at)) {
                taken.add(all.get(at));
            } else {
                keep(all.get(at));
            }
        }
        return new Run<>(lane, removed(taken));
    }

    /** Those of which this is true; they wait no more. */
    List<BatchedCall<C, R>> removeIf(Predicate<BatchedCall<C, R>> condition) {
        List<BatchedCall<C, R>> all = List.copyOf(calls);
        List<BatchedCall<C, R>> gone = new ArrayList<>(0);
        calls.clear();
        for (BatchedCall<C, R> call : all) {
            if (condition.test(call)) {
                gone.add(call);
            } else {
                keep(call);
            }
        }
        return removed(gone);
    }
}
