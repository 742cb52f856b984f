package io.grape.client.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.client.ClientEvents;
import io.grape.client.Codec;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.JobState;
import io.grape.client.NewJob;
import io.grape.client.OnDuplicate;
import io.grape.client.Produced;
import io.grape.client.Tube;
import io.grape.client.TubeLimits;
import io.grape.client.TubeSettings;
import io.grape.client.worker.TestBroker;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Jobs that are produced one by one, at the same time, share calls; each has its own result. */
class SharedCallsTest {
    private static final Tube<String> TUBE = Tube.of("shared", Codec.text());
    private static final int JOBS = 60;
    /** While an answer is on its way, the next jobs come. */
    private static final long LATE_MILLIS = 50;

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger answersToLose = new AtomicInteger();
    private final FaultyWire wire = new FaultyWire(URI.create(broker.address()), LATE_MILLIS, new FaultyWire.Fates() {
        @Override
        public FaultyWire.Fate call(String call) {
            calls.add(call);
            return FaultyWire.Fate.PASSES;
        }

        @Override
        public FaultyWire.Fate answer(String call) {
            boolean isLost = call.startsWith("POST") && answersToLose.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
            return isLost ? FaultyWire.Fate.RESET : FaultyWire.Fate.PASSES;
        }
    });
    private final List<String> outcomes = new CopyOnWriteArrayList<>();
    private final Grape grape = Grape.builder()
            .brokers(wire.uri())
            .events(new ClientEvents() {
                @Override
                public void called(String call, String outcome, Duration took) {
                    outcomes.add(call + " " + outcome);
                }
            })
            .build();

    @AfterEach
    void close() {
        grape.close();
        wire.close();
    }

    private static NewJob<String> job(int number) {
        return NewJob.of("x").id("j" + number).delay(Duration.ofHours(1));
    }

    private List<CompletableFuture<Produced>> produce(Tube<String> tube, List<NewJob<String>> jobs) {
        List<CompletableFuture<Produced>> all = new ArrayList<>();
        for (NewJob<String> job : jobs) {
            all.add(grape.async().produce(tube, job));
        }
        return all;
    }

    private static List<NewJob<String>> jobs() {
        return IntStream.range(0, JOBS).mapToObj(SharedCallsTest::job).toList();
    }

    private static GrapeException failureOf(CompletableFuture<Produced> result) {
        try {
            throw new AssertionError("expected a failure, got "
                    + result.orTimeout(30, TimeUnit.SECONDS).join());
        } catch (CompletionException e) {
            return (GrapeException) Objects.requireNonNull(e.getCause());
        }
    }

    private long count(JobState state) {
        return broker.grape().tubes().status(TUBE.name()).orElseThrow().counts().getOrDefault(state, 0L);
    }

    /** If results were set one after another on one thread, this callback would never return. */
    @Test
    void callbackThatWaitsForAnotherJobOfItsCallHoldsUpNone() {
        List<CompletableFuture<Produced>> results = produce(TUBE, jobs());
        CompletableFuture<String> waiter = results.get(JOBS / 2)
                .thenApply(produced ->
                        produced.id() + " " + results.get(JOBS - 1).join().id());
        for (CompletableFuture<Produced> result : results) {
            result.orTimeout(30, TimeUnit.SECONDS).join();
        }
        assertThat(waiter.orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo("j" + JOBS / 2 + " j" + (JOBS - 1));
        assertThat(calls.stream().filter(call -> call.startsWith("POST")).count())
                .as("shared calls")
                .isBetween(1L, JOBS / 4L);
    }

    @Test
    void jobsThatComeWhileACallIsUnderWayShareTheNext() {
        List<CompletableFuture<Produced>> results = produce(TUBE, jobs());
        for (int i = 0; i < JOBS; i++) {
            Produced produced = results.get(i).orTimeout(30, TimeUnit.SECONDS).join();
            assertThat(produced.id()).isEqualTo("j" + i);
            assertThat(produced.created()).isTrue();
            assertThat(produced.state()).isEqualTo(JobState.DELAYED);
            assertThat(produced.dueAt()).isNotNull();
        }
        assertThat(calls).hasSizeLessThan(JOBS / 3);
        // The event of the last job may come after its caller has its result.
        await().atMost(Duration.ofSeconds(30)).until(() -> outcomes.size() == JOBS);
        assertThat(outcomes).containsOnly("produce ok");
        assertThat(count(JobState.DELAYED)).isEqualTo(JOBS);
    }

    @Test
    void callersThatWaitShareCallsToo() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        List<Produced> all = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 12; i++) {
            int first = i * 5;
            threads.add(new Thread(() ->
                    IntStream.range(first, first + 5).forEach(number -> all.add(grape.produce(TUBE, job(number))))));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(all).hasSize(JOBS).allMatch(Produced::created);
        assertThat(calls).hasSizeLessThan(JOBS);
        assertThat(count(JobState.DELAYED)).isEqualTo(JOBS);
    }

