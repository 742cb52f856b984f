package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How many workers a tube needs: every broker gives the same number, by what all of them measured. */
@Tag("slow")
class ScaleTest {
    private static final String TUBE = "/v1/tubes/t";
    private static final int MANY = 200;
    /** A broker writes what it measured every 10 s. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @RegisterExtension
    final ServerExtension brokers = new ServerExtension(2);

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, brokers::namespace);

    private final Wire one = Wire.to(brokers, 0);
    private final Wire other = Wire.to(brokers, 1);

    private static JsonObject scale(Wire broker) {
        return broker.get(TUBE + "/scale").is(200).json();
    }

    private static long workers(Wire broker) {
        return scale(broker).getLong("workers");
    }

    private void produce(int count) {
        JsonArray jobs = new JsonArray();
        for (int i = 0; i < count; i++) {
            jobs.add(new JsonObject().put("payload", i));
        }
        one.post(TUBE + "/jobs", jobs.encode()).is(200);
    }

    private void target(long millis) {
        one.put(TUBE, new JsonObject().put("latenessTargetMs", millis).encode());
    }

    @Test
    void anIdleTubeNeedsNobodyAndAnUnknownOneIsNotThere() {
        assertThat(one.get(TUBE + "/scale").is(404).json().getString("code")).isEqualTo("TUBE_NOT_FOUND");
        target(1000);
        assertThat(one.get(TUBE + "/scale").is(200).text())
                .isEqualTo("{\"ready\":0,\"oldestReadyMs\":null,\"workers\":0}");
    }

    @Test
    void aPausedTubeNeedsNobodyAndTheFirstJobsNeedOne() {
        target(60_000);
        produce(3);
        assertThat(scale(one).getLong("ready")).isEqualTo(3);
        assertThat(scale(one).getLong("oldestReadyMs")).isNotNegative();
        assertThat(workers(one)).isEqualTo(1);
        one.post(TUBE + "/consume").is(200);
        assertThat(workers(other)).isEqualTo(2);
        one.post(TUBE + "/pause").is(200);
        assertThat(workers(one)).isEqualTo(1);
    }

    @Test
    void theMeasuredRunTimeSaysHowManyAndTwoBrokersAgree() {
        target(60_000);
        produce(2);
        List<String> acks = new ArrayList<>();
        for (Wire broker : List.of(one, other)) {
            JsonObject job = broker.post(TUBE + "/consume")
                    .is(200)
                    .json()
                    .getJsonArray("jobs")
                    .getJsonObject(0);
            acks.add("/jobs/" + job.getString("id") + "/finish?lease=" + job.getString("lease"));
        }
        // The jobs run for as long as this takes, so that a run takes more than a millisecond.
        long begun = System.nanoTime();
        await().until(() -> System.nanoTime() - begun > Duration.ofMillis(500).toNanos());
        one.post(TUBE + acks.get(0)).is(200);
        other.post(TUBE + acks.get(1)).is(200);

        produce(MANY);
        target(1);
        // Each job needs a worker of its own, once it is known that none of them ends within the target.
        await().atMost(PATIENCE).until(() -> workers(one) >= MANY);
        assertThat(workers(other)).isGreaterThanOrEqualTo(MANY);

        target(600_000);
        long before = workers(one);
        assertThat(before).isPositive().isLessThan(MANY);
        for (int i = 0; i < 5; i++) {
            produce(1000);
        }
        assertThat(workers(one)).isGreaterThan(before);
    }
}
