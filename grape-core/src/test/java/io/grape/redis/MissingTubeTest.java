package io.grape.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.job.NewJob;
import io.grape.core.job.OnMissingTube;
import io.grape.core.job.Payload;
import io.grape.core.job.ProduceOptions;
import io.grape.core.job.Produced;
import io.grape.core.tube.TubeSettings;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who makes a tube, and who does not. */
class MissingTubeTest {
    private static final TubeName TUBE = new TubeName("orders");

    private final String namespace = TestRedis.newNamespace();
    private final RedisStore store = TestRedis.open(TestRedis.uri(), namespace);
    private final RedisClient client = RedisClient.create(TestRedis.uri());
    private final StatefulRedisConnection<String, String> redis = client.connect();

    @AfterEach
    void close() {
        client.shutdown();
        store.close();
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }

    private CompletionStage<List<ItemResult<Produced>>> produce(OnMissingTube onMissing) {
        NewJob job = NewJob.of(new JobId("a"), Payload.binary(new byte[] {1}));
        return store.broker().produce(TUBE, List.of(job), ProduceOptions.USUAL.onMissingTube(onMissing));
    }

    @Test
    void aProduceThatIsNotToMakeItsTubeFailsAndLeavesNothing() {
        assertThatThrownBy(() -> get(produce(OnMissingTube.FAIL)))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.TUBE_NOT_FOUND));
        assertThat(get(store.tubes().names())).isEmpty();
        assertThat(get(store.tubes().create(TUBE, TubeSettings.ENDLESS))).isTrue();
        assertThat(get(store.tubes().describe(TUBE)).count(JobState.READY)).isZero();
    }

    @Test
    void aProduceThatIsNotToMakeItsTubeUsesOneThatExists() {
        get(store.tubes().create(TUBE, TubeSettings.ENDLESS));
        assertThat(get(produce(OnMissingTube.FAIL)).get(0).get().created()).isTrue();
        assertThat(get(store.tubes().describe(TUBE)).settings()).isEqualTo(TubeSettings.ENDLESS);
    }

    @Test
    void aTubeExistsFromItsMakingToItsRemoval() {
        assertThat(get(store.tubes().exists(TUBE))).isFalse();
        get(store.tubes().create(TUBE, TubeSettings.ENDLESS));
        assertThat(get(store.tubes().exists(TUBE))).isTrue();
        get(store.tubes().delete(TUBE));
        assertThat(get(store.tubes().exists(TUBE))).isFalse();
    }

    @Test
    void aTubeThatIsBeingRemovedDoesNotExist() {
        get(store.tubes().create(TUBE, TubeSettings.ENDLESS));
        redis.sync().hset(namespace + ":{orders}:tube", "deleting", "1");
        assertThat(get(store.tubes().exists(TUBE))).isFalse();
    }

    @Test
    void aProduceThatMayMakeItsTubeDoes() {
        assertThat(get(produce(OnMissingTube.CREATE)).get(0).get().created()).isTrue();
        assertThat(get(store.tubes().names())).containsExactly(TUBE);
    }
}
