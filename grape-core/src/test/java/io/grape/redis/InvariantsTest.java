package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.JobId;
import io.grape.core.TubeName;
import io.grape.core.job.Acknowledgement.Bury;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InvariantsTest {
    private static final TubeName TUBE = new TubeName("mail");

    private final String namespace = TestRedis.newNamespace();
    private final RedisStore store = TestRedis.open(TestRedis.uri(), namespace);
    private final RedisClient client = RedisClient.create(TestRedis.uri());
    private final StatefulRedisConnection<String, String> connection = client.connect();

    /** One delayed job, one of another priority, one retained and one failed. */
    @BeforeEach
    void fillTheTube() {
        join(store.broker().produce(TUBE, List.of(job("retained"), job("failed"))));
        List<Job> taken = join(store.broker().consume(TUBE, 2, Duration.ZERO)).jobs();
        join(store.broker()
                .acknowledge(
                        TUBE, List.of(new Bury(taken.get(1).id(), taken.get(1).requireLease(), "", null))));
        Due later = Due.after(Duration.ofHours(1));
        join(store.broker()
                .produce(
                        TUBE,
                        List.of(
                                job("delayed").due(later),
                                job("urgent").due(later).priority(7))));
    }

    @AfterEach
    void close() {
        store.close();
        connection.close();
        client.shutdown();
    }

    @Test
    void aTubeThatOnlyTheBrokerTouchedIsFine() {
        assertThatCode(() -> Invariants.check(TestRedis.uri(), namespace)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("damages")
    void damageIsFound(Damage damage) {
        damage.work.accept(new Keyspace(connection.sync(), namespace));
        assertThatThrownBy(() -> Invariants.check(TestRedis.uri(), namespace))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(damage.finding);
    }

    private record Keyspace(RedisCommands<String, String> redis, String namespace) {
        String key(String end) {
            return namespace + ":{" + TUBE + "}:" + end;
        }
    }

    private record Damage(String name, String finding, Consumer<Keyspace> work) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static List<Damage> damages() {
        return List.of(
                new Damage("member without job", "which is no job", to -> to.redis.del(to.key("j:delayed"))),
                new Damage("job in no set", "instead of one set", to -> to.redis.del(to.key("failed"))),
                new Damage(
                        "job in two sets", "instead of one set", to -> to.redis.zadd(to.key("failed"), 1, "delayed")),
                new Damage("job in the set of another priority", "of priority 7 is in delay", to -> {
                    to.redis.zrem(to.key("delay:7"), "urgent");
                    to.redis.zadd(to.key("delay"), 1, "urgent");
                }),
                new Damage("lease twice", "another's too", to -> {
                    String copy = "return redis.call('HSET', KEYS[2], 'x', redis.call('HGET', KEYS[1], 'x'))";
                    String[] keys = {to.key("j:retained"), to.key("j:delayed")};
                    to.redis.eval(copy, ScriptOutputType.INTEGER, keys);
                }),
                new Damage(
                        "lease above the last",
                        "above the tube's last",
                        to -> to.redis.hset(to.key("tube"), "lease", "5")),
                new Damage("retained without lease", "lacks its lease", to -> to.redis.hdel(to.key("j:retained"), "x")),
                new Damage("failed without reason", "has no reason", to -> to.redis.hdel(to.key("j:failed"), "r")),
                new Damage("total wrong", "produced 5", to -> to.redis.hincrby(to.key("tube"), "produced", 1)),
                new Damage("priority forgotten", "is coming at Infinity", to -> to.redis.del(to.key("coming"))),
                new Damage(
                        "priority coming late",
                        "is coming at 1.0E14",
                        to -> to.redis.zadd(to.key("coming"), 1e14, "7")),
                new Damage("urgent with another score", "with score", to -> to.redis.zadd(to.key("urgent"), 3, "7")),
                new Damage("strange field", "fields that no job has", to -> to.redis.hset(to.key("j:failed"), "q", "")),
                new Damage("strange key of a tube", "not one of a tube's", to -> to.redis.set(to.key("stray"), "")),
                new Damage("strange key", "nobody knows", to -> to.redis.set(to.namespace + ":stray", "")),
                new Damage("ttl", "has a TTL", to -> to.redis.expire(to.key("j:failed"), 1000)),
                new Damage(
                        "not registered",
                        "not in the registry",
                        to -> to.redis.srem(to.namespace + ":tubes", TUBE.value())),
                new Damage("tube gone", "does not exist", to -> to.redis.del(to.key("tube"))));
    }

    private static NewJob job(String id) {
        return NewJob.of(new JobId(id), Payload.binary(id.getBytes(UTF_8)));
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
