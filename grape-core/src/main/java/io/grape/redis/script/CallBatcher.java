package io.grape.redis.script;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.redis.connection.Deadline;
import io.grape.redis.connection.StoreFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Batches calls into script runs. If no run of a tube is in flight, a call goes at once, with those of the same turn of
 * an event loop. Calls that come meanwhile wait, and go together, lane by lane, in their order. The runs of a tube
 * leave in one write, wake Redis once, and come back in one read. So calls do not wait at low load, and the cost of
 * each call falls as the load rises. If the waiting jobs fill a run, waiting longer would gain nothing. They go while
 * others are in flight, so Redis and the broker both have work.
 *
 * <p>A run that fails fails all its calls. The exception is a run that failed over a single job ({@link
 * ErrorCode#INTERNAL}). Scripts check before they write, so nothing was done, and its calls run one by one. If Redis
 * cannot be reached, the calls that wait in the lane fail, too. They do not fail if the run had little time because its
 * calls had waited. If only the slot moves to another node, nothing was done. The run's calls that still have time are
 * sent again, with those that wait.
 *
 * <p>The deadline of a call begins when the call arrives. A run ends by the deadline of its oldest call. A call whose
 * deadline passes while it waits fails there.
 */
public final class CallBatcher {
    private static final int FULL_RUN = BatchSplitter.MAX_JOBS;
    private static final int MAX_GROUPS = 3;

    private final Executor endOfTurn;
    private final Duration timeout;
    private final ConcurrentHashMap<TubeName, Waiting> tubes = new ConcurrentHashMap<>();
    /** The time of the next check for calls that waited too long. */
    private final AtomicReference<@Nullable Deadline> check = new AtomicReference<>();

    /**
     * An empty batcher.
     *
     * @param endOfTurn runs a task after the calls of the current turn
     * @param timeout the time limit of a call, including its wait here
     */
    CallBatcher(Executor endOfTurn, Duration timeout) {
        this.endOfTurn = endOfTurn;
        this.timeout = timeout;
    }

    /** A call, and the receiver of its result. */
    private static final class Call<C, R> extends CompletableFuture<R> {
        final C call;
        final Deadline deadline;

        Call(C call, Deadline deadline) {
            this.call = call;
            this.deadline = deadline;
        }
    }

    /** A run to make. */
    private record Run<C, R>(BatchLane<C, R> lane, List<Call<C, R>> calls) {}

    /** The calls that wait in a lane, in order. */
    private static final class Queue<C, R> {
        final BatchLane<C, R> lane;
        List<Call<C, R>> calls = new ArrayList<>();
        int jobs;

        Queue(BatchLane<C, R> lane) {
            this.lane = lane;
        }

        void add(Call<C, R> call) {
            calls.add(call);
            jobs += lane.jobs(call.call);
        }

        Run<C, R> take() {
            Predicate<C> fits = lane.gatherer();
            int count = 0;
            while (count < calls.size() && (fits.test(calls.get(count).call) || count == 0)) {
                count++;
            }
            return new Run<>(lane, removeFirst(count));
        }

        List<Call<C, R>> takeLate() {
            int count = 0;
            while (count < calls.size() && calls.get(count).deadline.isOver()) {
                count++;
            }
            return removeFirst(count);
        }

        private List<Call<C, R>> removeFirst(int count) {
            List<Call<C, R>> all = calls;
            calls = new ArrayList<>(all.subList(count, all.size()));
            jobs = 0;
            calls.forEach(call -> jobs += lane.jobs(call.call));
            return count == all.size() ? all : all.subList(0, count);
        }
    }

    /** What waits for a tube, and what is in flight for it. Guarded by the map. */
    private static final class Waiting {
        final Map<BatchLane<?, ?>, Queue<?, ?>> lanes = new LinkedHashMap<>();
        int groups;
        boolean opening;

        @SuppressWarnings("unchecked")
        <C, R> void add(BatchLane<C, R> lane, Call<C, R> call) {
            ((Queue<C, R>) lanes.computeIfAbsent(lane, first -> new Queue<>(lane))).add(call);
        }

        void dropEmpty() {
            lanes.values().removeIf(queue -> queue.calls.isEmpty());
        }

        /** True if the next group may go; the caller must then send it. */
        boolean opens() {
            boolean room = groups == 0 || (groups < MAX_GROUPS && jobs() >= FULL_RUN);
            boolean opens = room && !opening && !lanes.isEmpty();
            opening |= opens;
            return opens;
        }

        private int jobs() {
            int sum = 0;
            for (Queue<?, ?> queue : lanes.values()) {
                sum += queue.jobs;
            }
            return sum;
        }

        boolean isIdle() {
            return groups == 0 && lanes.isEmpty() && !opening;
        }
    }

    public <C, R> CompletionStage<R> submit(BatchLane<C, R> lane, C call) {
        Call<C, R> mine = new Call<>(call, Deadline.in(timeout));
        change(lane.tube(), waiting -> waiting.add(lane, mine));
        checkBy(mine.deadline);
        return mine;
    }

    /** Submits several calls, which go together if they fit into a run. */
    public <C, R> List<CompletableFuture<R>> submitAll(BatchLane<C, R> lane, List<C> calls) {
        Deadline deadline = Deadline.in(timeout);
        List<CompletableFuture<R>> results = new ArrayList<>(calls.size());
        change(lane.tube(), waiting -> {
            for (C call : calls) {
                Call<C, R> mine = new Call<>(call, deadline);
                waiting.add(lane, mine);
                results.add(mine);
            }
        });
        checkBy(deadline);
        return results;
    }

    private void change(TubeName tube, Consumer<Waiting> change) {
        boolean[] opens = {false};
        tubes.compute(tube, (same, known) -> {
            Waiting waiting = known == null ? new Waiting() : known;
            change.accept(waiting);
            opens[0] = waiting.opens();
            return waiting.isIdle() ? null : waiting;
        });
        if (opens[0]) {
            endOfTurn.execute(() -> open(tube));
        }
    }

    /** Sends one run of each lane; no other group goes before they are sent. */
    private void open(TubeName tube) {
        List<Run<?, ?>> group = new ArrayList<>();
        change(tube, waiting -> {
            waiting.lanes.values().forEach(queue -> group.add(queue.take()));
            waiting.dropEmpty();
            waiting.groups += group.isEmpty() ? 0 : 1;
        });
        CompletableFuture<?>[] runs = group.stream().map(this::go).toArray(CompletableFuture<?>[]::new);
        change(tube, waiting -> waiting.opening = false);
        if (!group.isEmpty()) {
            var unused = CompletableFuture.allOf(runs)
                    .whenComplete((done, failure) -> change(tube, waiting -> waiting.groups--));
        }
    }

    /** Completes the calls of a run. The stage ends when it is back. */
    private <C, R> CompletableFuture<Void> go(Run<C, R> run) {
        CompletableFuture<Void> back = new CompletableFuture<>();
        List<Call<C, R>> calls = run.calls;
        Deadline oldest = calls.get(0).deadline;
        boolean hasMostOfItsTime = oldest.elapsed().compareTo(oldest.left()) < 0;
        List<C> asked = new ArrayList<>(calls.size());
        calls.forEach(call -> asked.add(call.call));
        run.lane.run(asked, oldest).whenComplete((results, failure) -> {
            if (failure == null) {
                back.complete(null);
                for (int i = 0; i < calls.size(); i++) {
                    calls.get(i).complete(results.get(i));
                }
            } else if (calls.size() > 1 && isInternal(failure)) {
                for (Call<C, R> call : calls) {
                    var unused = go(new Run<>(run.lane, List.of(call)));
                }
                back.complete(null);
            } else if (StoreFailure.isOfMove(failure)) {
                goAgain(run, failure).thenAccept(back::complete);
            } else {
                boolean isAway = hasMostOfItsTime && StoreFailure.isOfOutage(failure);
                List<Call<?, ?>> late = isAway ? removeAll(run.lane) : List.of();
                back.complete(null);
                fail(calls, failure);
                fail(late, failure);
            }
        });
        return back;
    }

    /** Ends when those that have time are back. */
    private <C, R> CompletionStage<Void> goAgain(Run<C, R> run, Throwable failure) {
        List<Call<C, R>> calls = run.calls;
        int late = 0;
        while (late < calls.size() && !CallRetry.hasTime(calls.get(late).deadline)) {
            late++;
        }
        CompletionStage<Void> back = late == calls.size()
                ? CompletableFuture.completedStage(null)
                : go(new Run<>(run.lane, calls.subList(late, calls.size())));
        fail(calls.subList(0, late), failure);
        return back;
    }

    /** One check covers all calls that arrive before it. */
    private void checkBy(Deadline deadline) {
        Deadline known;
        do {
            known = check.get();
            if (known != null && !deadline.isBefore(known)) {
                return;
            }
        } while (!check.compareAndSet(known, deadline));
        CompletableFuture.delayedExecutor(deadline.left().toMillis() + 1, TimeUnit.MILLISECONDS)
                .execute(() -> failLate(deadline));
    }

    private void failLate(Deadline due) {
        check.compareAndSet(due, null);
        List<Call<?, ?>> late = new ArrayList<>();
        for (TubeName tube : tubes.keySet()) {
            change(tube, waiting -> {
                waiting.lanes.values().forEach(queue -> late.addAll(queue.takeLate()));
                waiting.dropEmpty();
                waiting.lanes.values().forEach(queue -> checkBy(queue.calls.get(0).deadline));
            });
        }
        fail(late, StoreFailure.of(new TimeoutException()));
    }

    /** Removes the calls that wait in a lane. */
    private List<Call<?, ?>> removeAll(BatchLane<?, ?> lane) {
        List<Call<?, ?>> left = new ArrayList<>();
        change(lane.tube(), waiting -> {
            Queue<?, ?> queue = waiting.lanes.remove(lane);
            if (queue != null) {
                left.addAll(queue.calls);
            }
        });
        return left;
    }

    private static void fail(List<? extends Call<?, ?>> calls, Throwable failure) {
        calls.forEach(call -> call.completeExceptionally(failure));
    }

    private static boolean isInternal(Throwable failure) {
        return StoreFailure.unwrapped(failure) instanceof GrapeException ours && ours.code() == ErrorCode.INTERNAL;
    }
}
