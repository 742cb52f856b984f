package io.grape.redis;

import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.delayed;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.Seed;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.JobQuery;
import io.grape.core.job.NewJob;
import io.grape.core.tube.ExpiryPass;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.Tubes;
import io.grape.redis.connection.StoreFailure;
import io.grape.redis.script.Registry;
import io.grape.redis.script.Script;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Removals that are broken off, and that meet others. */
interface RemovedTubeContract extends StoreContract {
    Script PURGE = Script.ofTube("purge");
    Duration LONG = Duration.ofDays(1);
    Duration SOON = Duration.ofSeconds(10);

    private void fill(int count) {
        List<NewJob> all = IntStream.range(0, count)
                .mapToObj(i ->
                        delayed("j" + i, Duration.ofMillis(i % 2 * 3_600_000L)).priority(1020 + i % 9))
                .toList();
        produceAll(all).forEach(ItemResult::get);
    }

    private static @Nullable ErrorCode codeOf(CompletionStage<?> stage) {
        return stage.<@Nullable ErrorCode>handle((done, failure) -> failure == null
                        ? null
                        : StoreFailure.unwrapped(failure) instanceof GrapeException ours
                                ? ours.code()
                                : ErrorCode.INTERNAL)
                .toCompletableFuture()
                .join();
    }

    @Test
    default void aRemovalThatWasBrokenOffIsEndedByAnotherBroker() {
        fill(1000);
        assertThat(consume(10)).hasSize(10);
        assertThat(get(run(PURGE, "begin", 100)).text(1)).isEqualTo("more");
        assertFails(tubes().describe(tube()), ErrorCode.TUBE_NOT_FOUND);
        assertThat(get(tubes().exists(tube()))).isFalse();
        assertThat(consume(10)).isEmpty();
        assertThat(get(tubes().names())).contains(tube());

        Tubes another = anotherStore(LONG).tubes();
        assertThat(get(another.expireLeases(tube()))).isEqualTo(new ExpiryPass(0, null));
        await().atMost(SOON).untilAsserted(() -> assertThat(keysOfTheTube()).isEmpty());
        assertThat(get(another.names())).doesNotContain(tube());
        assertThat(produce("j1").created()).isTrue();
    }

    @Test
    default void aProduceMeetsABrokenOffRemovalOnceAndThenGetsThrough() {
        fill(300);
        get(run(PURGE, "begin", 100));
        assertFails(broker().produce(tube(), List.of(job("new"))), ErrorCode.OVERLOADED);
        await().atMost(SOON).untilAsserted(() -> assertThat(keysOfTheTube()).isEmpty());
        assertThat(produce("new").created()).isTrue();
        assertThat(keysOfTheTube()).hasSize(3);
    }

    @Test
    default void aTubeThatIsBeingRemovedTakesNothingIn() {
        fill(300);
        get(run(PURGE, "begin", 100));
        assertFails(tubes().create(tube(), TubeSettings.DEFAULT), ErrorCode.OVERLOADED);
        assertFails(tubes().configure(tube(), TubeSettings.DEFAULT.asChange()), ErrorCode.TUBE_NOT_FOUND);
        assertFails(tubes().pause(tube(), null, ""), ErrorCode.TUBE_NOT_FOUND);
        // A create that met the removal may have ended it.
        assertThat(codeOf(tubes().delete(tube()))).isIn(null, ErrorCode.TUBE_NOT_FOUND);
        assertThat(keysOfTheTube()).isEmpty();
    }

    @Test
    default void aRemovalThatAnotherBrokerEndedHasSucceeded() {
        fill(1000);
        Tubes another = anotherStore(LONG).tubes();
        List<CompletionStage<?>> all = List.of(
                tubes().delete(tube()),
                another.delete(tube()),
                another.expireLeases(tube()),
                tubes().expireLeases(tube()));
        // One that comes after the other's end finds no tube.
        all.forEach(one -> assertThat(codeOf(one)).isIn(null, ErrorCode.TUBE_NOT_FOUND));
        assertThat(keysOfTheTube()).isEmpty();
        assertThat(get(tubes().names())).doesNotContain(tube());
    }

    @Test
    default void aRemovalGoesOnWithNoTubeThatWasMadeMeanwhile() {
        fill(10);
        assertThat(get(run(PURGE, "continue", 100)).text(1)).isEqualTo("alive");
        assertThat(get(run(PURGE, "remove", 100)).text(1)).isEqualTo("alive");
        assertThat(peek("j3").id()).isEqualTo(id("j3"));
    }

    /** The answer to the strike is lost with its broker, so that nobody enters the tube once more behind it. */
    @Test
    default void aStrikeThatComesLateStrikesNoTubeThatWasMadeAnew() {
        Registry registry = registry();
        List<String> steps = List.of("begin", "continue");
        for (int seen = 0; seen < steps.size(); seen++) {
            fill(3);
            String early = get(registry.condemn(tube()));
            get(run(PURGE, "begin", 100));
            String late = get(registry.condemn(tube()));
            assertThat(late).as("all removers have the same").isEqualTo(early);
            assertThat(get(run(PURGE, "continue", 100)).text(1)).isEqualTo("empty");
            get(anotherStore(LONG).tubes().expireLeases(tube()));
            await().atMost(SOON).until(() -> keysOfTheTube().isEmpty());
            if (seen == 1) {
                get(registry.condemn(tube()));
            }
            produce("new");
            assertThat(get(registry.strike(tube(), late)).number(1)).isZero();
            assertThat(get(tubes().names())).contains(tube());
            get(tubes().delete(tube()));
            assertThat(get(tubes().names())).doesNotContain(tube());
        }
    }