    @Test
    void aCallerAloneDoesNotWaitForOthers() {
        for (int i = 0; i < 5; i++) {
            grape.produce(TUBE, job(i));
        }
        assertThat(calls).hasSize(5).allMatch(call -> call.startsWith("PUT "));
    }

    @Test
    void aJobThatNoBrokerTakesHarmsNoOther() {
        Codec<String> careless = new Codec<>() {
            @Override
            public byte[] encode(String value) {
                return value.getBytes(UTF_8);
            }

            @Override
            public String decode(byte[] bytes) {
                return new String(bytes, UTF_8);
            }

            @Override
            public String contentType() {
                return "application/json";
            }
        };
        Tube<String> tube = Tube.of(TUBE.name(), careless);
        List<NewJob<String>> jobs = new ArrayList<>();
        for (int i = 0; i < JOBS; i++) {
            jobs.add(NewJob.of(i == 20 ? "{" : "{}").id("j" + i).delay(Duration.ofHours(1)));
        }
        List<CompletableFuture<Produced>> results = produce(tube, jobs);
        GrapeException failure = failureOf(results.get(20));
        assertThat(failure.code()).isEqualTo(ErrorCode.BAD_REQUEST);
        assertThat(failure.jobId()).isEqualTo("j20");
        assertThat(failure.status()).isEqualTo(400);
        results.remove(20);
        assertThat(results)
                .allMatch(
                        result -> result.orTimeout(30, TimeUnit.SECONDS).join().created());
        assertThat(count(JobState.DELAYED)).isEqualTo(JOBS - 1);
    }

    @Test
    void aFullTubeRefusesTheJobsThatDoNotFit() {
        broker.grape().tubes().configure(TUBE.name(), TubeSettings.UNCHANGED.limits(TubeLimits.NONE.maxJobs(10)));
        List<CompletableFuture<Produced>> results = produce(TUBE, jobs());
        long refused = results.stream()
                .map(result -> result.handle((produced, failure) -> failure))
                .map(result -> result.orTimeout(30, TimeUnit.SECONDS).join())
                .filter(Objects::nonNull)
                .map(failure -> failure instanceof CompletionException wrapped ? wrapped.getCause() : failure)
                .filter(failure -> failure instanceof GrapeException refusal && refusal.code() == ErrorCode.TUBE_FULL)
                .count();
        assertThat(refused).isEqualTo(JOBS - 10);
        assertThat(count(JobState.DELAYED)).isEqualTo(10);
        await().atMost(Duration.ofSeconds(30)).until(() -> outcomes.size() == JOBS);
        assertThat(outcomes).filteredOn("produce tube_full"::equals).hasSize(JOBS - 10);
    }

    @Test
    void lostResponseIsRetriedWithSameIds() {
        answersToLose.set(1);
        List<CompletableFuture<Produced>> results = produce(TUBE, jobs());
        assertThat(results)
                .allMatch(
                        result -> result.orTimeout(30, TimeUnit.SECONDS).join().state() == JobState.DELAYED);
        assertThat(answersToLose).hasValue(0);
        assertThat(count(JobState.DELAYED)).isEqualTo(JOBS);
    }

    @Test
    void rejectCreatesOneJobPerId() {
        List<NewJob<String>> jobs = IntStream.range(0, JOBS)
                .mapToObj(i -> job(i % 3).onDuplicate(OnDuplicate.REJECT))
                .toList();
        List<CompletableFuture<Produced>> results = produce(TUBE, jobs);
        CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
                .handle((done, failure) -> true)
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
        List<CompletableFuture<Produced>> failed = results.stream()
                .filter(CompletableFuture::isCompletedExceptionally)
                .toList();
        assertThat(failed)
                .hasSize(JOBS - 3)
                .allMatch(result -> failureOf(result).code() == ErrorCode.DUPLICATE);
        assertThat(count(JobState.DELAYED)).isEqualTo(3);
    }

    @Test
    void aCloseEndsWhatWaits() {
        List<CompletableFuture<Produced>> results = produce(TUBE, jobs());
        grape.close();
        assertThat(results)
                .allSatisfy(result -> assertThat(result.handle((produced, failure) -> true)
                                .orTimeout(30, TimeUnit.SECONDS)
                                .join())
                        .isTrue());
        assertThat(failureOf(results.get(0)).code()).isEqualTo(ErrorCode.UNREACHABLE);
    }

    @Test
    void aCancelEndsOneJobOnly() {
        List<CompletableFuture<Produced>> results = produce(TUBE, jobs());
        assertThat(results.get(30).cancel(true)).isTrue();
        results.remove(30);
        assertThat(results)
                .allMatch(
                        result -> result.orTimeout(30, TimeUnit.SECONDS).join().created());
    }
}
