package io.grape.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.CallContext;
import io.grape.core.Deadline;
import io.grape.core.TubeName;
import io.grape.core.overload.WorkClass;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class LaneQueueTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final LaneQueue<String, String> queue = new LaneQueue<>(new Pairs());

    /** A run holds two. */
    private record Pairs() implements BatchLane<String, String> {
        @Override
        public TubeName tube() {
            return new TubeName("t");
        }

        @Override
        public WorkClass workClass() {
            return WorkClass.PRODUCE;
        }

        @Override
        public int jobs(String call) {
            return 1;
        }

        @Override
        public Predicate<String> batchLimiter() {
            int[] taken = {0};
            return call -> ++taken[0] <= 2;
        }

        @Override
        public CompletionStage<List<String>> run(List<String> calls, Deadline deadline) {
            return CompletableFuture.completedStage(calls);
        }
    }

    private void add(Submission by, String... calls) {
        for (String call : calls) {
            queue.add(new BatchedCall<>(call, Deadline.in(LONG), by));
        }
    }

    private void add(String... calls) {
        for (String call : calls) {
            add(new Submission(CallContext.NONE), call);
        }
    }

    private static List<String> calls(LaneQueue.Run<String, String> run) {
        return run.calls().stream().map(call -> call.call).toList();
    }

    @Test
    void theOldestGoInOrder() {
        add("a", "b", "c");
        assertThat(calls(queue.takeOldest())).containsExactly("a", "b");
        assertThat(calls(queue.takeOldest())).containsExactly("c");
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.jobs()).isZero();
    }

    @Test
    void itIsKnownWhenOneIsOverdue() {
        long now = System.nanoTime();
        assertThat(queue.mayBeOverdue(0, now)).isFalse();
        add("a");
        CallContext hasty = new CallContext(Deadline.in(Duration.ZERO), null);
        BatchedCall<String, String> late = new BatchedCall<>("b", Deadline.in(LONG), new Submission(hasty));
        queue.add(late);
        add("c");
        assertThat(queue.mayBeOverdue(LONG.toNanos(), System.nanoTime())).isTrue();
        assertThat(queue.removeIf(call -> call.isLate(System.nanoTime()))).containsExactly(late);
        assertThat(queue.mayBeOverdue(LONG.toNanos(), System.nanoTime())).isFalse();
        assertThat(queue.mayBeOverdue(0, System.nanoTime() + 1)).isTrue();
        assertThat(calls(queue.takeOldest())).containsExactly("a", "c");
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void theNewestGoInTheOrderTheyCame() {
        add("a", "b", "c");
        assertThat(calls(queue.takeNewest())).containsExactly("b", "c");
        assertThat(queue.jobs()).isEqualTo(1);
        assertThat(calls(queue.takeNewest())).containsExactly("a");
    }

    @Test
    void noCallOvertakesAnEarlierOneOfItsConnection() {
        Object connection = new Object();
        CallContext same = new CallContext(null, connection);
        add(new Submission(same), "a1");
        add("b");
        add(new Submission(same), "a2");
        add(new Submission(same), "a3");
        assertThat(calls(queue.takeNewest())).containsExactly("a1", "a2");
        assertThat(calls(queue.takeNewest())).containsExactly("b", "a3");
    }

    @Test
    void theCallsOfOneCallerStayInOrder() {
        add("a");
        add(new Submission(CallContext.NONE), "b1", "b2", "b3");
        assertThat(calls(queue.takeNewest())).containsExactly("b1", "b2");
    }

    @Test
    void whatIsBegunGoesBeforeTheNewest() {
        Submission begun = new Submission(CallContext.NONE);
        add(begun, "a1", "a2", "a3");
        assertThat(calls(queue.takeOldest())).containsExactly("a1", "a2");
        begun.leaves();
        add("b", "c");
        assertThat(calls(queue.takeNewest())).containsExactly("a3", "c");
    }
}
