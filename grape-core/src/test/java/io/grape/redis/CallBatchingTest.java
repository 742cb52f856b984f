package io.grape.redis;

import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Broker;
import io.grape.core.job.ConsumeResult;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Payload;
import io.grape.core.job.Produced;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that are in flight together, on a real Redis: few runs, and each call its own answer. */
class CallBatchingTest {
    private static final TubeName TUBE = new TubeName("busy");
    private static final int CALLS = 200;
    /** The first ones go alone; the rest by a hundred at most, and more of them while the first runs come back. */
    private static final int MANY_RUNS = CALLS / 4;

    private final ConcurrentMap<String, AtomicInteger> runs = new ConcurrentHashMap<>();
    private final RedisStore store = RedisStore.open(
            TestRedis.options(TestRedis.uri(), TestRedis.newNamespace()),
            (call, duration, succeeded) ->
                    runs.computeIfAbsent(call, name -> new AtomicInteger()).incrementAndGet());
    private final Broker broker = store.broker();

    @AfterEach
    void close() {
        store.close();
    }

    private static <T> List<T> atOnce(IntFunction<CompletionStage<T>> call) {
        List<CompletionStage<T>> all = IntStream.range(0, CALLS).mapToObj(call).toList();
        return all.stream().map(stage -> get(stage)).toList();
    }

    private static NewJob job(int number) {
        return NewJob.of(id("j" + number), Payload.binary(("payload " + number).getBytes(UTF_8)));
    }

    private static @Nullable ErrorCode code(ItemResult<?> outcome) {
        GrapeException failure = outcome.failure();
        return failure == null ? null : failure.code();
    }

    private int runs(String script) {
        return runs.getOrDefault(script, new AtomicInteger()).get();
    }

    @Test
    void aWholeLifeOfManyJobsTakesFewRuns() {
        get(broker.produce(TUBE, List.of(job(-1))));
        get(broker.consume(TUBE, 1, Duration.ZERO));
        List<List<ItemResult<Produced>>> produced = atOnce(i -> broker.produce(TUBE, List.of(job(i))));
        assertThat(produced)
                .allSatisfy(
                        outcomes -> assertThat(outcomes.get(0).get().created()).isTrue());
        assertThat(runs("produce")).isLessThan(MANY_RUNS);

        List<ConsumeResult> handouts = atOnce(i -> broker.consume(TUBE, 1, Duration.ZERO));
        assertThat(handouts).allSatisfy(handout -> assertThat(handout.jobs()).hasSize(1));
        List<Job> jobs = handouts.stream().map(handout -> handout.jobs().get(0)).toList();
        assertThat(jobs.stream().map(Job::id).collect(toSet())).hasSize(CALLS);
        assertThat(jobs.stream().map(Job::requireLease).collect(toSet())).hasSize(CALLS);
        assertThat(jobs)
                .allSatisfy(job -> assertThat(new String(job.payload().bytes(), UTF_8))
                        .isEqualTo("payload " + job.id().value().substring(1)));
        assertThat(runs("consume")).isLessThan(MANY_RUNS);

        List<List<ItemResult<Acknowledged>>> finished = atOnce(i -> broker.acknowledge(
                TUBE,
                List.of(new Acknowledgement.Finish(jobs.get(i).id(), jobs.get(i).requireLease()))));
        assertThat(finished)
                .allSatisfy(outcomes -> assertThat(outcomes.get(0).failure()).isNull());
        assertThat(runs("finish")).isLessThan(MANY_RUNS);
    }

    @Test
    void oneBadCallLeavesItsNeighboursAlone() {
        get(broker.produce(TUBE, List.of(job(7), job(8))));
        List<List<ItemResult<Produced>>> produced =
                atOnce(i -> broker.produce(TUBE, List.of(job(i).onDuplicate(OnDuplicate.REJECT))));
        for (int i = 0; i < CALLS; i++) {
            ErrorCode expected = i == 7 || i == 8 ? ErrorCode.DUPLICATE : null;
            assertThat(code(produced.get(i).get(0))).as("job %s", i).isEqualTo(expected);
        }
        List<List<ItemResult<Acknowledged>>> touched =
                atOnce(i -> broker.acknowledge(TUBE, List.of(new Acknowledgement.Touch(id("j" + i), new Lease(1)))));
        assertThat(touched)
                .allSatisfy(outcomes -> assertThat(code(outcomes.get(0))).isEqualTo(ErrorCode.LEASE_LOST));
    }

    @Test
    void theSameIdInManyCallsIsMadeOnce() {
        List<List<ItemResult<Produced>>> produced = atOnce(i -> broker.produce(TUBE, List.of(job(i % 5))));
        assertThat(produced.stream().filter(outcomes -> outcomes.get(0).get().created()))
                .hasSize(5);
    }
}
