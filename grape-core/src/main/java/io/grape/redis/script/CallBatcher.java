package io.grape.redis.script;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.redis.connection.Deadline;
import io.grape.redis.connection.StoreFailure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Lets calls of one kind share a run of a script. A call that finds no run for its tube under way goes at once, with those that
 * come in the same turn of an event loop. Those that come meanwhile wait at the {@link TubeRunGate} and go together, in the
 * order they came. So nobody waits while it is quiet, and the more is asked, the less each answer costs.
 *
 * <p>A run that fails fails all its calls, apart from one that stumbled over a single job ({@link ErrorCode#INTERNAL}; scripts
 * check before they write, so nothing was done): its calls are run one by one. When Redis cannot be reached, the calls that
 * wait fail too, unless the run had little time: its calls may have waited before it. Where only the slot is on its way to another
 * node, nothing was done. Those of its calls that still have time go again, and so do those that wait.
 *
 * <p>The deadline of a call begins when the call comes. A run ends by the deadline of its oldest call. A call whose deadline passes
 * while it waits fails where it waits.
 *
 * @param <K> lane: calls of different lanes share nothing
 */
public final class CallBatcher<K, C, R> {
    private final TubeRunGate turnstile;
    private final Function<K, TubeName> tube;
    private final ToIntFunction<C> jobs;
    private final Supplier<Predicate<C>> gatherer;
    private final Run<K, C, R> run;
    private final ConcurrentHashMap<K, Deque<Waiting<C, R>>> lanes = new ConcurrentHashMap<>();
    /** When the next look for calls that have waited too long is due. */
    private final AtomicReference<@Nullable Deadline> look = new AtomicReference<>();

    /** Answers the calls of one run, in their order, by a deadline. */
    @FunctionalInterface
    public interface Run<K, C, R> {
        CompletionStage<List<R>> of(K lane, List<C> calls, Deadline deadline);
    }

    /**
     * Shares runs.
     *
     * @param tube the tube of a lane
     * @param jobs how many jobs a call is about
     * @param gatherer begins a run: true for each call, in turn, that still goes into it; the first always does
     */
    public CallBatcher(
            TubeRunGate turnstile,
            Function<K, TubeName> tube,
            ToIntFunction<C> jobs,
            Supplier<Predicate<C>> gatherer,
            Run<K, C, R> run) {
        this.turnstile = turnstile;
        this.tube = tube;
        this.jobs = jobs;
        this.gatherer = gatherer;
        this.run = run;
    }

    private record Waiting<C, R>(C call, Deadline deadline, CompletableFuture<R> answer) {}

    public CompletionStage<R> submit(K key, C call) {
        Waiting<C, R> mine = new Waiting<>(call, turnstile.deadline(), new CompletableFuture<>());
        boolean[] first = {false};
        lanes.compute(key, (same, known) -> {
            first[0] = known == null;
            Deque<Waiting<C, R>> lane = known == null ? new ArrayDeque<>() : known;
            lane.add(mine);
            return lane;
        });
        if (first[0]) {
            turnstile.enter(tube.apply(key), jobs.applyAsInt(call), () -> go(key));
        } else {
            turnstile.join(tube.apply(key), jobs.applyAsInt(call));
        }
        lookBy(mine.deadline);
        return mine.answer;
    }

    private CompletionStage<Void> go(K key) {
        List<Waiting<C, R>> calls = new ArrayList<>();
        int[] left = {0};
        lanes.computeIfPresent(key, (same, lane) -> {
            take(lane, calls);
            left[0] = lane.stream()
                    .mapToInt(waiting -> jobs.applyAsInt(waiting.call))
                    .sum();
            return lane.isEmpty() ? null : lane;
        });
        if (left[0] > 0) {
            turnstile.enter(tube.apply(key), left[0], () -> go(key));
        }
        return calls.isEmpty() ? CompletableFuture.completedStage(null) : answer(key, calls);
    }

    private void take(Deque<Waiting<C, R>> lane, List<Waiting<C, R>> into) {
        Predicate<C> fits = gatherer.get();
        while (!lane.isEmpty() && (fits.test(lane.element().call) || into.isEmpty())) {
            into.add(lane.remove());
        }
    }

    /** Answers calls; done when the run is back. */
    private CompletionStage<Void> answer(K key, List<Waiting<C, R>> calls) {
        CompletableFuture<Void> back = new CompletableFuture<>();
        Deadline oldest = calls.get(0).deadline;
        boolean hasMostOfItsTime = oldest.elapsed().compareTo(oldest.left()) < 0;
        run.of(key, calls.stream().map(Waiting::call).toList(), oldest).whenComplete((answers, failure) -> {
            if (failure == null) {
                back.complete(null);
                for (int i = 0; i < calls.size(); i++) {
                    calls.get(i).answer.complete(answers.get(i));
                }
            } else if (calls.size() > 1 && isInternal(failure)) {
                calls.forEach(call -> answer(key, List.of(call)));
                back.complete(null);
            } else if (StoreFailure.isOfMove(failure)) {
                goAgain(key, calls, failure).thenAccept(back::complete);
            } else {
                boolean isAway = hasMostOfItsTime && StoreFailure.isOfOutage(failure);
                List<Waiting<C, R>> late = isAway ? waiting(key) : List.of();
                back.complete(null);
                fail(calls, failure);
                fail(late, failure);
            }
        });
        return back;
    }

    /** Done when those that have time are back. */
    private CompletionStage<Void> goAgain(K key, List<Waiting<C, R>> calls, Throwable failure) {
        int late = 0;
        while (late < calls.size() && !CallRetry.hasTime(calls.get(late).deadline)) {
            late++;
        }
        CompletionStage<Void> back = late == calls.size()
                ? CompletableFuture.completedStage(null)
                : answer(key, calls.subList(late, calls.size()));
        fail(calls.subList(0, late), failure);
        return back;
    }

    /** One look serves all calls that come before it. */
    private void lookBy(Deadline deadline) {
        Deadline known;
        do {
            known = look.get();
            if (known != null && !deadline.isBefore(known)) {
                return;
            }
        } while (!look.compareAndSet(known, deadline));
        CompletableFuture.delayedExecutor(deadline.left().toMillis() + 1, TimeUnit.MILLISECONDS)
                .execute(() -> lookForLate(deadline));
    }

    private void lookForLate(Deadline due) {
        look.compareAndSet(due, null);
        List<Waiting<C, R>> late = new ArrayList<>();
        lanes.keySet()
                .forEach(key -> lanes.computeIfPresent(key, (same, lane) -> {
                    while (!lane.isEmpty() && lane.element().deadline.isOver()) {
                        late.add(lane.remove());
                    }
                    lane.stream().findFirst().ifPresent(oldest -> lookBy(oldest.deadline));
                    return lane.isEmpty() ? null : lane;
                }));
        fail(late, StoreFailure.of(new TimeoutException()));
    }

    /** Those that wait in a lane; they wait no longer. */
    private List<Waiting<C, R>> waiting(K key) {
        Deque<Waiting<C, R>> left = lanes.remove(key);
        return left == null ? List.of() : List.copyOf(left);
    }

    private static <C, R> void fail(List<Waiting<C, R>> calls, Throwable failure) {
        calls.forEach(call -> call.answer.completeExceptionally(failure));
    }

    private static boolean isInternal(Throwable failure) {
        return StoreFailure.unwrapped(failure) instanceof GrapeException ours && ours.code() == ErrorCode.INTERNAL;
    }
}
