package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.TubeName;
import io.grape.redis.TestRedis;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What waiting costs Redis, in scripts run. */
class ParkedCostTest {
    private static final int CONSUMERS = 500;
    private static final Duration WINDOW = Duration.ofSeconds(3);
    private static final Pattern SCRIPTS = Pattern.compile("cmdstat_evalsha:calls=([0-9]+)");

    /** In the window there are six beats, six looks at the tube, and two polls; a poll by each consumer would be a thousand. */
    @Test
    void consumersBesideTheFirstOfATubeCostNothing() {
        RedisClient client = RedisClient.create(TestRedis.uri());
        try (Node node = Node.start(TestRedis.newNamespace());
                var redis = client.connect()) {
            for (int i = 0; i < CONSUMERS; i++) {
                node.parked.consume(List.of(new TubeName("orders")), 1, Duration.ofSeconds(30));
            }
            await().until(() -> node.parked.count() == CONSUMERS);
            long before = scripts(redis.sync().info("commandstats"));
            await().pollDelay(WINDOW).until(() -> true);
            assertThat(scripts(redis.sync().info("commandstats")) - before).isLessThan(60);
            assertThat(node.parked.count()).isEqualTo(CONSUMERS);
        } finally {
            client.shutdown();
        }
    }

    private static long scripts(String info) {
        Matcher calls = SCRIPTS.matcher(info);
        return calls.find() ? Long.parseLong(calls.group(1)) : 0;
    }
}
