package io.grape.redis;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Lets calls of one kind share a run of a script. A call that finds no run of its lane under way goes at once, with those
 * that come in the same turn of an event loop. Those that come during a run wait for its end and go together, in the order
 * they came. So nobody waits while it is quiet, and the more is asked, the less each answer costs.
 *
 * <p>A run that fails fails all its calls, apart from one that stumbled over a single job ({@link ErrorCode#INTERNAL}; scripts
 * check before they write, so nothing was done): its calls are run one by one. When Redis cannot be reached, the calls that
 * wait fail too: they end by the deadline of the run they waited for.
 *
 * @param <K> lane: calls of different lanes share nothing
 */
final class Coalescer<K, C, R> {
    private final Executor endOfTurn;
    private final Supplier<Predicate<C>> gatherer;
    private final BiFunction<K, List<C>, CompletionStage<List<R>>> run;
    private final ConcurrentHashMap<K, Lane<C, R>> lanes = new ConcurrentHashMap<>();

    /**
     * Shares runs.
     *
     * @param endOfTurn runs a task once the calls that are coming in now are made
     * @param gatherer begins a run: true for each call, in turn, that still goes into it; the first always does
     * @param run answers the calls of one run, in their order
     */
    Coalescer(
            Executor endOfTurn, Supplier<Predicate<C>> gatherer, BiFunction<K, List<C>, CompletionStage<List<R>>> run) {
        this.endOfTurn = endOfTurn;
        this.gatherer = gatherer;
        this.run = run;
    }

    private record Waiting<C, R>(C call, CompletableFuture<R> answer) {}

    /** Guarded by the map. */
    private static final class Lane<C, R> {
        final Deque<Waiting<C, R>> waiting = new ArrayDeque<>();
        boolean running;
        boolean armed;

        /** True for the first that finds it at rest: it has to see to the next run. */
        boolean arm() {
            boolean first = !armed && !running;
            armed |= first;
            return first;
        }
    }

    CompletionStage<R> submit(K key, C call) {
        Waiting<C, R> mine = new Waiting<>(call, new CompletableFuture<>());
        boolean[] first = {false};
        lanes.compute(key, (same, known) -> {
            Lane<C, R> lane = known == null ? new Lane<>() : known;
            lane.waiting.add(mine);
            first[0] = lane.arm();
            return lane;
        });
        if (first[0]) {
            endOfTurn.execute(() -> advance(key, lane -> lane.armed = false));
        }
        return mine.answer;
    }

    private void advance(K key, Consumer<Lane<C, R>> change) {
        List<Waiting<C, R>> next = new ArrayList<>();
        lanes.compute(key, (same, known) -> {
            Lane<C, R> lane = known == null ? new Lane<>() : known;
            change.accept(lane);
            if (!lane.running && !lane.waiting.isEmpty()) {
                take(lane, next);
            }
            return !lane.running && lane.waiting.isEmpty() ? null : lane;
        });
        if (!next.isEmpty()) {
            start(key, next);
        }
    }

    private void take(Lane<C, R> lane, List<Waiting<C, R>> into) {
        lane.running = true;
        Predicate<C> fits = gatherer.get();
        while (!lane.waiting.isEmpty() && (fits.test(lane.waiting.element().call) || into.isEmpty())) {
            into.add(lane.waiting.remove());
        }
    }

    private void start(K key, List<Waiting<C, R>> calls) {
        answer(key, calls).whenComplete((done, failure) -> {
            if (failure == null) {
                endOfTurn.execute(() -> advance(key, lane -> lane.running = false));
            } else {
                List<Waiting<C, R>> tooLate = new ArrayList<>();
                advance(key, lane -> {
                    lane.running = false;
                    tooLate.addAll(lane.waiting);
                    lane.waiting.clear();
                });
                tooLate.forEach(call -> call.answer.completeExceptionally(failure));
            }
        });
    }

    /** Answers calls; fails when those that wait had better not be tried either. */
    private CompletionStage<Void> answer(K key, List<Waiting<C, R>> calls) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        run.apply(key, calls.stream().map(Waiting::call).toList()).whenComplete((answers, failure) -> {
            if (failure == null) {
                end.complete(null);
                for (int i = 0; i < calls.size(); i++) {
                    calls.get(i).answer.complete(answers.get(i));
                }
            } else if (calls.size() > 1 && is(ErrorCode.INTERNAL, failure)) {
                end.complete(null);
                calls.forEach(call -> answer(key, List.of(call)));
            } else {
                calls.forEach(call -> call.answer.completeExceptionally(failure));
                if (is(ErrorCode.STORE_UNAVAILABLE, failure)) {
                    end.completeExceptionally(failure);
                } else {
                    end.complete(null);
                }
            }
        });
        return end;
    }

    private static boolean is(ErrorCode code, Throwable failure) {
        return StoreFailure.unwrapped(failure) instanceof GrapeException ours && ours.code() == code;
    }
}
