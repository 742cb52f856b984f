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
    private List<BatchedCall<C, R>> calls = new ArrayList<>();
    private int jobs;

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
        return calls.get(0).deadline.start();
    }

    void add(BatchedCall<C, R> call) {
        calls.add(call);
        jobs += lane.jobs(call.call);
    }

    int jobs() {
        return jobs;
    }

    private List<BatchedCall<C, R>> removed(List<BatchedCall<C, R>> gone) {
        gone.forEach(call -> jobs -= lane.jobs(call.call));
        return gone;
    }

    /** The first ones that fit into a run, at least one. */
    Run<C, R> takeOldest() {
        Predicate<C> fits = lane.gatherer();
        int count = 0;
        while (count < calls.size() && (fits.test(calls.get(count).call) || count == 0)) {
            count++;
        }
        List<BatchedCall<C, R>> taken = calls;
        calls = new ArrayList<>(taken.subList(count, taken.size()));
        return new Run<>(lane, removed(count == taken.size() ? taken : taken.subList(0, count)));
    }

    /**
     * The last ones that fit into a run, at least one, in the order they came. What a caller has begun goes before. No call
     * overtakes an earlier one of its connection.
     */
    Run<C, R> takeNewest() {
        Map<Object, Deque<Integer>> inOrder = new HashMap<>();
        for (int at = 0; at < calls.size(); at++) {
            inOrder.computeIfAbsent(calls.get(at).submission.order(), first -> new ArrayDeque<>())
                    .add(at);
        }
        Predicate<C> fits = lane.gatherer();
        BitSet chosen = new BitSet();
        List<Integer> wanted = new ArrayList<>();
        for (int at = 0; at < calls.size(); at++) {
            if (calls.get(at).submission.hasLeft()) {
                wanted.add(at);
            }
        }
        for (int at = calls.size() - 1; at >= 0; at--) {
            if (!calls.get(at).submission.hasLeft()) {
                wanted.add(at);
            }
        }
        for (int at : wanted) {
            int next = Objects.requireNonNull(
                            inOrder.get(calls.get(at).submission.order()))
                    .remove();
            if (!fits.test(calls.get(next).call) && !chosen.isEmpty()) {
                break;
            }
            chosen.set(next);
        }
        List<BatchedCall<C, R>> taken = new ArrayList<>();
        List<BatchedCall<C, R>> left = new ArrayList<>();
        for (int at = 0; at < calls.size(); at++) {
            (chosen.get(at) ? taken : left).add(calls.get(at));
        }
        calls = left;
        return new Run<>(lane, removed(taken));
    }

    /** Those of which this is true; they wait no more. */
    List<BatchedCall<C, R>> removeIf(Predicate<BatchedCall<C, R>> condition) {
        List<BatchedCall<C, R>> gone = new ArrayList<>(0);
        calls.removeIf(call -> condition.test(call) && gone.add(call));
        return removed(gone);
    }
}
