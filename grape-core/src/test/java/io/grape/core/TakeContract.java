package io.grape.core;

import static io.grape.core.ContractSteps.acknowledgement;
import static io.grape.core.ContractSteps.assertFailed;
import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.assertSame;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.tube.TubeSettings;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** Taking one job by its id. */
public interface TakeContract extends ContractSteps {
    Duration SECOND = Duration.ofSeconds(1);

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"RETAINED", "GATED", "FINISHED"})
    default void aJobIsTakenFromAnyStateButRetained(JobState from) {
        timeIs(T0);
        Job before = make("a", from);
        long consumed = describe().total(TubeCounter.CONSUMED);
        timeIs(T0.plusSeconds(5));
        Job taken = take("a");
        assertThat(taken.state()).isEqualTo(JobState.RETAINED);
        assertThat(taken.noe()).isEqualTo(before.noe() + 1);
        assertThat(taken.leaseUntil()).isEqualTo(T0.plusSeconds(5).plus(taken.ttr()));
        assertThat(taken.dueAt()).isEqualTo(before.dueAt());
        assertThat(taken.reason()).isNull();
        assertThat(taken.payload().bytes()).isEqualTo(before.payload().bytes());
        assertThat(peek("a")).usingRecursiveComparison().isEqualTo(taken);
        assertThat(describe().count(JobState.RETAINED)).isEqualTo(1);
        assertThat(describe().total(TubeCounter.CONSUMED)).isEqualTo(consumed + 1);
        timeIs(T0.plus(HOUR));
        assertThat(ids(consume(10))).containsExactly("a");
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"RETAINED", "GATED", "FINISHED"})
    default void whatWasTakenIsAcknowledgedLikeAnyDelivery(JobState from) {
        for (String id : List.of("finished", "released", "buried", "touched")) {
            make(id, from);
        }
        finish(take("finished"));
        assertGone("finished");
        release(take("released"), HOUR);
        assertThat(stateOf("released")).isEqualTo(JobState.DELAYED);
        assertThat(peek("released").delay()).isEqualTo(HOUR);
        bury(take("buried"), "no good");
        assertThat(peek("buried").reason()).isEqualTo("no good");
        assertThat(touch(take("touched")).state()).isEqualTo(JobState.RETAINED);
    }

    @Test
    default void aRetainedJobIsNotTaken() {
        make("a", JobState.RETAINED);
        Look before = look("a");
        assertFails(broker().take(tube(), id("a")), ErrorCode.WRONG_STATE);
        assertSame(look("a"), before);
        take(produce("b").id().value());
        assertFails(broker().take(tube(), id("b")), ErrorCode.WRONG_STATE);
    }

    @Test
    default void whatIsNotThereCannotBeTaken() {
        assertFails(broker().take(tube(), id("a")), ErrorCode.TUBE_NOT_FOUND);
        assertThat(get(tubes().exists(tube()))).isFalse();
        create(TubeSettings.DEFAULT);
        assertFails(broker().take(tube(), id("a")), ErrorCode.JOB_NOT_FOUND);
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"RETAINED", "GATED", "FINISHED"})
    default void aPauseDoesNotRefuseIt(JobState from) {
        make("a", from);
        get(tubes().pause(tube(), HOUR, "maintenance"));
        assertThat(take("a").state()).isEqualTo(JobState.RETAINED);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1023, 1025, 4_294_967_295L})
    default void aJobOfAnyPriorityIsTaken(long priority) {
        timeIs(T0);
        produceAll(
                job("ready").priority(priority),
                job("next").priority(priority),
                delayed("delayed", HOUR).priority(priority),
                job("usual"));
        assertThat(take("ready").priority()).isEqualTo(priority);
        assertThat(take("delayed").priority()).isEqualTo(priority);
        assertThat(drain()).containsExactlyInAnyOrder("next", "usual");
    }

    @Test
    default void theLastJobOfAPriorityIsTaken() {
        timeIs(T0);
        produceAll(job("a").priority(7), delayed("b", HOUR).priority(9), job("usual"));
        take("a");
        take("b");
        assertThat(drain()).containsExactly("usual");
        produceAll(job("c").priority(7), job("d").priority(9));
        assertThat(drain()).containsExactly("c", "d");
    }

    @Test
    default void aDelayedJobIsNotDeliveredAgainWhenItWouldHaveBeenDue() {
        timeIs(T0);
        produce(delayed("a", SECOND).ttr(HOUR));
        take("a");
        timeIs(T0.plusSeconds(2));
        assertThat(consume(10)).isEmpty();
    }

    @Test
    default void aJobWhoseAttemptsAreSpentIsTakenAndFailsAgain() {
        timeIs(T0);
        for (String id : List.of("released", "expired", "finished")) {
            produce(job(id).maxAttempts(1).ttr(SECOND));
            release(consume(), Duration.ZERO);
            assertThat(peek(id).reason()).isEqualTo("attempts are spent");
        }
        Job finished = take("finished");
        assertThat(finished.noe()).isEqualTo(2);
        finish(finished);
        assertThat(release(take("released"), Duration.ZERO).state()).isEqualTo(JobState.FAILED);
        take("expired");
        timeIs(T0.plusSeconds(1));
        expireLeases();
        for (String id : List.of("released", "expired")) {
            assertThat(peek(id).state()).isEqualTo(JobState.FAILED);
            assertThat(peek(id).noe()).isEqualTo(2);
            assertThat(peek(id).reason()).isEqualTo("attempts are spent");
            assertThat(kick(id, Duration.ZERO)).isTrue();
            assertThat(take(id).noe()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"RETAINED", "GATED", "FINISHED"})
    default void aJobWhoseLeaseRunsOutIsReady(JobState from) {
        timeIs(T0);
        Duration ttr = make("a", from).ttr();
        take("a");
        timeIs(T0.plus(ttr));
        assertThat(stateOf("a")).isEqualTo(JobState.READY);
        assertThat(expireLeases().expired()).isEqualTo(1);
        assertThat(peek("a").dueAt()).isEqualTo(T0.plus(ttr));
        assertThat(consume().id()).isEqualTo(id("a"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    default void aLeaseThatRanOutHoldsNothing(boolean noticed) {
        timeIs(T0);
        Job stale = handOut(job("a").ttr(SECOND));
        timeIs(T0.plus(SECOND));
        if (noticed) {
            expireLeases();
        }
        Job taken = take("a");
        assertThat(taken.noe()).isEqualTo(2);
        assertThat(taken.dueAt()).isEqualTo(T0.plus(SECOND));
        assertThat(describe().total(TubeCounter.EXPIRED)).isEqualTo(1);
        for (Verb verb : List.of(Verb.FINISH, Verb.RELEASE, Verb.BURY, Verb.TOUCH, Verb.HANDBACK)) {
            assertFailed(acknowledge(acknowledgement(verb, id("a"), stale.requireLease())), ErrorCode.LEASE_LOST);
        }
        finish(taken);
    }

    @Test
    default void theLastAttemptWhoseLeaseRanOutIsTakenAsAFailedJob() {
        timeIs(T0);
        handOut(job("a").ttr(SECOND).maxAttempts(1));
        timeIs(T0.plus(SECOND));
        Job taken = take("a");
        assertThat(taken.noe()).isEqualTo(2);
        assertThat(describe().total(TubeCounter.BURIED)).isEqualTo(1);
        handBack(taken);
        assertThat(stateOf("a")).isEqualTo(JobState.FAILED);
        assertThat(peek("a").reason()).isEqualTo("attempts are spent");
    }

    @Test
    default void leasesGrowWithEachDelivery() {
        timeIs(T0);
        Lease last = new Lease(1);
        for (int i = 0; i < 3; i++) {
            make("t" + i, JobState.DELAYED);
            produce("c" + i);
            for (Job job : List.of(take("t" + i), consume())) {
                assertThat(job.requireLease().value()).isGreaterThan(last.value());
                last = job.requireLease();
            }
            timeIs(T0.minusSeconds(i));
        }
    }

    private List<Job> takeIfNobodyHasIt(String id) {
        try {
            return List.of(take(id));
        } catch (GrapeException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.WRONG_STATE);
            return List.of();
        }
    }

    /** Eight callers take and consume the same few jobs, and put them back in every way. */
    @Test
    default void noJobIsUnderTwoLeases() {
        List<String> few = List.of("a", "b", "c", "d");
        produceAll(few.stream().map(id -> job(id).maxAttempts(0).ttr(HOUR)).toArray(NewJob[]::new));
        // An API without a take skips the test here, on its own thread.
        handBack(take("a"));
        Set<JobId> held = ConcurrentHashMap.newKeySet();
        Set<Lease> given = ConcurrentHashMap.newKeySet();
        AtomicInteger undone = new AtomicInteger();
        ExecutorService callers = Executors.newFixedThreadPool(8);
        List<CompletableFuture<Void>> all = IntStream.range(0, 8)
                .mapToObj(caller -> CompletableFuture.runAsync(
                        () -> {
                            Random random = new Random(Seed.value() + caller);
                            for (int round = 0; round < 50; round++) {
                                List<Job> got = random.nextInt(3) == 0
                                        ? consume(1)
                                        : takeIfNobodyHasIt(few.get(random.nextInt(few.size())));
                                for (Job job : got) {
                                    assertThat(held.add(job.id())).as("alone").isTrue();
                                    assertThat(given.add(job.requireLease())).isTrue();
                                    held.remove(job.id());
                                    switch (random.nextInt(4)) {
                                        case 0 -> bury(job, "later");
                                        case 1 -> release(job, HOUR);
                                        case 2 -> release(job, Duration.ZERO);
                                        default -> {
                                            handBack(job);
                                            undone.incrementAndGet();
                                        }
                                    }
                                }
                            }
                        },
                        callers))
                .toList();
        all.forEach(ContractSteps::get);
        callers.shutdown();
        assertThat(describe().total(TubeCounter.CONSUMED)).isEqualTo(given.size() - undone.get());
        assertThat(describe().count(JobState.RETAINED)).isZero();
    }
}
