package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ContractSteps;
import io.grape.core.TubeName;
import io.grape.core.job.Broker;
import io.grape.core.job.BrokerContract;
import io.grape.core.tube.Tubes;
import io.grape.redis.connection.RedisClientHandle;
import io.grape.redis.script.Args;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Registry;
import io.grape.redis.script.Reply;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.script.StoreListener;
import io.grape.redis.script.TubeKeys;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The law over the storage, and what holds for every storage besides. A subclass names the Redis. After each test the
 * {@link Invariants} are checked and all tubes removed, which must leave nothing behind.
 */
public abstract class RedisContract extends BrokerContract
        implements BrokerRegistryContract,
                AccountsContract,
                QuotasContract,
                RemovedTubeContract,
                PriorityContract,
                WakeUpsContract,
                KeysContract,
                KeyTurnsContract,
                KeyLimitsContract,
                KeyEdgesContract,
                KeyOrderContract,
                KeyRestsContract,
                GatesContract,
                GateHoldsContract,
                GateModesContract,
                SeenSetsContract,
                KeptContract,
                ForgottenJobsContract,
                OverdueJobsContract,
                KeyWeightsContract,
                LatenessTargetContract,
                ScaleContract,
                LargestKeysContract,
                SamplesContract,
                ScheduleContract,
                SchedulesContract,
                TicksContract,
                OverlapContract,
                WaitingRunsContract,
                FailedRunsContract,
                ChangedScheduleContract,
                OperationTagsContract,
                OperationMoveContract,
                AdoptionContract,
                OperationsContract,
                ClockStepContract {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final String namespace = TestRedis.newNamespace();
    private final Keys keys = new Keys(namespace);
    private final List<RedisStore> others = new ArrayList<>();
    private RedisStore store;
    private RedisClientHandle client;
    private ScriptRunner runner;

    /** A Redis of any shape. */
    protected abstract String uri();

    @BeforeAll
    final void connect() {
        store = TestRedis.open(uri(), namespace);
        client = RedisClientHandle.connect(uri(), TIMEOUT);
        runner =
                new ScriptRunner(client.links(), TIMEOUT, StoreListener.NONE, script -> script.text(SettableClock.LUA));
    }

    @AfterAll
    final void disconnect() {
        client.close();
        store.close();
    }

    @AfterEach
    final void leaveNothing() {
        others.forEach(RedisStore::close);
        others.clear();
        Stored stored = Stored.read(redis(), namespace);
        for (TubeName tube : stored.tubes().keySet()) {
            ContractSteps.get(tubes().expireLeases(tube));
            if (ContractSteps.get(tubes().exists(tube))) {
                ContractSteps.get(tubes().delete(tube));
            }
            ContractSteps.get(redis().del(clock(tube)));
        }
        for (byte[] brokers : ContractSteps.get(redis().keys("{" + namespace + ":tubes}:broker*"))) {
            ContractSteps.get(redis().del(brokers));
        }
        assertThat(Invariants.broken(stored)).isEmpty();
        assertThat(Stored.read(redis(), namespace).tubes()).isEmpty();
    }

    @Override
    public final RedisStore store() {
        return store;
    }

    @Override
    public final Broker broker() {
        return store.broker();
    }

    @Override
    public final Tubes tubes() {
        return store.tubes();
    }

    @Override
    public final RedisStore anotherStore(Duration deadAfter) {
        RedisStoreOptions options =
                new RedisStoreOptions(uri(), namespace, UUID.randomUUID().toString(), TIMEOUT, deadAfter);
        RedisStore another = RedisStore.open(options, StoreListener.NONE, SettableClock.LUA);
        others.add(another);
        return another;
    }

    @Override
    public final CompletionStage<Reply> run(Script script, Object... ownArguments) {
        TubeKeys ofTube = keys.tube(tube());
        Args args = new Args().add(ofTube.jobPrefix());
        for (Object argument : ownArguments) {
            args.add(argument.toString());
        }
        return runner.run(script, ofTube.keys(), args);
    }

    @Override
    public final Registry registry() {
        return new Registry(runner, keys);
    }

    @Override
    public final void forgetField(String field) {
        ContractSteps.get(redis().hdel(keys.tube(tube()).keys()[0], field.getBytes(UTF_8)));
    }

    @Override
    public final String fieldOfTheTube(String name) {
        return new String(ContractSteps.get(redis().hget(keys.tube(tube()).keys()[0], name.getBytes(UTF_8))), UTF_8);
    }

    @Override
    public final List<String> keysOfTheTube() {
        String pattern = namespace + ":{" + tube().value() + "}:*";
        return ContractSteps.get(redis().keys(pattern)).stream()
                .map(key -> new String(key, UTF_8))
                .filter(key -> !key.endsWith(":clock"))
                .toList();
    }

    @Override
    public final void timeIs(Instant now) {
        timeIs(tube(), now);
    }

    @Override
    public final void timeIs(TubeName tube, Instant now) {
        byte[] millis = Long.toString(now.toEpochMilli()).getBytes(UTF_8);
        ContractSteps.get(redis().set(clock(tube), millis));
    }

    private RedisClusterAsyncCommands<byte[], byte[]> redis() {
        return client.links().route(new byte[0]).join();
    }

    private byte[] clock(TubeName tube) {
        return SettableClock.key(namespace, tube).getBytes(UTF_8);
    }

    @Test
    void aStoreThatCanRunScriptsPassesItsCheck() {
        ContractSteps.get(store.check());
    }

    @Test
    void namespacesAreApart() {
        try (RedisStore foreign = TestRedis.open(uri(), TestRedis.newNamespace())) {
            produce("a");
            assertThat(ContractSteps.get(foreign.tubes().names())).isEmpty();
            assertThat(ContractSteps.get(foreign.broker().consume(tube(), 1, Duration.ZERO))
                            .jobs())
                    .isEmpty();
        }
    }
}
