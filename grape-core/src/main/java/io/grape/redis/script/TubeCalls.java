package io.grape.redis.script;

import io.grape.core.OverloadReason;
import io.grape.core.overload.OverloadOptions;
import io.grape.core.overload.WorkClass;
import io.grape.redis.connection.StoreFailure;
import io.grape.redis.overload.Codel;
import io.grape.redis.overload.NodeQueue;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The calls that wait for a tube, and what is in flight for it. Used by one thread at a time. */
final class TubeCalls {
    private static final int FULL_RUN = BatchSplitter.MAX_JOBS;
    private static final int MAX_GROUPS = 3;

    private NodeQueue node;
    private final OverloadOptions options;
    private final Map<BatchLane<?, ?>, LaneQueue<?, ?>> lanes = new LinkedHashMap<>();
    /** Of the work that waited for longer than the target. */
    private final Map<WorkClass, Codel> delays = new EnumMap<>(WorkClass.class);

    private int groups;
    private boolean isOpening;

    TubeCalls(NodeQueue node, OverloadOptions options) {
        this.node = node;
        this.options = options;
    }

    /** Its slot is on another node now: what waits here waits for that one. */
    void moveTo(NodeQueue other) {
        if (other != node) {
            int calls = lanes.values().stream().mapToInt(LaneQueue::size).sum();
            node.addWaiting(-calls);
            other.addWaiting(calls);
            node = other;
        }
    }

    NodeQueue node() {
        return node;
    }

    /** Why no call of this class may be added; null = it may. */
    @Nullable
    OverloadReason refusal(WorkClass workClass, Submission submission) {
        return submission.hasLeft() ? null : node.refusal(workClass, System.nanoTime());
    }

    @SuppressWarnings("unchecked")
    <C, R> void add(BatchLane<C, R> lane, List<BatchedCall<C, R>> calls) {
        LaneQueue<C, R> queue = (LaneQueue<C, R>) lanes.computeIfAbsent(lane, first -> new LaneQueue<>(lane));
        calls.forEach(queue::add);
        node.addWaiting(calls.size());
    }

    /** True if the next group may go; the caller must then send it. */
    boolean opens() {
        boolean room = groups == 0 || (groups < MAX_GROUPS && jobs() >= FULL_RUN);
        boolean opens = room && !isOpening && !lanes.isEmpty();
        isOpening |= opens;
        return opens;
    }

    private int jobs() {
        int sum = 0;
        for (LaneQueue<?, ?> queue : lanes.values()) {
            sum += queue.jobs();
        }
        return sum;
    }

    boolean isOpening() {
        return isOpening;
    }

    void opened() {
        isOpening = false;
    }

    void groupIsBack() {
        groups--;
    }

    boolean isIdle() {
        return groups == 0 && lanes.isEmpty() && !isOpening;
    }

    /** True if what is added waits for a run to come back. */
    boolean isBusy() {
        return groups > 0;
    }

    boolean isWaiting() {
        return !lanes.isEmpty();
    }

    /** Whether it has work that goes before that of other tubes. */
    boolean hasFirst() {
        return lanes.keySet().stream().anyMatch(lane -> lane.workClass().isFirst());
    }

    /** One run of each lane, which leave together. */
    List<LaneQueue.Run<?, ?>> take() {
        long now = System.nanoTime();
        List<LaneQueue.Run<?, ?>> group = new ArrayList<>(lanes.size());
        for (LaneQueue<?, ?> queue : lanes.values()) {
            WorkClass workClass = queue.lane().workClass();
            sent(workClass, queue.oldest(), now);
            LaneQueue.Run<?, ?> run = isOverloaded(queue, now) ? queue.takeNewest() : queue.takeOldest();
            run.calls().forEach(call -> call.submission.leaves());
            node.addWaiting(-run.calls().size());
            group.add(run);
        }
        dropEmpty();
        groups += group.isEmpty() ? 0 : 1;
        return group;
    }

    private void sent(WorkClass workClass, long arrived, long now) {
        node.sent(workClass, arrived);
        if (now - arrived > options.target().toNanos()) {
            delays.computeIfAbsent(workClass, first -> new Codel(options, now));
        }
        Codel delay = delays.get(workClass);
        if (delay != null) {
            delay.record(now - arrived, now);
        }
    }

    /** If a call has waited for a whole interval, the queue stands, though nothing left it that could tell. */
    private boolean isOverloaded(LaneQueue<?, ?> queue, long now) {
        WorkClass workClass = queue.lane().workClass();
        if (workClass.isFirst()) {
            return false;
        }
        Codel delay = delays.get(workClass);
        return node.isOverloaded(workClass, now)
                || (delay != null && delay.isStanding(now))
                || now - queue.oldest() > options.interval().toNanos();
    }

    /** The work that would be shed if it waited for too long. */
    Set<WorkClass> overloaded() {
        long now = System.nanoTime();
        return lanes.values().stream()
                .filter(queue -> isOverloaded(queue, now))
                .map(queue -> queue.lane().workClass())
                .collect(Collectors.toSet());
    }

    private void dropEmpty() {
        lanes.values().removeIf(LaneQueue::isEmpty);
    }

    /** Removes what waited for too long. Returns what tells its callers. */
    List<Runnable> removeOverdue() {
        long now = System.nanoTime();
        List<Runnable> failures = new ArrayList<>(0);
        lanes.values().forEach(queue -> removeOverdue(queue, now, failures));
        node.addWaiting(-failures.size());
        dropEmpty();
        return failures;
    }

    private void removeOverdue(LaneQueue<?, ?> queue, long now, List<Runnable> failures) {
        long maxDelay = options.maxDelay().toNanos();
        if (!queue.mayBeOverdue(maxDelay, now)) {
            return;
        }
        boolean sheds = node.shedsDelayed() && isOverloaded(queue, now);
        WorkClass workClass = queue.lane().workClass();
        queue.removeIf(call -> call.isLate(now)
                        || (sheds && call.canBeShed(workClass) && now - call.deadline.start() > maxDelay))
                .forEach(call -> failures.add(
                        () -> fail(call, workClass, node.delayReason(now), StoreFailure.of(new TimeoutException()))));
    }

    /** Removes all calls of a lane, as a run of it has failed so. Returns what tells their callers. */
    List<Runnable> removeAll(BatchLane<?, ?> lane, Throwable failure) {
        LaneQueue<?, ?> queue = lanes.remove(lane);
        if (queue == null) {
            return List.of();
        }
        List<Runnable> failures = new ArrayList<>();
        queue.removeIf(call -> true)
                .forEach(call -> failures.add(() -> fail(call, lane.workClass(), OverloadReason.NODE, failure)));
        node.addWaiting(-failures.size());
        return failures;
    }

    private void fail(BatchedCall<?, ?> call, WorkClass workClass, OverloadReason why, Throwable otherwise) {
        if (call.canBeShed(workClass)) {
            call.shed(node, workClass, why);
        } else {
            call.completeExceptionally(otherwise);
        }
    }
}
