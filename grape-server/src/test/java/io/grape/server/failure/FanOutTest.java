package io.grape.server.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FanOutTest {
    private static final List<Integer> TEN = IntStream.range(0, 10).boxed().toList();

    private final List<CompletableFuture<String>> asked = new ArrayList<>();

    private CompletableFuture<String> ask(Integer about) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        asked.add(answer);
        return answer;
    }

    @Test
    void soManyAreAskedAtATime() {
        CompletableFuture<Map<Integer, String>> all =
                FanOut.ask(TEN, 3, this::ask).toCompletableFuture();
        for (int i = 0; i < 10; i++) {
            assertThat(asked).hasSize(Math.min(10, i + 3));
            assertThat(all).isNotDone();
            asked.get(i).complete("answer " + i);
        }
        assertThat(all.join().keySet()).containsExactlyElementsOf(TEN);
        assertThat(all.join()).containsEntry(7, "answer 7");
    }

    @Test
    void theFirstFailureEndsIt() {
        CompletableFuture<Map<Integer, String>> all =
                FanOut.ask(TEN, 3, this::ask).toCompletableFuture();
        asked.get(1).completeExceptionally(new GrapeException(ErrorCode.STORE_UNAVAILABLE, "away"));
        asked.get(0).complete("answer");
        assertThat(asked).hasSize(3);
        assertThat(all).failsWithin(Duration.ZERO).withThrowableThat().withMessageContaining("away");
    }

    @Test
    void aQuestionThatThrowsIsAFailure() {
        CompletableFuture<Map<Integer, String>> all = FanOut.<Integer, String>ask(TEN, 1, about -> {
                    if (about == 1) {
                        throw new IllegalStateException("no");
                    }
                    return ask(about);
                })
                .toCompletableFuture();
        asked.get(0).complete("answer");
        assertThat(all).isCompletedExceptionally();
    }

    @Test
    void answersThatAreThereAtOnceDoNotStandOnEachOther() {
        List<Integer> many = IntStream.range(0, 200_000).boxed().toList();
        assertThat(FanOut.ask(many, 2, CompletableFuture::completedFuture)
                        .toCompletableFuture()
                        .join())
                .hasSize(200_000);
    }

    @Test
    void tubesThatAreGoneOrBrokenHaveNoAnswer() {
        List<TubeName> tubes =
                List.of(new TubeName("a"), new TubeName("gone"), new TubeName("broken"), new TubeName("b"));
        Map<String, ErrorCode> failing = Map.of("gone", ErrorCode.TUBE_NOT_FOUND, "broken", ErrorCode.WRONG_STATE);
        assertThat(FanOut.tubes(tubes, 2, tube -> {
                            ErrorCode code = failing.get(tube.value());
                            return code == null
                                    ? CompletableFuture.completedFuture(tube.value())
                                    : CompletableFuture.failedFuture(new GrapeException(code, "as asked for"));
                        })
                        .toCompletableFuture()
                        .join())
                .containsExactly(Map.entry(tubes.get(0), "a"), Map.entry(tubes.get(3), "b"));
    }
}
