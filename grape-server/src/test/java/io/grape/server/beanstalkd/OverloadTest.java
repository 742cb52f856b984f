package io.grape.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.overload.OverloadOptions;
import io.grape.harness.Programs;
import io.grape.harness.RedisNode;
import io.grape.harness.RunningBroker;
import io.grape.process.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverloadTest {
    /** More than are on their way to Redis at a time. */
    private static final int MANY = 600;

    private static final String PUT = "put 0 0 60 1\r\nx\r\n";

    @Test
    void putsThatAreShedAreOutOfMemoryAndTheConnectionStays(@TempDir Path directory) {
        try (RedisNode redis = RedisNode.start(directory, FreePorts.one());
                RunningBroker broker = start(redis);
                WireClient client = WireClient.to(broker.beanstalkdAddress().getPort())) {
            client.send(PUT);
            assertThat(client.read()).startsWith("INSERTED");
            Programs.stop(redis.process());
            client.send(PUT.repeat(MANY));
            assertThat(IntStream.range(0, MANY).mapToObj(at -> client.read()))
                    .contains("OUT_OF_MEMORY")
                    .allMatch(OverloadTest::isKnown);
            Programs.resume(redis.process());
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                client.send(PUT);
                return client.read().startsWith("INSERTED");
            });
        }
    }

    /** Which of several tubes has the best job is asked in turn, too. */
    @Test
    void reservesOfTwoTubesAreShedUnlessTheyWait(@TempDir Path directory) {
        try (RedisNode redis = RedisNode.start(directory, FreePorts.one());
                RunningBroker broker = start(redis, "--redis-timeout-ms=60000");
                WireClient onTheWay = WireClient.to(broker.beanstalkdAddress().getPort());
                WireClient client = WireClient.to(broker.beanstalkdAddress().getPort());
                WireClient waiting = WireClient.to(broker.beanstalkdAddress().getPort())) {
            onTheWay.send(PUT);
            assertThat(onTheWay.read()).startsWith("INSERTED");
            for (WireClient one : List.of(client, waiting)) {
                one.send("watch other\r\n");
                assertThat(one.read()).isEqualTo("WATCHING 2");
            }
            Programs.stop(redis.process());
            onTheWay.send(PUT);
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                client.send("reserve-with-timeout 0\r\n");
                return client.read().equals("OUT_OF_MEMORY");
            });
            waiting.send("reserve-with-timeout 60\r\n");
            client.send("reserve-with-timeout 1\r\n");
            assertThat(client.read()).isEqualTo("OUT_OF_MEMORY");
            Programs.resume(redis.process());
            assertThat(waiting.read()).startsWith("RESERVED");
        }
    }

    private static boolean isKnown(String response) {
        return Stream.of("INSERTED", "OUT_OF_MEMORY", "INTERNAL_ERROR").anyMatch(response::startsWith);
    }

    private static RunningBroker start(RedisNode redis, String... options) {
        return RunningBroker.start(
                        Map.of(
                                "GRAPE_OVERLOAD_TARGET_MS",
                                Long.toString(OverloadOptions.USUAL.target().toMillis()),
                                "GRAPE_BEANSTALKD_PORT",
                                "0"),
                        Stream.concat(
                                        Stream.of(
                                                "--http-port=0", "--redis=" + redis.uri(), "--allow-unsafe-redis=true"),
                                        Stream.of(options))
                                .toArray(String[]::new))
                .awaitReady();
    }
}
