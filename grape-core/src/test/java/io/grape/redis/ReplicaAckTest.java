package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.failure;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.job.AckLevel;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnDuplicate;
import io.grape.core.job.Payload;
import io.grape.core.job.ProduceOptions;
import io.grape.core.job.Produced;
import io.grape.harness.Directories;
import io.grape.harness.Programs;
import io.grape.harness.RedisNode;
import io.grape.process.FreePorts;
import io.grape.redis.script.StoreListener;
import io.lettuce.core.KillArgs;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A primary and a replica: what is confirmed, and what is not. */
@Tag("apart")
final class ReplicaAckTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final ProduceOptions ONE_REPLICA = ProduceOptions.USUAL.ack(AckLevel.parse("replica:1"));

    private RedisNode primary;
    private RedisNode replica;
    private TestStore store;

    @BeforeEach
    void start() {
        primary = RedisNode.start(Directories.ofBuild(), FreePorts.one(), "--repl-diskless-sync-delay", "0");
        replica = RedisNode.start(Directories.ofBuild(), FreePorts.one(), "--replicaof", "127.0.0.1 " + primary.port());
        awaitReplica();
        store = TestStore.open(primary.uri(), "n", Duration.ofSeconds(5), StoreListener.NONE);
    }

    @AfterEach
    void stop() {
        store.close();
        Stream.of(replica, primary).forEach(RedisNode::kill);
    }

    /** A new replica counts as online before it confirms anything. */
    private void awaitReplica() {
        try (RawRedis redis = RawRedis.to(primary.uri())) {
            await().atMost(PATIENCE).until(() -> {
                redis.commands().set("written", "");
                redis.commands().del("written");
                return redis.commands().waitForReplication(1, 500) == 1;
            });
        }
    }

    private CompletionStage<Produced> produce(String id, ProduceOptions options) {
        return produce(NewJob.of(new JobId(id), Payload.binary(new byte[] {1})), options)
                .thenApply(ItemResult::get);
    }

    private CompletionStage<ItemResult<Produced>> produce(NewJob job, ProduceOptions options) {
        return store.store().broker().produce(TUBE, List.of(job), options).thenApply(outcomes -> outcomes.get(0));
    }

    @Test
    void whatAReplicaConfirmedOutlivesThePrimary() {
        List<CompletableFuture<Produced>> produced = IntStream.range(0, 500)
                .mapToObj(i -> produce("job" + i, ONE_REPLICA).toCompletableFuture())
                .toList();
        CompletableFuture.allOf(produced.toArray(CompletableFuture[]::new))
                .exceptionally(late -> null)
                .join();
        // A busy machine may not confirm in time what was sent at once.
        IntStream.range(0, 500)
                .filter(i -> produced.get(i).isCompletedExceptionally())
                .forEach(i -> await().atMost(PATIENCE)
                        .until(() -> failure(produce("job" + i, ONE_REPLICA)).isEmpty()));
        primary.kill();
        try (RawRedis redis = RawRedis.to(replica.uri())) {
            redis.commands().replicaofNoOne();
        }
        try (TestStore after = TestStore.open(replica.uri(), "n")) {
            assertThat(after.consume(500)).hasSize(500);
        }
    }

    @Test
    void aStoppedReplicaConfirmsNothingAndTheSameCallConfirmsItLater() {
        get(produce("before", ONE_REPLICA));
        Programs.stop(replica.process());
        assertThat(failure(produce("a", ONE_REPLICA))).hasValueSatisfying(failure -> {
            assertThat(failure.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            assertThat(failure.detail())
                    .isEqualTo("job a is stored, not confirmed: expected 1 replicas to have it, got 0;"
                            + " the same call again confirms it");
        });
        assertThat(failure(produce("a", ONE_REPLICA)))
                .as("not by being there already")
                .isPresent();
        Programs.resume(replica.process());
        await().atMost(PATIENCE).until(() -> failure(produce("a", ONE_REPLICA)).isEmpty());
        assertThat(get(produce("a", ONE_REPLICA)).created()).isFalse();
        assertThat(store.consume(10)).hasSize(2);
    }

    @Test
    void aConnectionMadeAnewConfirmsNothingThatTheReplicaLacks() {
        get(produce("before", ONE_REPLICA));
        Programs.stop(replica.process());
        try (RawRedis redis = RawRedis.to(primary.uri())) {
            redis.commands().clientKill(KillArgs.Builder.typeNormal().skipme());
        }
        store.awaitUsable();
        await().atMost(PATIENCE)
                .until(() -> failure(produce("a", ONE_REPLICA))
                        .orElseThrow()
                        .detail()
                        .contains("not confirmed"));
        Programs.resume(replica.process());
    }

    /** A busy machine may take longer for all of it than a produce waits: then once more. */
    @Test
    void whoWaitsForAReplicaHoldsNobodyUp() {
        Programs.stop(replica.process());
        await().atMost(PATIENCE).until(this::othersAreServedWhileOneWaits);
        Programs.resume(replica.process());
    }

    private boolean othersAreServedWhileOneWaits() {
        CompletableFuture<Produced> waiting = produce("a", ONE_REPLICA).toCompletableFuture();
        store.produce(3);
        store.finish(store.consume(3));
        boolean stillWaits = !waiting.isDone();
        assertThat(failure(waiting)).isPresent();
        assertThat(store.consume(4)).hasSize(1);
        return stillWaits;
    }

    @Test
    void moreReplicasThanThereAreConfirmNothing() {
        assertThat(failure(produce("a", ProduceOptions.USUAL.ack(new AckLevel(2)))))
                .hasValueSatisfying(
                        failure -> assertThat(failure.detail()).contains("expected 2 replicas to have it, got 1"));
        assertThat(get(produce("b", ProduceOptions.USUAL)).created()).isTrue();
    }

    @Test
    void aRefusedJobStaysRefusedWhateverReplicasHave() {
        get(produce("a", ONE_REPLICA));
        Programs.stop(replica.process());
        NewJob again = NewJob.of(new JobId("a"), Payload.binary(new byte[] {1})).onDuplicate(OnDuplicate.REJECT);
        assertThat(get(produce(again, ONE_REPLICA)).failure())
                .extracting(GrapeException::code)
                .isEqualTo(ErrorCode.DUPLICATE);
        Programs.resume(replica.process());
    }
}
