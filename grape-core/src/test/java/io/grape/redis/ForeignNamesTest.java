package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.TubeName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Names in the registry that no broker put there. */
final class ForeignNamesTest {
    private final String namespace = TestRedis.newNamespace();
    private TestStore store;
    private RawRedis redis;

    @BeforeEach
    void open() {
        store = TestStore.open(TestRedis.uri(), namespace);
        redis = RawRedis.to(TestRedis.uri());
    }

    @AfterEach
    void close() {
        redis.close();
        store.close();
    }

    @Test
    void oneThatIsNoTubeHidesNoOther() {
        store.produce(1);
        redis.commands().sadd(namespace + ":tubes", "bad name {x}", "-", "");

        assertThat(get(store.store().tubes().names())).containsExactly(TUBE);
        assertThat(store.isUsable()).isTrue();
    }

    @Test
    void oneThatADeadBrokerHadHidesNoOther() {
        redis.commands().sadd("{" + namespace + ":tubes}:broker:dead", "bad tube {", "fresh");
        redis.commands().zadd("{" + namespace + ":tubes}:brokers", 5, "dead");

        assertThat(get(store.store().brokers().heartbeat()).adopted()).containsExactly(new TubeName("fresh"));
    }
}
