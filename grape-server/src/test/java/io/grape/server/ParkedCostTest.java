package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.TubeName;
import io.grape.core.tube.TubeSettings;
import io.grape.redis.TestRedis;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What waiting costs Redis, in calls of the broker at which they wait. */
class ParkedCostTest {
    private static final int CONSUMERS = 500;
    private static final int BEATS = 6;
    private static final int MAX_CALLS = 30;

    /** In six beats there are six looks at the tube at the most, and a few polls; a poll by each consumer would be hundreds. */
    @Test
    void consumersBesideTheFirstOfATubeCostNothing() {
        try (Node node = Node.start(TestRedis.newNamespace())) {
            TubeName tube = new TubeName("orders");
            Node.get(node.store.tubes().create(tube, TubeSettings.DEFAULT));
            for (int i = 0; i < CONSUMERS; i++) {
                node.parked.consume(List.of(tube), 1, Duration.ofSeconds(60));
            }
            await().until(() -> node.parked.count() == CONSUMERS && node.calls("consume") > 0);
            long callsBefore = node.calls();
            long beatsBefore = node.calls("heartbeat");
            await().until(() -> node.calls("heartbeat") >= beatsBefore + BEATS);
            assertThat(node.calls() - callsBefore).isBetween((long) BEATS, (long) MAX_CALLS);
            assertThat(node.parked.count()).isEqualTo(CONSUMERS);
        }
    }
}
