package io.grape.server.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.harness.FakeClock;
import io.grape.harness.RedisNode;
import io.grape.harness.RunningBroker;
import io.grape.process.FreePorts;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three brokers tick the same schedules, and are killed one after the other, while the clock of Redis is stepped forward and
 * back. Nothing is consumed, so each occurrence that was made is there in the end. {@code -Dgrape.schedule.ticks=} for more of
 * them.
 */
@Tag("apart")
class ScheduleKillsTest {
    private static final int SCHEDULES = 20;
    private static final int TICKS = Integer.getInteger("grape.schedule.ticks", 200);
    private static final Duration EVERY = Duration.ofSeconds(1);
    /** Seconds from the real time, one after the other. */
    private static final long[] STEPS = {0, 10, 4, 4, 20, 12, 12, 11, 40, 35};

    private static final Duration SOON = Duration.ofSeconds(90);

    @TempDir
    private Path directory;

    @Test
    void eachOccurrenceIsMadeOnceThoughBrokersAreKilledAndTheClockIsStepped() {
        Optional<FakeClock> clock = FakeClock.at(directory.resolve("clock"));
        try (RedisNode redis = start(clock);
                Brokers brokers = new Brokers(redis.uri())) {
            call(brokers.asked(), 201, "PUT", "/v1/tubes/t", "{}");
            for (int i = 0; i < SCHEDULES; i++) {
                call(brokers.asked(), 201, "PUT", "/v1/tubes/t/schedules/s" + i, body());
            }
            for (int round = 0; made(brokers.asked()) < TICKS || round < 2; round++) {
                RunningBroker killed = brokers.killed(round);
                killed.kill();
                killed.launch();
                long seconds = STEPS[round % STEPS.length];
                clock.ifPresent(one -> one.set(seconds));
                int before = made(brokers.asked());
                await().atMost(SOON).until(() -> made(brokers.asked()) >= before + SCHEDULES);
                killed.awaitReady();
            }
            assertEachIsThereOnce(brokers.asked());
        }
    }

    private RedisNode start(Optional<FakeClock> clock) {
        int port = FreePorts.one();
        return clock.map(one -> RedisNode.start(one, directory, port))
                .orElseGet(() -> RedisNode.start(directory, port));
    }

    /** Three of them. The last is asked, and lives on. */
    private static final class Brokers implements AutoCloseable {
        private final List<RunningBroker> all;

        Brokers(String redis) {
            all = Stream.generate(
                            () -> RunningBroker.start("--http-port=0", "--redis=" + redis, "--allow-unsafe-redis=true"))
                    .limit(3)
                    .toList();
            all.forEach(RunningBroker::awaitReady);
        }

        RunningBroker asked() {
            return all.get(2);
        }

        RunningBroker killed(int round) {
            return all.get(round % 2);
        }

        @Override
        public void close() {
            all.forEach(RunningBroker::close);
        }
    }

    private static String body() {
        return "{\"everyMs\":" + EVERY.toMillis() + ",\"missed\":\"all\",\"payload\":1}";
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
        List<String> ids = new ArrayList<>(ids(broker, "ready"));
        // They were made before the clock was set back.
        ids.addAll(ids(broker, "delayed"));
        for (String id : ids) {
            String[] parts = id.split("~", 2);
            instants.computeIfAbsent(parts[0], name -> new TreeSet<>()).add(Instant.parse(parts[1]));
        }
        for (JsonObject schedule : schedules(broker)) {
            TreeSet<Instant> own = Objects.requireNonNull(instants.get(schedule.getString("name")));
            Duration all = Duration.between(own.first(), own.last());
            assertThat(all).as(schedule.encode()).isEqualTo(EVERY.multipliedBy(own.size() - 1L));
            assertThat(schedule.getInteger("created")).as(schedule.encode()).isEqualTo(own.size());
            assertThat(schedule.getInteger("runs")).as(schedule.encode()).isEqualTo(own.size());
            assertThat(schedule.getInteger("skipped")).as(schedule.encode()).isZero();
        }
        assertThat(ids).hasSizeGreaterThanOrEqualTo(TICKS).doesNotHaveDuplicates();
    }

    private static List<String> ids(RunningBroker broker, String state) {
        List<String> ids = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            String query = "?state=" + state + "&limit=1000" + (cursor == null ? "" : "&cursor=" + cursor);
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
