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
            node.waits(-calls);
            other.waits(calls);
            node = other;
        }
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
        calls.forEach(queue::add);
        node.waits(calls.size());
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
            WorkClass worth = queue.lane().worth();
            left(worth, queue.oldest(), now);
            LaneQueue.Run<?, ?> run = isOverloaded(queue, now) ? queue.takeNewest() : queue.takeOldest();
            run.calls().forEach(call -> call.submission.leaves());
            node.waits(-run.calls().size());
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

    /** If a call has waited for a whole interval, the queue stands, though nothing left it that could tell. */
    private boolean isOverloaded(LaneQueue<?, ?> queue, long now) {
        WorkClass worth = queue.lane().worth();
        if (worth.isFirst()) {
            return false;
        }
        Codel delay = delays.get(worth);
        return node.isOverloaded(worth, now)
                || (delay != null && delay.stands(now))
                || now - queue.oldest() > options.interval().toNanos();
    }

    /** The work that would be shed if it waited for too long. */
    Set<WorkClass> overloaded() {
        long now = System.nanoTime();
        return lanes.values().stream()
                .filter(queue -> isOverloaded(queue, now))
                .map(queue -> queue.lane().worth())
                .collect(Collectors.toSet());
    }

    private void dropEmpty() {
        lanes.values().removeIf(LaneQueue::isEmpty);
    }

    /** Removes what waited for too long. Returns what tells its callers. */
    List<Runnable> removeOverdue() {
        long now = System.nanoTime();
        List<Runnable> told = new ArrayList<>(0);
        lanes.values().forEach(queue -> removeOverdue(queue, now, told));
        node.waits(-told.size());
        dropEmpty();
        return told;
    }

    private void removeOverdue(LaneQueue<?, ?> queue, long now, List<Runnable> told) {
        long most = options.maxDelay().toNanos();
        if (!queue.mayBeOverdue(most, now)) {
            return;
        }
        boolean sheds = node.shedsDelayed() && isOverloaded(queue, now);
        WorkClass worth = queue.lane().worth();
        queue.removeIf(call ->
                        call.isLate(now) || (sheds && call.canBeShed(worth) && now - call.deadline.start() > most))
                .forEach(call ->
                        told.add(() -> tell(call, worth, node.why(now), StoreFailure.of(new TimeoutException()))));
    }

    /** Removes all calls of a lane, as a run of it has failed so. Returns what tells their callers. */
    List<Runnable> removeAll(BatchLane<?, ?> lane, Throwable failure) {
        LaneQueue<?, ?> queue = lanes.remove(lane);
        if (queue == null) {
            return List.of();
        }
        List<Runnable> told = new ArrayList<>();
        queue.removeIf(call -> true)
                .forEach(call -> told.add(() -> tell(call, lane.worth(), OverloadReason.NODE, failure)));
        node.waits(-told.size());
        return told;
    }

    private void tell(BatchedCall<?, ?> call, WorkClass worth, OverloadReason why, Throwable otherwise) {
        if (call.canBeShed(worth)) {
            call.shed(node, worth, why);
        } else {
            call.completeExceptionally(otherwise);
        }
    }
}