    /** Its broker died between the making and the second entry, and a strike that was late came in between. */
    @Test
    default void aTubeTakesItsFirstJobOnceItIsInTheRegistry() {
        get(run(Script.ofTube("create"), "hints", tube().value(), "token", "ttr", 60_000, "maxAttempts", 20));
        assertThat(get(tubes().names())).doesNotContain(tube());
        assertThat(consume(1)).isEmpty();
        assertThat(produce("first").created()).isTrue();
        assertThat(get(tubes().names())).contains(tube());
        get(run(Script.ofTube("register"), "of another making"));
        assertThat(produce("second").created()).isTrue();
    }

    @Test
    default void aMakingThatComesLateTellsNoTubeThatWasMadeAfterIt() {
        String hints = "hints";
        get(run(Script.ofTube("create"), hints, tube().value(), "early", "ttr", 60_000, "maxAttempts", 20));
        get(tubes().delete(tube()));
        get(run(Script.ofTube("create"), hints, tube().value(), "late", "ttr", 60_000, "maxAttempts", 20));
        get(run(Script.ofTube("register"), "early"));
        assertThat(get(run(Script.ofTube("produce"), hints, tube().value())).code())
                .isEqualTo("UNREGISTERED");
        get(run(Script.ofTube("register"), "late"));
        assertThat(get(run(Script.ofTube("produce"), hints, tube().value())).code())
                .isEqualTo("OK");
        get(registry().enlist(tube()));
    }

    @Test
    default void makingAndRemovingAtOnceLeavesNoTubeOutsideTheRegistry() {
        Random random = Seed.random();
        Tubes another = anotherStore(LONG).tubes();
        for (int round = 0; round < 300; round++) {
            List<CompletionStage<?>> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Tubes mine = random.nextBoolean() ? tubes() : another;
                all.add(
                        switch (random.nextInt(6)) {
                            case 0 -> mine.create(tube(), TubeSettings.DEFAULT);
                            case 1 -> mine.expireLeases(tube());
                            case 2, 3 -> mine.delete(tube());
                            default -> broker().produce(tube(), List.of(job("j" + i), job("k" + i)));
                        });
            }
            all.forEach(one ->
                    one.toCompletableFuture().exceptionally(refused -> null).join());
            get(tubes().expireLeases(tube()));
            // A removal that still goes on behind all this enters the tube again once it finds it made anew.
            await().atMost(SOON)
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> get(tubes().exists(tube()))
                            ? get(tubes().names()).contains(tube())
                            : keysOfTheTube().isEmpty());
        }
    }

    @Test
    default void onlyATubeWithoutJobsIsRemovedAsEmpty() {
        fill(3);
        assertThat(get(tubes().deleteIfEmpty(tube()))).isFalse();
        assertThat(get(tubes().exists(tube()))).isTrue();
        consume(1).forEach(job -> bury(job, ""));
        get(broker().delete(tube(), id("j1"), true));
        get(broker().delete(tube(), id("j2"), true));
        assertThat(get(tubes().deleteIfEmpty(tube()))).isFalse();
        get(broker().discard(tube(), id("j0")));
        assertThat(get(tubes().deleteIfEmpty(tube()))).isTrue();
        assertFails(tubes().deleteIfEmpty(tube()), ErrorCode.TUBE_NOT_FOUND);
        assertThat(keysOfTheTube()).isEmpty();
    }

    /** Every verb says so; a produce and a making are told to come again. */
    @Test
    default void aTubeThatIsBeingRemovedIsGoneForEveryVerb() {
        fill(300);
        JobId ready = consume(1).get(0).id();
        get(run(PURGE, "begin", 100));
        Lease any = Lease.CURRENT;
        assertFails(broker().peek(tube(), ready), ErrorCode.TUBE_NOT_FOUND);
        assertFails(broker().list(tube(), new JobQuery(JobState.DELAYED, 10, null)), ErrorCode.TUBE_NOT_FOUND);
        assertFails(broker().kick(tube(), ready, Duration.ZERO), ErrorCode.TUBE_NOT_FOUND);
        assertFails(broker().kick(tube(), 10), ErrorCode.TUBE_NOT_FOUND);
        assertFails(broker().delete(tube(), ready, true), ErrorCode.TUBE_NOT_FOUND);
        assertFails(broker().discard(tube(), ready), ErrorCode.TUBE_NOT_FOUND);
        assertFails(broker().take(tube(), ready), ErrorCode.TUBE_NOT_FOUND);
        for (Acknowledgement one : List.of(
                new Acknowledgement.Finish(ready, any),
                new Acknowledgement.Release(ready, any, Duration.ZERO, null),
                new Acknowledgement.Bury(ready, any, "", null),
                new Acknowledgement.Touch(ready, any))) {
            assertFails(broker().acknowledge(tube(), List.of(one)), ErrorCode.TUBE_NOT_FOUND);
        }
        get(tubes().expireLeases(tube()));
        await().atMost(SOON).untilAsserted(() -> assertThat(keysOfTheTube()).isEmpty());
    }
}
