package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.code;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.Inconsistency;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.broker.Repair;
import io.grape.core.broker.RepairPass;
import io.grape.core.broker.RepairSlice;
import io.grape.core.job.AckLevel;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Broker;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.JobQuery;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Payload;
import io.grape.core.job.ProduceOptions;
import io.grape.core.job.Produced;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.Tubes;
import io.grape.harness.RedisCluster;
import io.grape.harness.SlotMove;
import io.grape.redis.script.Keys;
import io.grape.redis.script.StoreListener;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** While a slot goes to another node of a Cluster no script sees a part of it, and what is asked meanwhile is done afterwards. */
@Tag("apart")
final class SlotMoveTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration IMPATIENT = Duration.ofMillis(60);
    private static final RepairSlice NOTHING = new RepairSlice(0, null, null, false);
    private static final Duration PATIENT = Duration.ofSeconds(30);

    private final RedisCluster cluster = TestCluster.shared();
    private final String namespace = TestRedis.newNamespace();
    private final byte[] tubeKey = new Keys(namespace).tube(TUBE).keys()[0];
    private TestStore store;
    private TestStore impatient;
    private SlotMove move;
    private Job held;

    @BeforeEach
    void open() {
        cluster.awaitWhole();
        store = TestStore.open(TestCluster.uri(), namespace, PATIENT, StoreListener.NONE);
        impatient = TestStore.open(TestCluster.uri(), namespace, IMPATIENT, StoreListener.NONE);
        fill();
        move = cluster.move(tubeKey);
    }

    @AfterEach
    void close() {
        move.end();
        impatient.close();
        store.close();
    }

    /** Something in each key that a tube can have. */
    private void fill() {
        produce(job("held"), job("buried"));
        List<Job> jobs = store.consume(2);
        held = jobs.get(0);
        acknowledge(new Acknowledgement.Bury(jobs.get(1).id(), Lease.CURRENT, "broken", null));
        produce(job("low").priority(2000), job("late").priority(8).due(Due.after(HOUR)));
        produce(job("a"), job("b"), job("c"), job("delayed").due(Due.after(HOUR)));
        // Looks at the priorities: now there is an index of those that are urgent, too.
        assertThat(store.consume(1)).extracting(job -> job.id().value()).containsExactly("a");
    }

    private static NewJob job(String id) {
        return NewJob.of(new JobId(id), Payload.binary(new byte[] {1}));
    }

    private void produce(NewJob... jobs) {
        get(store.store().broker().produce(TUBE, List.of(jobs))).forEach(ItemResult::get);
    }

    private void acknowledge(Acknowledgement one) {
        get(store.store().broker().acknowledge(TUBE, List.of(one))).forEach(ItemResult::get);
    }

    /** Everything that can be asked of a tube. */
    private Map<String, Supplier<CompletionStage<?>>> calls(TestStore at) {
        Broker broker = at.store().broker();
        Tubes tubes = at.store().tubes();
        Map<String, Supplier<CompletionStage<?>>> calls = new LinkedHashMap<>();
        calls.put("produce", () -> broker.produce(TUBE, List.of(job("new"))));
        calls.put("produce of a live one", () -> broker.produce(TUBE, List.of(job("a"))));
        calls.put("replace", () -> broker.produce(TUBE, List.of(job("low").onDuplicate(OnDuplicate.REPLACE))));
        calls.put(
                "produce that replicas confirm",
                () -> broker.produce(TUBE, List.of(job("confirmed")), ProduceOptions.USUAL.ack(new AckLevel(1))));
        calls.put("consume", () -> broker.consume(TUBE, 10, Duration.ZERO));
        calls.put("take", () -> broker.take(TUBE, new JobId("b")));
        List<Acknowledgement> acknowledgements = List.of(
                new Acknowledgement.Touch(held.id(), held.requireLease()),
                new Acknowledgement.Release(held.id(), held.requireLease(), HOUR, null),
                new Acknowledgement.Bury(held.id(), held.requireLease(), "", null),
                new Acknowledgement.HandBack(held.id(), held.requireLease(), Duration.ZERO),
                new Acknowledgement.Finish(held.id(), held.requireLease()));
        acknowledgements.forEach(one -> calls.put(one.toString(), () -> broker.acknowledge(TUBE, List.of(one))));
        calls.put("kick", () -> broker.kick(TUBE, new JobId("buried"), Duration.ZERO));
        calls.put("kick many", () -> broker.kick(TUBE, 10));
        calls.put("delete", () -> broker.delete(TUBE, new JobId("late"), false));
        calls.put("peek", () -> broker.peek(TUBE, new JobId("b")));
        calls.put("explain", () -> broker.explain(TUBE, new JobId("b")));
        calls.put("list", () -> broker.list(TUBE, new JobQuery(JobState.READY, 10, null)));
        calls.put("create", () -> tubes.create(TUBE, TubeSettings.DEFAULT));
        calls.put("describe", () -> tubes.describe(TUBE));
        calls.put("pause", () -> tubes.pause(TUBE, HOUR, ""));
        calls.put("expireLeases", () -> tubes.expireLeases(TUBE));
        calls.put("delete of the empty tube", () -> tubes.deleteIfEmpty(TUBE));
        calls.put("delete of the tube", () -> tubes.delete(TUBE));
        return calls;
    }

    private record Half(String name, Predicate<String> moved) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Half> halves() {
        Predicate<String> ofJob = end -> end.startsWith("j:");
        return Stream.of(
                new Half("nothing has moved", end -> false),
                new Half("its sets have moved", ofJob.negate()),
                new Half("its jobs have moved", ofJob),
                new Half("its settings have moved", "tube"::equals),
                new Half("all but its settings has moved", end -> !end.equals("tube")),
                new Half("all has moved", end -> true));
    }

    @ParameterizedTest
    @MethodSource("halves")
    void nothingIsDoneInASlotThatIsHalfMoved(Half half) {
        move.begin().move(half.moved);
        Map<String, String> before = move.dump();
        calls(impatient)
                .forEach((name, call) -> assertThat(code(call.get())).as(name).contains(ErrorCode.STORE_UNAVAILABLE));
        assertThat(move.dump()).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("halves")
    void whatIsAskedMeanwhileIsDoneAfterwards(Half half) {
        move.begin().move(half.moved);
        Broker broker = store.store().broker();
        CompletionStage<List<ItemResult<Produced>>> created = broker.produce(TUBE, List.of(job("new")));
        CompletionStage<?> confirmed =
                broker.produce(TUBE, List.of(job("confirmed")), ProduceOptions.USUAL.ack(new AckLevel(1)));
        CompletionStage<?> deleted = broker.delete(TUBE, new JobId("late"), false);
        CompletionStage<List<Job>> consumed = store.consumeAsync(10);
        CompletionStage<List<ItemResult<Acknowledged>>> finished =
                broker.acknowledge(TUBE, List.of(new Acknowledgement.Finish(held.id(), held.requireLease())));
        // One that changes nothing: given up, it may still be done after the move.
        assertThat(code(impatient.store().tubes().describe(TUBE))).contains(ErrorCode.STORE_UNAVAILABLE);
        assertThat(Stream.of(created, confirmed, deleted, consumed, finished))
                .noneMatch(call -> call.toCompletableFuture().isDone());

        move.end();

        assertThat(get(created).get(0).get().created()).isTrue();
        get(confirmed);
        get(deleted);
        assertThat(get(consumed)).extracting(job -> job.id().value()).contains("b", "c", "low");
        get(finished).forEach(ItemResult::get);
        assertThat(store.tube().imbalance()).isZero();
        Invariants.check(TestCluster.uri(), namespace);
    }

    /** The calls of a tube wait for each other. */
    @Test
    void nobodyWaitsForMoreThanOneDeadlineAndWhatWasRefusedIsNeverDone() {
        Duration deadline = Duration.ofSeconds(3);
        move.begin().move(end -> end.startsWith("j:"));
        try (TestStore hasty = TestStore.open(TestCluster.uri(), namespace, deadline, StoreListener.NONE)) {
            List<CompletionStage<Duration>> waits = IntStream.range(0, 6)
                    .mapToObj(i -> i % 2 == 0 ? hasty.consumeAsync(10) : hasty.produceAsync("new" + i))
                    .map(SlotMoveTest::untilRefused)
                    .toList();
            assertThat(waits)
                    .allSatisfy(wait -> assertThat(get(wait)).isLessThan(deadline.plus(deadline.dividedBy(2))));
            move.end();
            hasty.awaitUsable();
        }
        assertThat(store.tube().count(JobState.RETAINED)).isEqualTo(2);
        assertThat(store.consume(10)).extracting(job -> job.id().value()).containsExactly("b", "c", "low");
    }

    private static CompletionStage<Duration> untilRefused(CompletionStage<?> call) {
        long start = System.nanoTime();
        return call.handle((done, failure) -> {
            assertThat(code(CompletableFuture.failedFuture(failure))).contains(ErrorCode.STORE_UNAVAILABLE);
            return Duration.ofNanos(System.nanoTime() - start);
        });
    }

    @Test
    void tubesOfOtherSlotsNoticeNothing() {
        move.begin().move(end -> end.startsWith("j:"));
        CompletionStage<List<Job>> waits = store.consumeAsync(1);
        Broker broker = store.store().broker();
        for (int i = 0; i < 20; i++) {
            TubeName other = new TubeName("other" + i);
            get(store.store().tubes().create(other, TubeSettings.DEFAULT));
            get(broker.produce(other, List.of(job("a")))).forEach(ItemResult::get);
            assertThat(get(broker.consume(other, 1, Duration.ZERO)).jobs()).hasSize(1);
        }
        assertThat(waits.toCompletableFuture()).isNotDone();
        move.end();
        assertThat(get(waits)).hasSize(1);
    }

    /** A replica that takes over from the source knows nothing of the move: all looks whole there, and is not. */
    @Test
    void whatIsAtTheOtherNodeIsSetAsideAndNotCalledLost() {
        move.begin().move(end -> end.equals("j:b") || end.equals("j:held")).forgetAtSource();
        assertThat(store.consume(10)).extracting(job -> job.id().value()).containsExactly("c", "low");
        assertThat(store.tube().missing()).isEqualTo(1);
        assertThat(selfCheck()).isEmpty();
        assertThat(store.tube().missing()).isEqualTo(1);

        move.resume().end();

        assertThat(store.consume(10)).extracting(job -> job.id().value()).containsExactly("b");
        acknowledge(new Acknowledgement.Finish(held.id(), held.requireLease()));
        assertThat(selfCheck()).isEmpty();
        assertThat(store.tube().missing()).isZero();
        assertThat(store.tube().imbalance()).isZero();
        Invariants.check(TestCluster.uri(), namespace);
    }

    /** What it finds wrong in all that there is. Where a slot moves it looks at nothing. */
    private Map<Inconsistency, Integer> selfCheck() {
        Map<Inconsistency, Integer> found = new EnumMap<>(Inconsistency.class);
        RepairPass repairs = store.store().repairs();
        get(repairs.claim());
        boolean isOver = false;
        while (!isOver) {
            RepairSlice slice = get(repairs.next().exceptionally(refused -> NOTHING));
            Repair repair = slice.repair();
            if (repair != null) {
                found.putAll(repair.faults());
            }
            isOver = slice.isLast();
        }
        return found;
    }

    @Test
    void aRegistryThatMovesIsNotTornApartEither() {
        SlotMove ofRegistry =
                cluster.move(new Keys(namespace).registry()[0]).begin().move(end -> end.endsWith("version"));
        CompletionStage<Boolean> made = store.store().tubes().create(new TubeName("new"), TubeSettings.DEFAULT);
        assertThat(code(impatient.store().check())).contains(ErrorCode.STORE_UNAVAILABLE);
        ofRegistry.end();
        assertThat(get(made)).isTrue();
        assertThat(get(store.store().tubes().names())).contains(TUBE, new TubeName("new"));
    }
}
