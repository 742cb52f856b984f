package io.grape.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CoalescerTest {
    private static final int ROOM = 3;

    /** A run that was begun and is not answered yet. */
    private record Begun(String lane, List<String> calls, CompletableFuture<List<String>> answer) {
        void end() {
            answer.complete(calls.stream().map(call -> call + "!").toList());
        }

        void fail(ErrorCode code) {
            answer.completeExceptionally(new GrapeException(code, "told to"));
        }
    }

    private final List<Begun> begun = new ArrayList<>();
    private final Coalescer<String, String, String> coalescer =
            new Coalescer<>(Runnable::run, CoalescerTest::room, this::begin);

    private static Predicate<String> room() {
        int[] taken = {0};
        return call -> ++taken[0] <= ROOM;
    }

    private CompletionStage<List<String>> begin(String lane, List<String> calls) {
        Begun run = new Begun(lane, List.copyOf(calls), new CompletableFuture<>());
        begun.add(run);
        return run.answer;
    }

    private List<CompletableFuture<String>> submit(String lane, int... calls) {
        return IntStream.of(calls)
                .mapToObj(call -> coalescer.submit(lane, "" + call).toCompletableFuture())
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
        Coalescer<String, String, String> ofLoop = new Coalescer<>(turn::add, CoalescerTest::room, this::begin);
        ofLoop.submit("a", "1");
        ofLoop.submit("a", "2");
        ofLoop.submit("b", "3");
        assertThat(begun).isEmpty();
        assertThat(turn).hasSize(2);
        turn.forEach(Runnable::run);
        assertThat(runs()).containsExactly(List.of("1", "2"), List.of("3"));
    }

    @Test
    void whoComesDuringTheRunsGoesWithTheNextInOrder() {
        List<CompletableFuture<String>> answers = submit("a", 1, 2, 3, 4, 5);
        assertThat(runs()).containsExactly(List.of("1"), List.of("2"));
        begun.get(0).end();
        assertThat(runs()).containsExactly(List.of("1"), List.of("2"), List.of("3", "4", "5"));
        begun.get(2).end();
        begun.get(1).end();
        assertThat(answers.stream().map(CompletableFuture::join)).containsExactly("1!", "2!", "3!", "4!", "5!");
    }

    @Test
    void aRunTakesNoMoreThanFits() {
        submit("a", 1, 2, 3, 4, 5, 6, 7);
        begun.get(0).end();
        assertThat(runs().get(2)).containsExactly("3", "4", "5");
        begun.get(1).end();
        assertThat(runs().get(3)).containsExactly("6", "7");
    }

    @Test
    void lanesDoNotWaitForEachOther() {
        submit("a", 1, 2, 3);
        submit("b", 4);
        assertThat(begun).extracting(Begun::lane).containsExactly("a", "a", "b");
    }

    @Test
    void aRunThatStumbledOverOneCallIsRepeatedCallByCall() {
        List<CompletableFuture<String>> answers = submit("a", 1, 2, 3, 4);
        begun.get(0).end();
        begun.get(2).fail(ErrorCode.INTERNAL);
        assertThat(runs().subList(3, 5)).containsExactly(List.of("3"), List.of("4"));
        begun.get(3).fail(ErrorCode.INTERNAL);
        begun.get(4).end();
        assertThatThrownBy(answers.get(2)::join).hasCauseInstanceOf(GrapeException.class);
        assertThat(answers.get(3)).isCompletedWithValue("4!");
    }

    @Test
    void whoWaitsForARedisThatIsAwayFailsWithTheRun() {
        List<CompletableFuture<String>> answers = submit("a", 1, 2, 3, 4);
        begun.get(0).fail(ErrorCode.STORE_UNAVAILABLE);
        assertThat(answers.get(1)).isNotDone();
        assertThat(answers.get(2)).isCompletedExceptionally();
        assertThat(answers.get(3)).isCompletedExceptionally();
        submit("a", 5);
        assertThat(runs().get(2)).containsExactly("5");
    }

    @Test
    void whoWaitsForARunThatIsRefusedIsTriedNevertheless() {
        List<CompletableFuture<String>> answers = submit("a", 1, 2, 3);
        begun.get(0).fail(ErrorCode.OVERLOADED);
        assertThat(answers.get(0)).isCompletedExceptionally();
        assertThat(runs().get(2)).containsExactly("3");
    }
}
