package io.grape.server.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.GrapeException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final Budget budget = new Budget(10);
    private final Budget.Share one = budget.share();
    private final Budget.Share other = budget.share();
    private final Budget.Share third = budget.share();

    private static CompletableFuture<Void> await(Budget.Share share, long bytes) {
        return share.await(bytes, LONG).toCompletableFuture();
    }

    @Test
    void whatIsNotLeftIsNotGiven() {
        assertThat(one.grow(7)).isTrue();
        assertThat(other.grow(4)).isFalse();
        assertThat(other.grow(3)).isTrue();
        one.release();
        assertThat(budget.held()).isEqualTo(3);
        assertThat(other.become(10)).isTrue();
        assertThat(other.become(11)).isFalse();
        assertThat(other.become(1)).isTrue();
        assertThat(budget.held()).isEqualTo(1);
    }

    @Test
    void whoWaitsComesInTurn() {
        one.hold(8);
        CompletableFuture<Void> large = await(other, 9);
        CompletableFuture<Void> small = await(third, 1);
        assertThat(small).as("a small one does not overtake").isNotDone();
        one.give(7);
        assertThat(large).isCompleted();
        assertThat(small).isNotDone();
        other.release();
        assertThat(small).isCompleted();
        assertThat(budget.held()).isEqualTo(2);
    }

    @Test
    void whoWaitsInVainIsTold() {
        one.hold(10);
        CompletableFuture<Void> late = other.await(1, Duration.ofMillis(1)).toCompletableFuture();
        assertThatThrownBy(late::join)
                .hasRootCauseInstanceOf(GrapeException.class)
                .hasMessageContaining("hands full");
        one.release();
        assertThat(budget.held()).isZero();
        assertThat(await(third, 10)).isCompleted();
    }

    @Test
    void moreThanThereIsWaitsForAllThereIs() {
        assertThat(await(one, 1000)).isCompleted();
        assertThat(budget.held()).isEqualTo(10);
    }

    @Test
    void whatIsThereIsHeldBeyondTheBound() {
        one.hold(25);
        assertThat(other.grow(1)).isFalse();
        one.give(20);
        assertThat(other.grow(5)).isTrue();
    }

    @Test
    void whoIsOverHoldsNothingAnyMore() {
        one.hold(5);
        CompletableFuture<Void> room = await(one, 6);
        one.release();
        one.hold(3);
        assertThat(room).isCompleted();
        assertThat(budget.held()).isZero();
    }

    @Test
    void whoWaitsBehindOneThatGaveUpIsLetIn() {
        one.hold(8);
        CompletableFuture<Void> large = other.await(9, Duration.ofMillis(1)).toCompletableFuture();
        CompletableFuture<Void> small = await(third, 1);
        assertThatThrownBy(large::join).hasRootCauseInstanceOf(GrapeException.class);
        assertThat(small.orTimeout(1, TimeUnit.MINUTES)).succeedsWithin(LONG);
    }
}
