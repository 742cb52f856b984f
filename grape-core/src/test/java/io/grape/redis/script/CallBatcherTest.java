package io.grape.redis.script;

import static io.grape.redis.TestStore.code;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.core.CallContext;
import io.grape.core.Deadline;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import io.grape.core.overload.OverloadOptions;
import io.grape.core.overload.WorkClass;
import io.grape.redis.connection.StoreFailure;
import io.grape.redis.overload.NodeQueues;
import io.lettuce.core.RedisCommandExecutionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CallBatcherTest {
    private static final int ROOM = 3;
    private static final Duration LONG = Duration.ofMinutes(1);
    /** Long enough for a first call to leave, on any machine. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    /** A run that was begun and is not answered yet. */
    private record Begun(String lane, List<String> calls, Deadline deadline, CompletableFuture<List<String>> answer) {
        void end() {
            answer.complete(calls.stream().map(call -> call + "!").toList());
        }

        void fail(ErrorCode code) {
            answer.completeExceptionally(new GrapeException(code, "told to"));
        }

        void failSinceItsSlotMoves() {
            answer.completeExceptionally(StoreFailure.of(new RedisCommandExecutionException("TRYAGAIN told to")));
        }
    }

    private final List<Begun> begun = new ArrayList<>();
    private final CallBatcher batcher = batcher(Runnable::run, LONG);

    private static CallBatcher batcher(Executor endOfTurn, Duration timeout) {
        NodeQueues nodes = new NodeQueues(OverloadOptions.NEVER, StoreListener.NONE);
        return new CallBatcher(endOfTurn, timeout, tube -> "node", nodes);
    }

    /** A lane is named after its tube and a verb. */
    private record Lane(CallBatcherTest test, String name) implements BatchLane<String, String> {
        @Override
        public TubeName tube() {
            return new TubeName(name.substring(0, 1));
        }

        @Override
        public WorkClass workClass() {
            return name.endsWith("finish") ? WorkClass.ACKNOWLEDGE : WorkClass.PRODUCE;
        }

        @Override
        public int jobs(String call) {
            return call.length();
        }

        @Override
        public Predicate<String> batchLimiter() {
            return room();
        }

        @Override
        public CompletionStage<List<String>> run(List<String> calls, Deadline deadline) {
            return test.begin(name, calls, deadline);
        }
    }

    private Lane lane(String name) {
        return new Lane(this, name);
    }

    private static Predicate<String> room() {
        int[] taken = {0};
        return call -> ++taken[0] <= ROOM;
    }

    private CompletionStage<List<String>> begin(String lane, List<String> calls, Deadline deadline) {
        Begun run = new Begun(lane, List.copyOf(calls), deadline, new CompletableFuture<>());
        begun.add(run);
        return run.answer;
    }

    private List<CompletableFuture<String>> submit(String lane, int... calls) {
        return IntStream.of(calls)
                .mapToObj(call ->
                        batcher.submit(lane(lane), "" + call, CallContext.NONE).toCompletableFuture())
                .toList();
    }

    private List<List<String>> runs() {
        return begun.stream().map(Begun::calls).toList();
    }

    @Test
    void whoIsAloneGoesAtOnce() {
        CompletableFuture<String> answer = submit("a", 1).get(0);
        assertThat(runs()).containsExactly(List.of("1"));
        begun.get(0).end();
        assertThat(answer).isCompletedWithValue("1!");
    }

    @Test
    void whoComesInTheSameTurnGoesAlong() {
        List<Runnable> turn = new ArrayList<>();
        CallBatcher ofLoop = batcher(turn::add, LONG);
        ofLoop.submit(lane("a"), "1", CallContext.NONE);
        ofLoop.submit(lane("a"), "2", CallContext.NONE);
        ofLoop.submit(lane("b"), "3", CallContext.NONE);
        assertThat(begun).isEmpty();
        assertThat(turn).hasSize(2);
        turn.forEach(Runnable::run);
        assertThat(runs()).containsExactly(List.of("1", "2"), List.of("3"));
    }

    @Test
    void whoComesDuringARunGoesWithTheNextInOrder() {
        List<CompletableFuture<String>> answers = submit("a", 1, 2, 3, 4);
        assertThat(runs()).containsExactly(List.of("1"));
        begun.get(0).end();
        assertThat(runs()).containsExactly(List.of("1"), List.of("2", "3", "4"));
        begun.get(1).end();
        assertThat(answers.stream().map(CompletableFuture::join)).containsExactly("1!", "2!", "3!", "4!");
    }

    @Test
    void aRunTakesNoMoreThanFits() {
        submit("a", 1, 2, 3, 4, 5, 6);
        begun.get(0).end();
        assertThat(runs().get(1)).containsExactly("2", "3", "4");
        begun.get(1).end();
        assertThat(runs().get(2)).containsExactly("5", "6");
    }

    @Test
    void tubesDoNotWaitForEachOther() {
        submit("a", 1, 2);
        submit("b", 3);
        assertThat(begun).extracting(Begun::lane).containsExactly("a", "b");
    }

    @Test
    void allLanesOfATubeGoTogetherWhenAllThatWentIsBack() {
        submit("a produce", 1);
        submit("a consume", 2);
        submit("a finish", 3);
        assertThat(runs()).containsExactly(List.of("1"));
        begun.get(0).end();
        assertThat(begun).extracting(Begun::lane).containsExactly("a produce", "a consume", "a finish");
        submit("a produce", 4);
        begun.get(1).end();
        assertThat(runs()).hasSize(3);
        begun.get(2).end();
        assertThat(runs().get(3)).containsExactly("4");
    }

    @Test
    void whatFillsARunGoesWhileOthersAreOnTheWay() {
        submit("a", 1);
        batcher.submit(lane("a"), "x".repeat(BatchSplitter.MAX_JOBS - 1), CallContext.NONE);
        assertThat(begun).hasSize(1);
        submit("a", 2);
        assertThat(begun).hasSize(2);
        batcher.submit(lane("a"), "y".repeat(BatchSplitter.MAX_JOBS), CallContext.NONE);
        assertThat(begun).hasSize(3);
        batcher.submit(lane("a"), "z".repeat(BatchSplitter.MAX_JOBS), CallContext.NONE);
        assertThat(begun).hasSize(3);
        begun.get(1).end();
        assertThat(begun).hasSize(4);
    }

    @Test
    void whatDoesNotFitIntoAFullRunGoesBehindIt() {
        submit("a", 1);
        String full = "x".repeat(BatchSplitter.MAX_JOBS);
        List<String> calls =
                IntStream.range(0, 2 * ROOM).mapToObj(at -> full + at).toList();
        var unused = batcher.submitAll(lane("a"), calls, new Submission(CallContext.NONE));
        assertThat(runs().subList(1, 3)).containsExactly(calls.subList(0, ROOM), calls.subList(ROOM, 2 * ROOM));
    }

    @Test
    void aRunThatFailsLetsTheOtherLanesOfItsTubeGo() {
        submit("a produce", 1);
        List<CompletableFuture<String>> others = submit("a finish", 2);
        begun.get(0).fail(ErrorCode.STORE_UNAVAILABLE);
        begun.get(1).end();
        assertThat(others.get(0)).isCompletedWithValue("2!");
    }

    @Test
    void aRunThatStumbledOverOneCallIsRepeatedCallByCall() {
        List<CompletableFuture<String>> answers = submit("a", 1, 2, 3);
        begun.get(0).end();
        begun.get(1).fail(ErrorCode.INTERNAL);
        assertThat(runs().subList(2, 4)).containsExactly(List.of("2"), List.of("3"));
        begun.get(2).fail(ErrorCode.INTERNAL);
        begun.get(3).end();
        assertThatThrownBy(answers.get(1)::join).hasCauseInstanceOf(GrapeException.class);
        assertThat(answers.get(2)).isCompletedWithValue("3!");
    }

    @Test
    void whoWaitsForARedisThatIsAwayFailsWithTheRun() {
        List<CompletableFuture<String>> answers = submit("a", 1, 2, 3);
        begun.get(0).fail(ErrorCode.STORE_UNAVAILABLE);
        assertThat(answers.stream().map(answer -> code(answer).orElseThrow()))
                .as("what has not left was not done")
                .containsExactly(ErrorCode.STORE_UNAVAILABLE, ErrorCode.OVERLOADED, ErrorCode.OVERLOADED);
        submit("a", 4);
        assertThat(runs()).containsExactly(List.of("1"), List.of("4"));
    }

    @Test
    void whatIsBegunAndAnAcknowledgementFailWithTheRunOfARedisThatIsAway() {
        Submission parts = new Submission(CallContext.NONE);
        List<CompletableFuture<String>> begun = batcher.submitAll(lane("a"), List.of("1", "2", "3", "4"), parts);
        List<CompletableFuture<String>> acknowledged = submit("b finish", 1, 2);
        this.begun.get(0).fail(ErrorCode.STORE_UNAVAILABLE);
        this.begun.get(1).fail(ErrorCode.STORE_UNAVAILABLE);
        assertThat(Stream.concat(begun.stream(), acknowledged.stream())
                        .map(answer -> code(answer).orElseThrow()))
                .containsOnly(ErrorCode.STORE_UNAVAILABLE);
    }

    @Test
    void whoseCallerHasGoneWhenRedisIsAwayIsToldThat() {
        submit("a", 1);
        CallContext gone = new CallContext(Deadline.in(Duration.ZERO), null);
        CompletionStage<String> late = batcher.submit(lane("a"), "2", gone);
        begun.get(0).fail(ErrorCode.STORE_UNAVAILABLE);
        assertThat(code(late)).contains(ErrorCode.DEADLINE_EXCEEDED);
    }

    @Test
    void theDeadlineOfACallBeginsWhenTheCallComes() {
        submit("a", 1, 2);
        Deadline now = Deadline.in(LONG);
        begun.get(0).end();
        submit("a", 3);
        assertThat(begun.get(1).deadline().isBefore(now)).isTrue();
        begun.get(1).end();
        assertThat(begun.get(2).deadline().isBefore(now)).isFalse();
    }

    @Test
    void aRunEndsByTheDeadlineOfItsOldestCall() {
        submit("a", 1, 2);
        Deadline now = Deadline.in(LONG);
        submit("a", 3);
        begun.get(0).end();
        assertThat(begun.get(1).calls()).containsExactly("2", "3");
        assertThat(begun.get(1).deadline().isBefore(now)).isTrue();
    }

    @Test
    void whatARunWithAMovingSlotLeavesUndoneGoesAgainWhileItHasTime() {
        List<CompletableFuture<String>> answers = submit("a", 1, 2, 3);
        begun.get(0).failSinceItsSlotMoves();
        assertThat(runs()).containsExactly(List.of("1"), List.of("1"));
        begun.get(1).end();
        begun.get(2).failSinceItsSlotMoves();
        begun.get(3).end();
        assertThat(answers.stream().map(CompletableFuture::join)).containsExactly("1!", "2!", "3!");
    }

    @Test
    void whatARunWithAMovingSlotLeavesUndoneFailsAfterItsDeadline() {
        CallBatcher hasty = batcher(Runnable::run, SHORT);
        CompletionStage<String> answer = hasty.submit(lane("a"), "1", CallContext.NONE);
        await().until(() -> !CallRetry.hasTime(begun.get(0).deadline()));
        begun.get(0).failSinceItsSlotMoves();
        assertThat(code(answer)).contains(ErrorCode.STORE_UNAVAILABLE);
        assertThat(begun).hasSize(1);
    }

    @Test
    void whoWaitsPastItsDeadlineFailsWhereItWaits() {
        CallBatcher hasty = batcher(Runnable::run, SHORT);
        hasty.submit(lane("a"), "1", CallContext.NONE);
        assertThat(code(hasty.submit(lane("a"), "2", CallContext.NONE))).contains(ErrorCode.OVERLOADED);
        assertThat(code(hasty.submit(lane("a finish"), "3", CallContext.NONE)))
                .as("is never shed")
                .contains(ErrorCode.STORE_UNAVAILABLE);
        begun.get(0).end();
        assertThat(runs()).containsExactly(List.of("1"));
    }

    @Test
    void whoWaitsForARunThatIsRefusedIsTriedNevertheless() {
        List<CompletableFuture<String>> answers = submit("a", 1, 2);
        begun.get(0).fail(ErrorCode.OVERLOADED);
        assertThat(answers.get(0)).isCompletedExceptionally();
        assertThat(runs().get(1)).containsExactly("2");
    }
}
