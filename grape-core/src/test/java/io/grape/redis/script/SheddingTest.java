package io.grape.redis.script;

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
import io.grape.redis.overload.NodeQueues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What becomes of calls when there are more than can be done. */
class SheddingTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration TARGET = Duration.ofMillis(5);
    private static final Duration INTERVAL = Duration.ofMillis(300);
    private static final int ROOM = 2;
    private static final int MANY_TUBES = 100;

    private final List<Run> runs = new CopyOnWriteArrayList<>();

    private record Run(Lane lane, List<String> calls, CompletableFuture<List<String>> reply) {
        void end() {
            reply.complete(calls);
        }
    }

    /** Each holds up to two calls. */
    private record Lane(SheddingTest test, String tubeName, WorkClass workClass) implements BatchLane<String, String> {
        @Override
        public TubeName tube() {
            return new TubeName(tubeName);
        }

        @Override
        public int jobs(String call) {
            return 1;
        }

        @Override
        public Predicate<String> batchLimiter() {
            int[] taken = {0};
            return call -> ++taken[0] <= ROOM;
        }

        @Override
        public CompletionStage<List<String>> run(List<String> calls, Deadline deadline) {
            Run run = new Run(this, List.copyOf(calls), new CompletableFuture<>());
            test.runs.add(run);
            return run.reply;
        }
    }

    private Lane produce(String tube) {
        return new Lane(this, tube, WorkClass.PRODUCE);
    }

    private Lane finish(String tube) {
        return new Lane(this, tube, WorkClass.ACKNOWLEDGE);
    }

    private static CallBatcher batcher(int maxQueued, Duration target) {
        return batcher(maxQueued, target, Duration.ZERO);
    }

    private static CallBatcher batcher(int maxQueued, Duration target, Duration warmUp) {
        NodeQueues nodes = new NodeQueues(new OverloadOptions(target, INTERVAL, maxQueued, warmUp), StoreListener.NONE);
        return new CallBatcher(Runnable::run, LONG, tube -> "node", nodes);
    }

    private static CompletableFuture<String> submit(CallBatcher batcher, Lane lane, String call) {
        return batcher.submit(lane, call, CallContext.NONE).toCompletableFuture();
    }

    private static void begin(CallBatcher batcher, Lane lane, String call) {
        var unused = submit(batcher, lane, call);
    }

    private static GrapeException failure(CompletableFuture<String> call) {
        return (GrapeException) StoreFailure.unwrapped(
                Objects.requireNonNull(call.handle((done, failure) -> failure).join()));
    }

    private static void assertShed(CompletableFuture<String> call, OverloadReason why) {
        await().until(call::isDone);
        assertThat(failure(call).code()).isEqualTo(ErrorCode.OVERLOADED);
        assertThat(failure(call).overload()).isEqualTo(why);
        assertThat(failure(call).retryAfter()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(3));
    }

    @Test
    void whatWaitsForANodeThatDoesNotReplyIsShedButNoAcknowledgement() {
        CallBatcher batcher = batcher(1000, TARGET);
        CompletableFuture<String> inFlight = submit(batcher, produce("t"), "1");
        CompletableFuture<String> waits = submit(batcher, produce("t"), "2");
        CompletableFuture<String> acknowledges = submit(batcher, finish("t"), "3");
        assertShed(waits, OverloadReason.NODE);
        assertThat(inFlight).isNotDone();
        assertThat(acknowledges).isNotDone();
        runs.get(0).end();
        assertThat(runs.get(1).calls()).containsExactly("3");
        runs.get(1).end();
        assertThat(acknowledges).isCompletedWithValue("3");
    }

    @Test
    void nothingIsKeptWaitingForANodeThatHasNotRepliedForASecond() {
        CallBatcher batcher = batcher(1000, TARGET);
        begin(batcher, produce("t"), "1");
        await().untilAsserted(
                        () -> assertThat(submit(batcher, produce("t"), "2")).isCompletedExceptionally());
        assertShed(submit(batcher, produce("other"), "3"), OverloadReason.NODE);
        assertThat(submit(batcher, finish("other"), "4")).isNotDone();
        assertThat(runs).extracting(Run::calls).contains(List.of("4"));
    }

    @Test
    void whileABrokerWarmsUpNothingIsShedForHavingWaited() {
        CallBatcher batcher = batcher(2, TARGET, Duration.ofSeconds(2));
        CompletableFuture<String> inFlight = submit(batcher, produce("t"), "1");
        CompletableFuture<String> waits = submit(batcher, produce("t"), "2");
        await().during(Duration.ofMillis(1200)).atMost(LONG).until(() -> !waits.isDone());
        CompletableFuture<String> comesLate = submit(batcher, produce("other"), "3");
        assertThat(comesLate).isNotDone();
        // Queues are bounded all the same. Once it is warm, what has waited for too long is shed.
        begin(batcher, produce("t"), "4");
        begin(batcher, produce("t"), "5");
        assertShed(submit(batcher, produce("t"), "6"), OverloadReason.QUEUE);
        assertShed(waits, OverloadReason.NODE);
        assertThat(inFlight).isNotDone();
    }

    @Test
    void aQueueThatIsTooLongTakesNoMore() {
        CallBatcher batcher = batcher(2, LONG);
        for (String call : List.of("1", "2", "3", "4")) {
            assertThat(submit(batcher, produce("t"), call)).isNotDone();
        }
        assertShed(submit(batcher, produce("t"), "5"), OverloadReason.QUEUE);
        assertThat(submit(batcher, finish("t"), "6")).isNotDone();
        runs.get(0).end();
        assertThat(submit(batcher, produce("t"), "7")).isNotDone();
    }

    @Test
    void aHotTubeIsSeenThoughItsNodeIsWell() {
        CallBatcher batcher = batcher(1000, Duration.ofSeconds(10));
        begin(batcher, produce("t"), "1");
        assertThat(batcher.overloaded()).isEmpty();
        CompletableFuture<String> waits = submit(batcher, produce("t"), "2");
        await().until(() -> batcher.overloaded().equals(Set.of(WorkClass.PRODUCE)));
        runs.get(0).end();
        runs.get(1).end();
        assertThat(waits).isCompletedWithValue("2");
        assertThat(batcher.overloaded()).isEmpty();
    }

    /** Each run takes longer than the target, so even the least delay is above it. */
    @Test
    void whileAQueueStandsTheLatestGoFirstInTheOrderTheyCame() {
        CallBatcher batcher = batcher(1000, Duration.ofMillis(200));
        begin(batcher, produce("t"), "first");
        List<CompletableFuture<String>> calls = new ArrayList<>();
        await().until(() -> {
            for (int i = 0; i < ROOM + 1; i++) {
                calls.add(submit(batcher, produce("t"), Integer.toString(calls.size())));
            }
            Run last = runs.get(runs.size() - 1);
            pause(Duration.ofMillis(250));
            last.end();
            return isNewest(runs.get(runs.size() - 1), calls.size());
        });
    }

    private static boolean isNewest(Run run, int count) {
        return run.calls().equals(List.of(Integer.toString(count - 2), Integer.toString(count - 1)));
    }

    private static void pause(Duration time) {
        await().pollDelay(time).atMost(LONG).until(() -> true);
    }

    @Test
    void acknowledgementsOfATubeGoBeforeTheTubesThatWait() {
        CallBatcher batcher = batcher(1000, LONG);
        for (int i = 0; i < MANY_TUBES; i++) {
            begin(batcher, produce("t" + i), "call");
        }
        int before = runs.size();
        assertThat(before).isLessThan(MANY_TUBES);
        begin(batcher, finish("t99"), "ack");
        assertThat(runs).hasSizeGreaterThan(before);
        assertThat(runs.subList(before, runs.size()))
                .extracting(run -> run.lane().tubeName())
                .containsOnly("t99");
    }

    @Test
    void tubesThatWaitForANodeGoInTurn() {
        CallBatcher batcher = batcher(1000, LONG);
        for (int i = 0; i < MANY_TUBES; i++) {
            begin(batcher, produce("t" + i), "call");
        }
        begin(batcher, produce("t0"), "again");
        int at = 0;
        while (at < runs.size()) {
            runs.get(at).end();
            at++;
        }
        assertThat(runs)
                .extracting(run -> run.lane().tubeName())
                .hasSize(MANY_TUBES + 1)
                .endsWith("t0");
    }

    @Test
    void tubesThatMissTheirTargetGoBeforeOthers() {
        NodeQueues nodes = new NodeQueues(new OverloadOptions(LONG, INTERVAL, 1000, Duration.ZERO), StoreListener.NONE);
        CallBatcher batcher = new CallBatcher(Runnable::run, LONG, tube -> "node", nodes);
        for (int i = 0; i < MANY_TUBES; i++) {
            begin(batcher, produce("t" + i), "call");
        }
        assertThat(nodes.waiting()).contains(new TubeName("t99"));
        nodes.late(Set.of(new TubeName("t99")));
        int before = runs.size();
        runs.get(0).end();
        assertThat(runs.subList(before, runs.size()))
                .extracting(run -> run.lane().tubeName())
                .containsExactly("t99");
    }

    @Test
    void aCallWhoseTimeIsOverBeforeItLeavesIsNotDone() {
        CallBatcher batcher = batcher(1000, LONG);
        begin(batcher, produce("t"), "1");
        CallContext hasty = new CallContext(Deadline.in(Duration.ofSeconds(1)), null);
        CompletableFuture<String> late =
                batcher.submit(produce("t"), "2", hasty).toCompletableFuture();
        await().until(late::isDone);
        assertThat(failure(late).code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
        runs.get(0).end();
        assertThat(runs).hasSize(1);
    }

    /** A part of it may be done. */
    @Test
    void whetherACallWasDoneThatHasLeftInPartIsUnknown() {
        CallBatcher batcher = batcher(1000, LONG);
        CallContext hasty = new CallContext(Deadline.in(Duration.ofSeconds(1)), null);
        List<CompletableFuture<String>> parts =
                batcher.submitAll(produce("t"), List.of("1", "2", "3"), new Submission(hasty));
        await().until(() -> parts.stream().allMatch(CompletableFuture::isDone));
        assertThat(parts.stream().map(SheddingTest::failure))
                .extracting(GrapeException::code)
                .containsOnly(ErrorCode.STORE_UNAVAILABLE);
    }

    @Test
    void whetherACallWasDoneWhoseTimeEndsOnTheWayIsUnknown() {
        CallBatcher batcher = batcher(1000, LONG);
        CallContext hasty = new CallContext(Deadline.in(Duration.ofSeconds(1)), null);
        CompletableFuture<String> late =
                batcher.submit(produce("t"), "1", hasty).toCompletableFuture();
        await().until(late::isDone);
        assertThat(failure(late).code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
    }

    @Test
    void whatACallerHasBegunIsNotShed() {
        CallBatcher batcher = batcher(1000, TARGET);
        Submission begun = new Submission(CallContext.NONE);
        List<CompletableFuture<String>> all = batcher.submitAll(produce("t"), List.of("1", "2", "3"), begun);
        CompletableFuture<String> other = submit(batcher, produce("t"), "4");
        assertShed(other, OverloadReason.NODE);
        assertThat(all.get(2)).isNotDone();
        assertThat(batcher.submitAll(produce("t"), List.of("5"), begun).get(0)).isNotDone();
        runs.get(0).end();
        assertThat(runs.get(1).calls()).containsExactly("3", "5");
    }
}
