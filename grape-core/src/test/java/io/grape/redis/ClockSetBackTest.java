package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.JobState;
import io.grape.core.job.TagFilter;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationTask;
import io.grape.core.tube.TubeSettings;
import io.grape.redis.script.StoreListener;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a broker held that died after Redis's clock was set back by a day: others get it no later than without that. */
final class ClockSetBackTest {
    private final String namespace = TestRedis.newNamespace();
    private final RawRedis raw = RawRedis.to(TestRedis.uri());
    private final RedisStore dead = open(Duration.ofSeconds(6));
    private final RedisStore heir = open(Duration.ofMillis(1));

    private RedisStore open(Duration deadAfter) {
        RedisStoreOptions given = TestRedis.options(TestRedis.uri(), namespace);
        return RedisStore.open(
                new RedisStoreOptions(given.uri(), namespace, given.broker(), given.timeout(), deadAfter),
                StoreListener.NONE);
    }

    @AfterEach
    void close() {
        dead.close();
        heir.close();
        raw.close();
    }

    private void setAhead(String key) {
        double ahead = Instant.now().plus(Duration.ofDays(1)).toEpochMilli();
        raw.commands().zrange(key, 0, -1).forEach(member -> raw.commands().zadd(key, ahead, member));
    }

    @Test
    void theTubesOfABrokerPassOn() {
        get(dead.brokers().announce(TUBE));
        get(dead.brokers().heartbeat());
        setAhead("{" + namespace + ":tubes}:brokers");
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() ->
                        assertThat(get(heir.brokers().heartbeat()).adopted()).containsExactly(TUBE));
    }

    @Test
    void anOperationPassesOn() {
        get(dead.tubes().create(TUBE, TubeSettings.DEFAULT));
        get(dead.operations().begin(OperationRequest.of(OperationKind.DELETE, TUBE, JobState.FAILED, TagFilter.ANY)));
        String id = get(dead.operationWork().take()).map(OperationTask::id).orElseThrow();
        setAhead("{" + namespace + ":operations}:live");
        await().atMost(Duration.ofMinutes(1))
                .until(() ->
                        get(heir.operationWork().take()).map(OperationTask::id).equals(Optional.of(id)));
    }
}
