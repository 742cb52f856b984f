package io.grape.redis;

import static io.grape.redis.TestStore.code;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.TubeName;
import io.grape.core.tube.TubeCreator;
import io.grape.core.tube.TubeSettings;
import io.grape.redis.connection.RedisClientHandle;
import io.grape.redis.script.Script;
import io.grape.redis.script.StoreListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How many tubes somebody may make, whatever comes between the steps of a making. */
final class TubeQuotaTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final TubeCreator SHOP = new TubeCreator("token:shop", 2);
    private static final TubeName A = new TubeName("a");
    private static final TubeName B = new TubeName("b");
    private static final TubeName C = new TubeName("c");

    private final String namespace = TestRedis.newNamespace();
    private final RedisStore store = open("");

    @AfterEach
    void close() {
        store.close();
    }

    /** A store in which something else happens before a tube is made. */
    private RedisStore open(String before) {
        RedisStoreOptions options =
                new RedisStoreOptions(TestRedis.uri(), namespace, TestRedis.newNamespace(), TIMEOUT, TIMEOUT);
        return new RedisStore(
                RedisClientHandle.connect(TestRedis.uri(), TIMEOUT),
                options,
                StoreListener.NONE,
                script -> new Script(
                                script.name(),
                                script.flags(),
                                script.prelude(),
                                (script.name().equals("create") ? before + "\n" : "") + script.body())
                        .text(Script.CLOCK));
    }

    private static CompletionStage<Boolean> create(RedisStore where, TubeName tube) {
        return where.tubes().create(tube, TubeSettings.DEFAULT, SHOP);
    }

    @Test
    void oneThatCouldNotBeMadeDoesNotCount() {
        RedisStore full = open("do return redis.error_reply('OOM no room') end");
        for (TubeName tube : List.of(A, B, C)) {
            assertThat(code(create(full, tube))).contains(ErrorCode.OVERLOADED);
        }
        full.close();
        assertThat(get(store.tubes().names())).isEmpty();
        assertThat(get(create(store, B))).isTrue();
        assertThat(get(create(store, C))).isTrue();
        assertThat(code(create(store, A))).contains(ErrorCode.QUOTA_EXCEEDED);
        assertThat(get(create(store, C))).as("it is there").isFalse();
    }

    /** Its name is struck, as another call for it had failed, and its room is taken before it is made. */
    @Test
    void oneWhoseRoomIsGivenAwayMeanwhileIsNotMade() {
        assertThat(get(create(store, B))).isTrue();
        String registry = "'" + namespace + ":tubes'";
        String made = "'{" + namespace + ":tubes}:made:token:shop'";
        RedisStore late = open("redis.call('SREM', %1$s, 'a') redis.call('SREM', %2$s, 'a')".formatted(registry, made)
                + " redis.call('SADD', %1$s, 'c') redis.call('SADD', %2$s, 'c')".formatted(registry, made));
        assertThat(code(create(late, A))).contains(ErrorCode.QUOTA_EXCEEDED);
        late.close();
        assertThat(get(store.tubes().exists(A))).isFalse();
        assertThat(get(store.tubes().names())).containsExactlyInAnyOrder(B, C);
    }

    /** Nobody answers whether it was made: it counts until somebody deletes it. */
    @Test
    void oneThatIsNotThereIsGivenUpByADelete() {
        RedisStore away = open("do return redis.error_reply('LOADING not yet') end");
        assertThat(code(create(away, A))).contains(ErrorCode.STORE_UNAVAILABLE);
        away.close();
        assertThat(get(create(store, B))).isTrue();
        assertThat(code(create(store, C))).contains(ErrorCode.QUOTA_EXCEEDED);
        assertThat(code(store.tubes().delete(A))).contains(ErrorCode.TUBE_NOT_FOUND);
        assertThat(get(create(store, C))).isTrue();
    }
}
