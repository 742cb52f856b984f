package io.grape.redis.script;

import io.grape.core.CallContext;
import io.grape.core.Deadline;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.OverloadReason;
import io.grape.core.TubeName;
import io.grape.core.overload.WorkClass;
import io.grape.redis.connection.StoreFailure;
import io.grape.redis.overload.NodeQueue;
import io.grape.redis.overload.NodeQueues;
import io.grape.redis.overload.Sweeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Batches calls into script runs. If no run of a tube is in flight, a call goes at once, with those of the same turn of
 * an event loop. Calls that come meanwhile wait, and go together, lane by lane, in their order. The runs of a tube
 * leave in one write, wake Redis once, and come back in one read. So calls do not wait at low load, and the cost of
 * each call falls as the load rises. If the waiting jobs fill a run, waiting longer would gain nothing. They go while
 * others are in flight, so Redis and the broker both have work.
 *
 * <p>The runs of all tubes of a node share the places of its {@link NodeQueue}. Under overload a run takes the latest calls,
 * and calls that waited for too long are shed: those were not done.
 *
 * <p>A run that fails fails all its calls. The exception is a run that failed over a single job ({@link
 * ErrorCode#INTERNAL}). Scripts check before they write, so nothing was done, and its calls run one by one. If Redis
 * cannot be reached, the calls that wait in the lane are shed. They are not if the run had little time because its
 * calls had waited. If only the slot moves to another node, nothing was done. The run's calls that still have time are
 * sent again, with those that wait.
 *
 * <p>The deadline of a call begins when the call arrives. A run ends by the deadline of its oldest call. A call whose
 * deadline passes while it waits fails there: it was not done.
 */
public final class CallBatcher {
    private final Executor endOfTurn;
    private final Duration timeout;
    private final Function<TubeName, String> nodeOf;
    private final NodeQueues nodes;
    private final ConcurrentHashMap<TubeName, TubeCalls> tubes = new ConcurrentHashMap<>();
    private final Sweeper sweeper = new Sweeper(this::sweep);

    /**
     * An empty batcher.
     *
     * @param endOfTurn runs a task after the calls of the current turn
     * @param timeout the time limit of a call, including its wait here
     * @param nodeOf the node of Redis that has a tube now
     */
    CallBatcher(Executor endOfTurn, Duration timeout, Function<TubeName, String> nodeOf, NodeQueues nodes) {
        this.endOfTurn = endOfTurn;
        this.timeout = timeout;
        this.nodeOf = nodeOf;
        this.nodes = nodes;
    }

    public <C, R> CompletionStage<R> submit(BatchLane<C, R> lane, C call, CallContext context) {
        return submitAll(lane, List.of(call), new Submission(context)).get(0);
    }

    /** Submits several calls, which go together if they fit into a run. */
    public <C, R> List<CompletableFuture<R>> submitAll(BatchLane<C, R> lane, List<C> calls, Submission submission) {
        if (calls.isEmpty()) {
            return List.of();
        }
        Deadline deadline = Deadline.in(timeout);
        List<BatchedCall<C, R>> mine = new ArrayList<>(calls.size());
        calls.forEach(call -> mine.add(new BatchedCall<>(call, deadline, submission)));
        List<Runnable> then = new ArrayList<>(1);
        change(lane.tube(), tube -> {
            OverloadReason refusal = tube.refusal(lane.workClass(), submission);
            if (refusal != null) {
                then.add(() -> fail(mine, tube.node().shed(lane.workClass(), refusal)));
                return;
            }
            tube.add(lane, mine);
            if (tube.isOpening() && lane.workClass().isFirst()) {
                then.add(() -> tube.node().raise(lane.tube()));
            }
            if (tube.isBusy()) {
                then.add(sweeper::wake);
            }
        });
        then.forEach(Runnable::run);
        return List.copyOf(mine);
    }

    private void change(TubeName tube, Consumer<TubeCalls> change) {
        boolean[] opens = {false};
        tubes.compute(tube, (same, known) -> {
            TubeCalls calls = known == null ? new TubeCalls(nodes.of(nodeOf.apply(tube)), nodes.options()) : known;
            change.accept(calls);
            opens[0] = calls.opens();
            return calls.isIdle() ? null : calls;
        });
        if (opens[0]) {
            endOfTurn.execute(() -> enter(tube));
        }
    }

    private void enter(TubeName tube) {
        List<Runnable> then = new ArrayList<>(1);
        change(tube, calls -> {
            calls.moveTo(nodes.of(nodeOf.apply(tube)));
            boolean isFirst = calls.hasFirst();
            then.add(() -> calls.node().enter(tube, isFirst, release -> open(tube, release)));
        });
        then.forEach(Runnable::run);
        if (!then.isEmpty()) {
            lookAgain(tube);
        }
    }

    /** What came between the look at a tube and its ticket. */
    private void lookAgain(TubeName tube) {
        List<Runnable> then = new ArrayList<>(2);
        tubes.computeIfPresent(tube, (same, calls) -> {
            if (calls.isOpening()) {
                then.add(sweeper::wake);
                if (calls.hasFirst()) {
                    then.add(() -> calls.node().raise(tube));
                }
            }
            return calls;
        });
        then.forEach(Runnable::run);
    }

    /** Sends one run of each lane; no other group of the tube goes before they are sent. */
    private void open(TubeName tube, Runnable release) {
        List<LaneQueue.Run<?, ?>> group = new ArrayList<>();
        List<Runnable> then = new ArrayList<>(0);
        change(tube, calls -> {
            then.addAll(calls.removeOverdue());
            group.addAll(calls.take());
        });
        CompletableFuture<?>[] runs = group.stream().map(this::go).toArray(CompletableFuture<?>[]::new);
        change(tube, calls -> {
            calls.opened();
            if (calls.isWaiting()) {
                then.add(sweeper::wake);
            }
        });
        then.forEach(Runnable::run);
        if (group.isEmpty()) {
            release.run();
            return;
        }
        var unused = CompletableFuture.allOf(runs).whenComplete((done, failure) -> {
            change(tube, TubeCalls::groupIsBack);
            release.run();
        });
    }

    /** Completes the calls of a run. The stage ends when it is back. */
    private <C, R> CompletableFuture<Void> go(LaneQueue.Run<C, R> run) {
        CompletableFuture<Void> back = new CompletableFuture<>();
        List<BatchedCall<C, R>> calls = run.calls();
        Deadline oldest = calls.get(0).deadline;
        boolean hasMostOfItsTime = oldest.elapsed().compareTo(oldest.left()) < 0;
        List<C> asked = new ArrayList<>(calls.size());
        calls.forEach(call -> {
            asked.add(call.call);
            call.awaitInTime();
        });
        NodeQueue.start(() -> run.lane().run(asked, oldest)).whenComplete((results, failure) -> {
            if (failure == null) {
                back.complete(null);
                for (int i = 0; i < calls.size(); i++) {
                    calls.get(i).complete(results.get(i));
                }
            } else if (calls.size() > 1 && isInternal(failure)) {
                for (BatchedCall<C, R> call : calls) {
                    var unused = go(new LaneQueue.Run<>(run.lane(), List.of(call)));
                }
                back.complete(null);
            } else if (StoreFailure.isOfMove(failure)) {
                goAgain(run, failure).thenAccept(back::complete);
            } else {
                boolean isAway = hasMostOfItsTime && StoreFailure.isOfOutage(failure);
                List<Runnable> told = isAway ? removeAll(run.lane(), failure) : List.of();
                back.complete(null);
                fail(calls, failure);
                told.forEach(Runnable::run);
            }
        });
        return back;
    }

    /** Ends when those that have time are back. */
    private <C, R> CompletionStage<Void> goAgain(LaneQueue.Run<C, R> run, Throwable failure) {
        List<BatchedCall<C, R>> calls = run.calls();
        int late = 0;
        while (late < calls.size() && !CallRetry.hasTime(calls.get(late).deadline)) {
            late++;
        }
        CompletionStage<Void> back = late == calls.size()
                ? CompletableFuture.completedStage(null)
                : go(new LaneQueue.Run<>(run.lane(), calls.subList(late, calls.size())));
        fail(calls.subList(0, late), failure);
        return back;
    }

    private boolean sweep() {
        boolean[] isWaiting = {false};
        for (TubeName tube : tubes.keySet()) {
            List<Runnable> then = new ArrayList<>(0);
            change(tube, calls -> {
                then.addAll(calls.removeOverdue());
                isWaiting[0] |= calls.isWaiting();
            });
            then.forEach(Runnable::run);
        }
        return isWaiting[0];
    }

    /** The work of some tube that is shed if it waited for too long. */
    Set<WorkClass> overloaded() {
        Set<WorkClass> found = EnumSet.noneOf(WorkClass.class);
        tubes.keySet().forEach(tube -> change(tube, calls -> found.addAll(calls.overloaded())));
        return found;
    }

    /** Removes the calls that wait in a lane. Returns what tells their callers. */
    private List<Runnable> removeAll(BatchLane<?, ?> lane, Throwable failure) {
        List<Runnable> told = new ArrayList<>();
        change(lane.tube(), calls -> told.addAll(calls.removeAll(lane, failure)));
        return told;
    }

    private static void fail(List<? extends BatchedCall<?, ?>> calls, Throwable failure) {
        calls.forEach(call -> call.completeExceptionally(failure));
    }

    private static boolean isInternal(Throwable failure) {
        return StoreFailure.unwrapped(failure) instanceof GrapeException ours && ours.code() == ErrorCode.INTERNAL;
    }
}
