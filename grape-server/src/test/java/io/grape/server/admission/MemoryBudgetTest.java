package io.grape.server.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.GrapeException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final MemoryBudget budget = new MemoryBudget(10, 4);
    private final MemoryBudget.Share one = budget.share(List.of("address 1"));
    private final MemoryBudget.Share other = budget.share(List.of("address 2"));
    private final MemoryBudget.Share third = budget.share(List.of("address 3"));

    private static CompletableFuture<Void> await(MemoryBudget.Share share, long bytes) {
        return share.await(bytes, LONG).toCompletableFuture();
    }

    @Test
    void bytesThatAreNotLeftAreRefused() {
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
    void reservationsAreGrantedInOrder() {
        one.hold(8);
        CompletableFuture<Void> large = await(other, 5);
        CompletableFuture<Void> small = await(third, 1);
        assertThat(small).as("a small one does not overtake").isNotDone();
        one.give(3);
        assertThat(large).isCompleted();
        assertThat(small).isNotDone();
        other.release();
        assertThat(small).isCompleted();
        assertThat(budget.held()).isEqualTo(6);
    }

    @Test
    void reservationFailsWhenItsTimeIsOver() {
        one.hold(10);
        CompletableFuture<Void> late = other.await(1, Duration.ofMillis(1)).toCompletableFuture();
        assertThatThrownBy(late::join)
                .hasRootCauseInstanceOf(GrapeException.class)
                .hasMessageContaining("no memory left");
        one.release();
        assertThat(budget.held()).isZero();
        assertThat(await(third, 5)).isCompleted();
    }

    @Test
    void reservationWaitsForAtMostHalfOfTheBudget() {
        assertThat(await(one, 1000)).isCompleted();
        assertThat(budget.held()).isEqualTo(5);
    }

    @Test
    void bytesInMemoryAreHeldBeyondTheLimit() {
        one.hold(25);
        assertThat(other.grow(1)).isFalse();
        one.give(20);
        assertThat(other.grow(5)).isTrue();
    }

    @Test
    void releasedShareHoldsNothing() {
        one.hold(5);
        CompletableFuture<Void> room = await(one, 6);
        one.release();
        one.hold(3);
        assertThat(room).isCompleted();
        assertThat(budget.held()).isZero();
    }

    @Test
    void reservationBehindAFailedOneIsGranted() {
        one.hold(8);
        CompletableFuture<Void> large = other.await(5, Duration.ofMillis(1)).toCompletableFuture();
        CompletableFuture<Void> small = await(third, 1);
        assertThatThrownBy(large::join).hasRootCauseInstanceOf(GrapeException.class);
        assertThat(small.orTimeout(1, TimeUnit.MINUTES)).succeedsWithin(LONG);
    }

    private MemoryBudget.Share anotherOf(String... callers) {
        return budget.share(List.of(callers));
    }

    @Test
    void callerThatHoldsItsPartGetsNoMore() {
        one.hold(4);
        assertThat(one.isFull()).as("with one request, however large").isFalse();
        assertThat(one.grow(1)).isTrue();
        assertThat(anotherOf("address 1").grow(1)).isFalse();
        assertThat(anotherOf("address 4", "token a").grow(3)).isTrue();
        assertThat(other.grow(2)).isTrue();
        one.release();
        assertThat(anotherOf("address 5", "token a").grow(1)).isTrue();
        assertThat(anotherOf("address 6", "token a").grow(1))
                .as("by either of its names")
                .isFalse();
        assertThat(anotherOf("address 1").grow(1)).isTrue();
    }

    @Test
    void reservationCountsForNoCaller() {
        assertThat(await(one, 5)).isCompleted();
        CompletableFuture<Void> same = await(anotherOf("address 1"), 3);
        assertThat(same).isCompleted();
        assertThat(other.grow(3)).as("of the whole it counts").isFalse();
        assertThat(one.become(4)).isTrue();
        assertThat(budget.held()).isEqualTo(7);
        assertThat(anotherOf("address 1").grow(1)).isFalse();
    }

    @Test
    void releaseEndsTheReservation() {
        one.hold(8);
        CompletableFuture<Void> gone = await(other, 5);
        CompletableFuture<Void> behind = await(third, 1);
        other.release();
        assertThat(gone).isCompletedExceptionally();
        assertThat(behind).isCompleted();
    }

    @Test
    void othersPassAReservationThatWaitsForItsOwnCaller() {
        one.hold(4);
        CompletableFuture<Void> full = await(anotherOf("address 1"), 1);
        assertThat(await(other, 3)).isCompleted();
        assertThat(full).isNotDone();
        one.give(1);
        assertThat(full).isCompleted();
    }

    private static CompletableFuture<Void> insist(MemoryBudget.Share share, long bytes) {
        return share.insist(bytes, Duration.ofMillis(1)).toCompletableFuture();
    }

    @Test
    void insistingShareExceedsTheLimitWhenItsTimeIsOver() {
        one.hold(10);
        CompletableFuture<Void> patient = await(third, 1);
        assertThat(insist(other, 3)).succeedsWithin(LONG);
        assertThat(budget.held()).isEqualTo(13);
        assertThat(patient).isNotDone();
    }

    @Test
    void insistingShareWaitsForItsOwnCaller() {
        one.hold(10);
        CompletableFuture<Void> same = insist(anotherOf("address 1"), 1);
        assertThat(insist(other, 1)).as("came later").succeedsWithin(LONG);
        assertThat(same).isNotDone();
        one.release();
        assertThat(same).succeedsWithin(LONG);
    }
}
