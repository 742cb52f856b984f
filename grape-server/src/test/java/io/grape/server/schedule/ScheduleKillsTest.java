package io.grape.server.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.harness.RunningBroker;
import io.grape.redis.TestRedis;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Three brokers tick the same schedules and are killed one after the other. Nothing is consumed, so each occurrence that was
 * made is there in the end. {@code -Dgrape.schedule.ticks=} for more of them.
 */
@Tag("apart")
class ScheduleKillsTest {
    private static final int SCHEDULES = 20;
    private static final int TICKS = Integer.getInteger("grape.schedule.ticks", 200);
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final Duration MOST = SOON.plus(EVERY.multipliedBy(3L * TICKS / SCHEDULES));

    private final String namespace = TestRedis.newNamespace();

    @Test
    void eachOccurrenceIsMadeOnceThoughBrokersAreKilled() {
        List<RunningBroker> brokers = Stream.generate(this::start).limit(3).toList();
        try {
            brokers.forEach(RunningBroker::awaitReady);
            call(brokers.get(0), 201, "PUT", "/v1/tubes/t", "{}");
            for (int i = 0; i < SCHEDULES; i++) {
                call(brokers.get(0), 201, "PUT", "/v1/tubes/t/schedules/s" + i, body());
            }
            int kills = 0;
            while (made(brokers.get(2)) < TICKS) {
                // The third is asked.
                RunningBroker killed = brokers.get(kills % 2);
                killed.kill();
                killed.launch();
                int before = made(brokers.get(2));
                await().atMost(MOST).until(() -> made(brokers.get(2)) >= before + SCHEDULES);
                killed.awaitReady();
                kills++;
            }
            assertThat(kills).isPositive();
            assertEachIsThereOnce(brokers.get(2));
        } finally {
            brokers.forEach(RunningBroker::close);
        }
    }

    private static String body() {
        return "{\"everyMs\":" + EVERY.toMillis() + ",\"missed\":\"all\",\"payload\":1}";
    }

    private RunningBroker start() {
        return RunningBroker.start(
                "--http-port=0", "--redis=" + TestRedis.uri(), "--namespace=" + namespace, "--allow-unsafe-redis=true");
    }

    private static int made(RunningBroker broker) {
        return schedules(broker).stream()
                .mapToInt(one -> one.getInteger("runs"))
                .sum();
    }

    private static List<JsonObject> schedules(RunningBroker broker) {
        return call(broker, 200, "GET", "/v1/tubes/t/schedules", "").getJsonArray("schedules").stream()
                .map(JsonObject.class::cast)
                .toList();
    }

    private static void assertEachIsThereOnce(RunningBroker broker) {
        schedules(broker)
                .forEach(one ->
                        call(broker, 200, "POST", "/v1/tubes/t/schedules/" + one.getString("name") + "/pause", ""));
        TreeMap<String, TreeSet<Instant>> instants = new TreeMap<>();
        List<String> ids = ids(broker);
        for (String id : ids) {
            String[] parts = id.split("~", 2);
            instants.computeIfAbsent(parts[0], name -> new TreeSet<>()).add(Instant.parse(parts[1]));
        }
        for (JsonObject schedule : schedules(broker)) {
            TreeSet<Instant> own = Objects.requireNonNull(instants.get(schedule.getString("name")));
            Duration all = Duration.between(own.first(), own.last());
            assertThat(all).as(schedule.encode()).isEqualTo(EVERY.multipliedBy(own.size() - 1L));
            assertThat(schedule.getInteger("made")).as(schedule.encode()).isEqualTo(own.size());
            assertThat(schedule.getInteger("runs")).as(schedule.encode()).isEqualTo(own.size());
            assertThat(schedule.getInteger("skipped")).as(schedule.encode()).isZero();
        }
        assertThat(ids).hasSizeGreaterThanOrEqualTo(TICKS).doesNotHaveDuplicates();
    }

    private static List<String> ids(RunningBroker broker) {
        List<String> ids = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            String query = "?state=ready&limit=1000" + (cursor == null ? "" : "&cursor=" + cursor);
            JsonObject page = call(broker, 200, "GET", "/v1/tubes/t/jobs" + query, "");
            page.getJsonArray("jobs").forEach(job -> ids.add(((JsonObject) job).getString("id")));
            cursor = page.getString("next");
        } while (cursor != null);
        return ids;
    }

    private static JsonObject call(RunningBroker broker, int status, String method, String path, String body) {
        HttpResponse<String> answer = broker.call(method, path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return new JsonObject(answer.body());
    }
}
