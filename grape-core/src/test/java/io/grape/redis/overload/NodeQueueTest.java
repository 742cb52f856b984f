package io.grape.redis.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.CallContext;
import io.grape.core.Deadline;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.OverloadReason;
import io.grape.core.TubeName;
import io.grape.core.overload.OverloadOptions;
import io.grape.core.overload.WorkClass;
import io.grape.redis.connection.StoreFailure;
import io.grape.redis.script.StoreListener;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class NodeQueueTest {
    private static final TubeName CALM = new TubeName("calm");
    private static final int FIRST_IN_A_ROW = 8;
    private static final int PERMITS_OF_OTHERS = 48;
    private static final Duration LONG = Duration.ofMinutes(1);

    private final NodeQueues nodes =
            new NodeQueues(new OverloadOptions(LONG, Duration.ofMillis(50), 1000, Duration.ZERO), StoreListener.NONE);
    private final NodeQueues slower = nodes.slower(LONG);
    private final NodeQueue node = nodes.of("node");
    private final Deque<Runnable> taken = new ArrayDeque<>();
    private final List<TubeName> served = new ArrayList<>();

    private void fill() {
        fill(node);
    }

    private void fill(NodeQueue queue) {
        for (int i = 0; !queue.isFull(); i++) {
            queue.enter(new TubeName("full" + i), false, taken::add);
        }
    }

    private void enter(TubeName tube, boolean isFirst) {
        node.enter(tube, isFirst, leave -> {
            served.add(tube);
            taken.add(leave);
        });
    }

    @Test
    void tubesWithAcknowledgementsHaveReservedPermits() {
        fill();
        enter(CALM, false);
        enter(new TubeName("acks"), true);
        assertThat(served).containsExactly(new TubeName("acks"));
    }

    @Test
    void acknowledgementsDoNotStarveOtherTubes() {
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
    void tubeWithAcknowledgementsOvertakesOthers() {
        fill();
        enter(CALM, false);
        enter(new TubeName("other"), false);
        node.raise(new TubeName("other"));
        assertThat(served).containsExactly(new TubeName("other"));
    }

    @Test
    void readWithoutAPermitIsShedAndDoesNotRun() {
        fill();
        List<String> done = new ArrayList<>();
        CompletableFuture<Boolean> read = read(CallContext.NONE, LONG, () -> done.add("done"));
        assertThat(failure(read).code()).isEqualTo(ErrorCode.OVERLOADED);
        assertThat(failure(read).overload()).isEqualTo(OverloadReason.DELAY);
        taken.forEach(Runnable::run);
        assertThat(done).isEmpty();
    }

    private <T> CompletableFuture<T> read(CallContext context, Duration limit, Supplier<T> run) {
        return read(nodes, context, limit, run);
    }

    private static <T> CompletableFuture<T> read(
            NodeQueues there, CallContext context, Duration limit, Supplier<T> run) {
        Deadline deadline = Deadline.in(limit);
        return there.read(
                        "node",
                        new QueuedRead<>(CALM, context, deadline, () -> CompletableFuture.completedStage(run.get())))
                .toCompletableFuture();
    }

    private static GrapeException failure(CompletableFuture<?> read) {
        await().until(read::isDone);
        return (GrapeException) StoreFailure.unwrapped(
                Objects.requireNonNull(read.handle((value, why) -> why).join()));
    }

    @Test
    void readWhoseCallerIsGoneDoesNotRun() {
        NodeQueues patient = new NodeQueues(OverloadOptions.NEVER, StoreListener.NONE);
        fill(patient.of("node"));
        List<String> done = new ArrayList<>();
        CallContext hasty = new CallContext(Deadline.in(Duration.ofMillis(50)), null);
        CompletableFuture<Boolean> read = read(patient, hasty, LONG, () -> done.add("done"));
        assertThat(failure(read).code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
        taken.forEach(Runnable::run);
        assertThat(done).isEmpty();
    }

    @Test
    void readThatGetsItsPermitTooLateDoesNotRun() {
        List<String> done = new ArrayList<>();
        CallContext gone = new CallContext(Deadline.in(Duration.ZERO), null);
        assertThat(failure(read(gone, LONG, () -> done.add("done"))).code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
        assertThat(failure(read(CallContext.NONE, Duration.ZERO, () -> done.add("done")))
                        .code())
                .isEqualTo(ErrorCode.OVERLOADED);
        assertThat(done).isEmpty();
        fill();
        assertThat(taken).as("the reads released their permits").hasSize(PERMITS_OF_OTHERS);
    }

    @Test
    void nearlyFullNodeRefusesReadsAndThenProduces() {
        assertBraked(Map.of());
        nodes.brake("node").memory(0.92);
        assertBraked(Map.of(WorkClass.LOOK, OverloadReason.MEMORY));
        nodes.brake("node").memory(0.97);
        assertBraked(Map.of(WorkClass.LOOK, OverloadReason.MEMORY, WorkClass.PRODUCE, OverloadReason.MEMORY));
        nodes.brake("node").memory(0.5);
        assertBraked(Map.of());
    }

    /** Without them, an operator could not delete anything. */
    @Test
    void fullNodeAcceptsReadsThatFreeMemory() {
        nodes.brake("node").memory(0.99);
        assertThat(freeingRead()).isCompletedWithValue("found");
        assertThat(failure(read(CallContext.NONE, LONG, () -> "read")).overload())
                .isEqualTo(OverloadReason.MEMORY);
        fill();
        assertThat(freeingRead()).as("it needs no place").isCompletedWithValue("found");
        nodes.brake("node").memory(0.5);
        nodes.brake("node").scripts(Brake.Slowness.SLOW);
        assertThat(failure(freeingRead()).overload()).isEqualTo(OverloadReason.NODE);
    }

    private CompletableFuture<String> freeingRead() {
        QueuedRead<String> read =
                QueuedRead.thatFreesMemory(CALM, Deadline.in(LONG), () -> CompletableFuture.completedStage("found"));
        return nodes.read("node", read).toCompletableFuture();
    }

    @Test
    void nodeWithSlowScriptsRefusesReadsAndThenProduces() {
        nodes.brake("node").scripts(Brake.Slowness.SLOW);
        assertBraked(Map.of(WorkClass.LOOK, OverloadReason.NODE));
        nodes.brake("node").scripts(Brake.Slowness.VERY_SLOW);
        assertBraked(Map.of(WorkClass.LOOK, OverloadReason.NODE, WorkClass.PRODUCE, OverloadReason.NODE));
        assertThat(nodes.of("other").refusal(WorkClass.LOOK, System.nanoTime())).isNull();
        nodes.brake("node").scripts(Brake.Slowness.NONE);
        assertBraked(Map.of());
    }

    /** Also where runs wait for replicas. */
    private void assertBraked(Map<WorkClass, OverloadReason> expected) {
        for (WorkClass workClass : WorkClass.values()) {
            assertThat(node.refusal(workClass, System.nanoTime())).isEqualTo(expected.get(workClass));
            assertThat(slower.of("node").refusal(workClass, System.nanoTime())).isEqualTo(expected.get(workClass));
        }
        assertThat(nodes.overloaded()).isEqualTo(expected.keySet());
        assertThat(nodes.used().contains("node"))
                .as("is asked whether it is better")
                .isEqualTo(!expected.isEmpty());
    }

    @Test
    void tubeWhoseSlotMovesDoesNotMarkItsNodeAsSilent() {
        Set<TubeName> moving = ConcurrentHashMap.newKeySet();
        OverloadOptions hasty = new OverloadOptions(Duration.ofMillis(1), LONG, 1000, Duration.ZERO);
        NodeQueue there = new NodeQueues(hasty, StoreListener.NONE, moving::contains).of("node");
        moving.add(CALM);
        there.enter(CALM, false, taken::add);
        long later = System.nanoTime() + LONG.toNanos();
        assertThat(there.refusal(WorkClass.PRODUCE, later)).isNull();
        assertThat(there.isOverloaded(WorkClass.PRODUCE, later)).isFalse();
        moving.clear();
        assertThat(there.refusal(WorkClass.PRODUCE, later)).isEqualTo(OverloadReason.NODE);
        assertThat(there.isOverloaded(WorkClass.PRODUCE, later)).isTrue();
    }

    @Test
    void tubesThatWaitForReplicasAreReportedAsWaiting() {
        fill(slower.of("node"));
        slower.of("node").enter(CALM, false, taken::add);
        assertThat(nodes.waiting()).containsExactly(CALM);
    }

    @Test
    void readThatThrowsReleasesItsPermit() {
        CompletableFuture<String> read = read(CallContext.NONE, LONG, () -> {
            throw new IllegalStateException("told to");
        });
        assertThat(read).isCompletedExceptionally();
        fill();
        assertThat(taken).hasSize(PERMITS_OF_OTHERS);
    }
}
