package io.grape.server.http.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

final class SharedAnswersTest {
    private final List<CompletableFuture<Integer>> sources = new ArrayList<>();
    private final SharedAnswers<String, Integer> answers = new SharedAnswers<>();

    private CompletableFuture<Integer> ask(String question) {
        return answers.get(question, this::source).toCompletableFuture();
    }

    private CompletionStage<Integer> source() {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        sources.add(source);
        return source;
    }

    @Test
    void sameQuestionIsAskedOnceUntilItIsAnswered() {
        CompletableFuture<Integer> one = ask("a");
        CompletableFuture<Integer> same = ask("a");
        assertThat(sources).hasSize(1);
        sources.get(0).complete(1);
        assertThat(one.join()).isEqualTo(1);
        assertThat(same.join()).isEqualTo(1);
        assertThat(ask("a")).isNotDone();
        assertThat(sources).hasSize(2);
    }

    @Test
    void otherQuestionIsAskedForItself() {
        assertThat(ask("a")).isNotDone();
        assertThat(ask("b")).isNotDone();
        assertThat(sources).hasSize(2);
    }

    @Test
    void failureIsForThoseWhoWaitForItAlone() {
        CompletableFuture<Integer> one = ask("a");
        sources.get(0).completeExceptionally(new IllegalStateException());
        assertThat(one).isCompletedExceptionally();
        CompletableFuture<Integer> other = answers.get("a", () -> {
                    throw new IllegalStateException();
                })
                .toCompletableFuture();
        assertThat(other).isCompletedExceptionally();
        assertThat(ask("a")).isNotDone();
        assertThat(sources).hasSize(2);
    }
}
