package io.grape.redis;

import static io.grape.catalog.TubeFields.LATENESS_TARGET;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.TubeName;
import io.grape.core.job.ProduceOptions;
import io.grape.core.overload.OverloadOptions;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import io.grape.redis.connection.RedisClientHandle;
import io.grape.redis.overload.NodeQueue;
import io.grape.redis.overload.NodeQueues;
import io.grape.redis.script.Keys;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.script.StoreListener;
import io.grape.redis.script.TubeScripts;
import io.grape.redis.tube.LateTubes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class LateTubesTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final TubeName CALM = new TubeName("calm");
    private static final TubeName LATE = new TubeName("late");

    private final String namespace = TestRedis.newNamespace();
    private final NodeQueues nodes = new NodeQueues(OverloadOptions.NEVER, StoreListener.NONE);
    private final Deque<Runnable> taken = new ArrayDeque<>();
    private final List<TubeName> served = new ArrayList<>();

    @Test
    void aTubeThatMissesItsTargetIsServedBeforeTheOthersThatWait() {
        try (RedisStore store = TestRedis.open(TestRedis.uri(), namespace);
                RedisClientHandle client = RedisClientHandle.connect(TestRedis.uri(), TIMEOUT)) {
            get(store.tubes().create(CALM, TubeSettings.DEFAULT));
            get(store.tubes().create(LATE, TubeSettings.DEFAULT));
            get(store.tubes().configure(LATE, TubeSettingsChange.of(LATENESS_TARGET, Duration.ofMillis(1))));
            get(store.broker().produce(LATE, job("waits"), ProduceOptions.USUAL));
            ScriptRunner runner = new ScriptRunner(
                    client.links(), TIMEOUT, StoreListener.NONE, script -> script.text(SettableClock.LUA));
            TubeScripts scripts = new TubeScripts(runner, new Keys(namespace), Runnable::run, nodes);
            NodeQueue node = nodes.of(scripts.node(LATE));
            fill(node);
            enter(node, CALM);
            enter(node, LATE);
            assertThat(served).isEmpty();
            get(new LateTubes(scripts, nodes).look());
            taken.remove().run();
            assertThat(served).containsExactly(LATE);
            taken.remove().run();
            assertThat(served).containsExactly(LATE, CALM);
        }
    }

    private void fill(NodeQueue node) {
        for (int i = 0; !node.isFull(); i++) {
            node.enter(new TubeName("other" + i), false, taken::add);
        }
    }

    private void enter(NodeQueue node, TubeName tube) {
        node.enter(tube, false, leave -> served.add(tube));
    }
}
