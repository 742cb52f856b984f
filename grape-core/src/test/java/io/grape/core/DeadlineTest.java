package io.grape.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class DeadlineTest {
    @Test
    void aStepIsNotBegunAfterIt() {
        AtomicBoolean begun = new AtomicBoolean();
        CompletableFuture<String> step = Deadline.in(Duration.ZERO).limit(() -> {
            begun.set(true);
            return CompletableFuture.completedFuture("done");
        });
        assertThat(step).isCompletedExceptionally();
        assertThat(begun).isFalse();
    }

    @Test
    void aStepEndsWithIt() {
        CompletableFuture<String> step = new CompletableFuture<>();
        CompletableFuture<String> limited = Deadline.in(Duration.ofMillis(50)).limit(() -> step);
        assertThatThrownBy(() -> limited.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(TimeoutException.class);
        assertThat(step).as("the step itself, so that it is not sent any more").isDone();
    }

    @Test
    void aStepInTimeIsLeftAlone() {
        assertThat(Deadline.in(Duration.ofMinutes(1)).limit(() -> CompletableFuture.completedFuture("done")))
                .isCompletedWithValue("done");
    }
}
