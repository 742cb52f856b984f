package io.grape.redis;

import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.tube.Tube;
import io.grape.redis.script.StoreListener;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** A store with one tube, and steps that wait for their answers with a bound: for tests of what happens to its Redis. */
public final class TestStore implements AutoCloseable {
    public static final TubeName TUBE = new TubeName("orders");
    static final Duration TIMEOUT = Duration.ofMillis(500);

    /** Far longer than any call may take. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final RedisStore store;

    private TestStore(RedisStore store) {
        this.store = store;
    }

    /** Opens a store whose calls may take half a second. */
    public static TestStore open(String uri, String namespace) {
        return open(uri, namespace, TIMEOUT, StoreListener.NONE);
    }

    public static TestStore open(String uri, String namespace, Duration timeout, StoreListener listener) {
        return new TestStore(RedisStore.open(options(uri, namespace, timeout), listener));
    }

    /** One whose scripts read another clock. */
    static TestStore open(String uri, String namespace, Duration timeout, String clock) {
        return new TestStore(RedisStore.open(options(uri, namespace, timeout), StoreListener.NONE, clock));
    }

    private static RedisStoreOptions options(String uri, String namespace, Duration timeout) {
        return new RedisStoreOptions(uri, namespace, UUID.randomUUID().toString(), timeout, Duration.ofSeconds(6));
    }

    public RedisStore store() {
        return store;
    }

    public static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    /** How a call failed, empty when it did not. */
    public static Optional<GrapeException> failure(CompletionStage<?> stage) {
        try {
            get(stage);
            return Optional.empty();
        } catch (CompletionException e) {
            if (e.getCause() instanceof GrapeException ours) {
                return Optional.of(ours);
            }
            throw e;
        }
    }

    public static Optional<ErrorCode> code(CompletionStage<?> stage) {
        return failure(stage).map(GrapeException::code);
    }

    public CompletionStage<?> produceAsync(String id, byte[] payload) {
        return store.broker().produce(TUBE, List.of(NewJob.of(new JobId(id), Payload.binary(payload))));
    }

    public CompletionStage<?> produceAsync(String id) {
        return produceAsync(id, new byte[] {1, 2, 3});
    }

    public void produce(int count) {
        IntStream.range(0, count).forEach(i -> get(produceAsync("job" + i)));
    }

    CompletionStage<List<Job>> consumeAsync(int max) {
        return store.broker().consume(TUBE, max, Duration.ZERO).thenApply(handout -> handout.jobs());
    }

    CompletionStage<Job> takeAsync(String id) {
        return store.broker().take(TUBE, new JobId(id));
    }

    public List<Job> consume(int max) {
        return get(consumeAsync(max));
    }

    CompletionStage<List<ItemResult<Acknowledged>>> finishAsync(List<Job> jobs) {
        return store.broker()
                .acknowledge(
                        TUBE,
                        jobs.stream()
                                .map(job -> new Acknowledgement.Finish(job.id(), job.requireLease()))
                                .toList());
    }

    public void finish(List<Job> jobs) {
        get(finishAsync(jobs)).forEach(outcome -> outcome.get());
    }

    Tube tube() {
        return get(store.tubes().describe(TUBE));
    }

    boolean isUsable() {
        return code(store.check()).isEmpty();
    }

    public void awaitUsable() {
        await().atMost(PATIENCE).until(this::isUsable);
    }

    void awaitUnusable() {
        await().atMost(PATIENCE).until(() -> !isUsable());
    }

    /** Until calls are not even sent. */
    void awaitGivenUp() {
        await().atMost(PATIENCE)
                .until(() -> failure(store.check()).orElseThrow().detail().contains("not connected"));
    }

    @Override
    public void close() {
        store.close();
    }
}
