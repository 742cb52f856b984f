package io.grape.redis.script;

import io.grape.core.OverloadReason;
import io.grape.core.overload.OverloadOptions;
import io.grape.core.overload.WorkClass;
import io.grape.redis.overload.Codel;
import io.grape.redis.overload.NodeQueue;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calls that wait for a tube, and what is in flight for it. Used by one thread at a time. */
final class TubeCalls {
    private static final int FULL_RUN = BatchSplitter.MAX_JOBS;
    private static final int MAX_GROUPS = 3;

    private final NodeQueue node;
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

    NodeQueue node() {
        return node;
    }

    /** Why nothing of this worth may be added, null = it may. */
    @Nullable
    OverloadReason refusal(WorkClass worth, Submission submission) {
        return submission.hasLeft() ? null : node.refusal(worth, System.nanoTime());
    }

    @SuppressWarnings("unchecked")
    <C, R> void add(BatchLane<C, R> lane, List<BatchedCall<C, R>> calls) {
        LaneQueue<C, R> queue = (LaneQueue<C, R>) lanes.computeIfAbsent(lane, first -> new LaneQueue<>(lane));
        int before = queue.jobs();
        calls.forEach(queue::add);
        node.waits(queue.jobs() - before);
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
        return lanes.keySet().stream().anyMatch(lane -> lane.worth().isFirst());
    }

    /** One run of each lane, which leave together. */
    List<LaneQueue.Run<?, ?>> take() {
        long now = System.nanoTime();
        List<LaneQueue.Run<?, ?>> group = new ArrayList<>(lanes.size());
        for (LaneQueue<?, ?> queue : lanes.values()) {
            int before = queue.jobs();
            WorkClass worth = queue.lane().worth();
            LaneQueue.Run<?, ?> run = isOverloaded(worth, now) ? queue.takeNewest() : queue.takeOldest();
            node.waits(queue.jobs() - before);
            left(worth, run.calls().get(0).deadline.start(), now);
            group.add(run);
        }
        dropEmpty();
        groups += group.isEmpty() ? 0 : 1;
        return group;
    }

    private void left(WorkClass worth, long came, long now) {
        node.left(worth, came);
        if (now - came > options.target().toNanos()) {
            delays.computeIfAbsent(worth, first -> new Codel(options, now));
        }
        Codel delay = delays.get(worth);
        if (delay != null) {
            delay.left(now - came, now);
        }
    }

    private boolean isOverloaded(WorkClass worth, long now) {
        Codel delay = delays.get(worth);
        return !worth.isFirst() && (node.isOverloaded(worth, now) || (delay != null && delay.stands(now)));
    }

    private void dropEmpty() {
        lanes.values().removeIf(LaneQueue::isEmpty);
    }

    /** Removes what waited for too long. Returns what tells its callers. */
    List<Runnable> removeOverdue() {
        long now = System.nanoTime();
        List<Runnable> told = new ArrayList<>(0);
        lanes.values().forEach(queue -> removeOverdue(queue, now, told));
        dropEmpty();
        return told;
    }

    private void removeOverdue(LaneQueue<?, ?> queue, long now, List<Runnable> told) {
        int before = queue.jobs();
        queue.removeIf(BatchedCall::isLate).forEach(call -> told.add(call::failLate));
        WorkClass worth = queue.lane().worth();
        if (isOverloaded(worth, now)) {
            long most = options.maxDelay().toNanos();
            queue.removeIf(call -> !call.submission.hasLeft() && now - call.deadline.start() > most)
                    .forEach(call -> told.add(() -> call.completeExceptionally(node.shed(worth, node.why(now)))));
        }
        node.waits(queue.jobs() - before);
    }

    /** Removes all calls of a lane. */
    List<? extends BatchedCall<?, ?>> removeAll(BatchLane<?, ?> lane) {
        LaneQueue<?, ?> queue = lanes.remove(lane);
        if (queue == null) {
            return List.of();
        }
        node.waits(-queue.jobs());
        return queue.removeIf(call -> true);
    }
}
