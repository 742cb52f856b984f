package io.grape.redis.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.OverloadReason;
import io.grape.core.TubeName;
import io.grape.core.overload.OverloadOptions;
import io.grape.redis.connection.StoreFailure;
import io.grape.redis.script.StoreListener;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class NodeQueueTest {
    private static final TubeName CALM = new TubeName("calm");
    private static final int FIRST_IN_A_ROW = 8;
    private static final Duration LONG = Duration.ofMinutes(1);

    private final NodeQueues nodes =
            new NodeQueues(new OverloadOptions(LONG, Duration.ofMillis(50), 1000), StoreListener.NONE);
    private final NodeQueue node = nodes.of("node");
    private final Deque<Runnable> taken = new ArrayDeque<>();
    private final List<TubeName> served = new ArrayList<>();

    private void fill() {
        for (int i = 0; !node.isFull(); i++) {
            node.enter(new TubeName("full" + i), false, taken::add);
        }
    }

    private void enter(TubeName tube, boolean isFirst) {
        node.enter(tube, isFirst, leave -> {
            served.add(tube);
            taken.add(leave);
        });
    }

    @Test
    void whatGoesFirstHasPlacesWhereOthersHaveNone() {
        fill();
        enter(CALM, false);
        enter(new TubeName("acks"), true);
        assertThat(served).containsExactly(new TubeName("acks"));
    }

    @Test
    void noTubeWaitsForEverBehindThoseThatGoFirst() {
        fill();
        for (int i = 0; i < 200; i++) {
            enter(new TubeName("first" + i), true);
        }
        enter(CALM, false);
        for (int i = 0; i <= FIRST_IN_A_ROW; i++) {
            taken.remove().run();
        }
        assertThat(served).contains(CALM);
    }

    @Test
    void aTubeWithAcknowledgementsOvertakesOthers() {
        fill();
        enter(CALM, false);
        enter(new TubeName("other"), false);
        node.raise(new TubeName("other"));
        assertThat(served).containsExactly(new TubeName("other"));
    }

    @Test
    void aLookThatGetsNoPlaceIsShedAndNotDone() {
        fill();
        List<String> done = new ArrayList<>();
        CompletionStage<Boolean> look = nodes.look("node", () -> CompletableFuture.completedStage(done.add("looked")));
        await().until(() -> look.toCompletableFuture().isDone());
        Throwable failure = look.toCompletableFuture()
                .handle((value, why) -> StoreFailure.unwrapped(why))
                .join();
        assertThat(failure)
                .isInstanceOfSatisfying(
                        GrapeException.class, shed -> assertThat(shed.code()).isEqualTo(ErrorCode.OVERLOADED))
                .extracting(shed -> ((GrapeException) shed).overload())
                .isEqualTo(OverloadReason.DELAY);
        taken.forEach(Runnable::run);
        assertThat(done).isEmpty();
    }

    @Test
    void aLookThatThrowsLeavesItsPlace() {
        CompletionStage<String> look = nodes.look("node", () -> {
            throw new IllegalStateException("told to");
        });
        assertThat(look.toCompletableFuture()).isCompletedExceptionally();
        fill();
        assertThat(taken).hasSize(48);
    }
}
