package io.grape.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.harness.RunningBroker;
import io.grape.redis.TestRedis;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A broker of 96 MB serves others, whatever its clients do. */
@Tag("apart")
final class SmallHeapTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String CROWD = "127.0.0.2";
    private static final String OTHER = "127.0.0.3";
    private static final int PIPELINE = 10_000;
    private static final int DEAF = 5;
    private static final int WATCHING = 200;

    private final List<WireClient> clients = new ArrayList<>();
    private final RunningBroker broker = RunningBroker.start(
                    Map.of("JAVA_TOOL_OPTIONS", "-Xmx96m"),
                    "--http-port=0",
                    "--beanstalkd-port=0",
                    "--redis=" + TestRedis.uri(),
                    "--namespace=" + TestRedis.newNamespace(),
                    "--allow-unsafe-redis=true",
                    "--redis-timeout-ms=30000",
                    "--max-connections=1200",
                    "--max-connections-per-address=1100")
            .awaitReady();

    private WireClient client(String address) {
        WireClient client = WireClient.from(address, broker.beanstalkdAddress().getPort());
        clients.add(client);
        return client;
    }

    @AfterEach
    void close() {
        clients.forEach(WireClient::close);
        await().atMost(SOON).ignoreExceptions().until(() -> connections() == 1);
        assertThat(broker.terminate()).isZero();
        assertThat(broker.out()).doesNotContain(" ERROR ", "LEAK");
        assertThat(broker.err()).doesNotContain("LEAK", "OutOfMemory");
        broker.close();
    }

    /** That of who asks, too. */
    private int connections() {
        try (WireClient asking = WireClient.to(broker.beanstalkdAddress().getPort())) {
            return Integer.parseInt(asking.field("stats", "current-connections"));
        }
    }

    private void assertThatOthersAreServed() {
        WireClient other = client(OTHER);
        other.call("use others");
        other.call("watch others");
        other.call("ignore default");
        for (int i = 0; i < 100; i++) {
            long number = other.put("x".repeat(1000));
            assertThat(other.reserve()).isEqualTo(number);
            assertThat(other.call("delete " + number)).isEqualTo("DELETED");
        }
    }

    @Test
    void halvesOfCommandsAndBodies() {
        String half = "x".repeat(60_000);
        for (int i = 0; i < 500; i++) {
            client(CROWD).send("list-tube-used\r\nput 0 0 60 1000000\r\n" + half);
            client(CROWD).send("stats-tube defau");
        }
        assertThatOthersAreServed();
    }

    /** It goes on until the broker reads no more, and then until its connection is closed. */
    private static void sendOn(WireClient client, String bytes) {
        Thread sending = new Thread(() -> {
            try {
                client.send(bytes);
            } catch (UncheckedIOException closed) {
                // It was closed under it.
            }
        });
        sending.setDaemon(true);
        sending.start();
    }

    private void sendAndNeverRead(String command) {
        String all = command.repeat(PIPELINE);
        for (int i = 0; i < DEAF; i++) {
            sendOn(client(CROWD), all);
        }
        assertThatOthersAreServed();
    }

    @Test
    void thousandsOfPeeksThatAreNotRead() {
        long number = client(OTHER).put("x".repeat(64 * 1024));
        sendAndNeverRead("peek " + number + "\r\n");
    }

    @Test
    void thousandsOfReservesThatAreNotRead() {
        WireClient filling = client(OTHER);
        String body = "x".repeat(16 * 1024);
        for (int i = 0; i < 1000; i++) {
            filling.put(body);
        }
        sendAndNeverRead("reserve-with-timeout 0\r\n");
    }

    @Test
    void thousandsOfStatisticsThatAreNotRead() {
        sendAndNeverRead("stats\r\nlist-tubes\r\nstats-tube default\r\n");
    }

    @Test
    void thousandsOfPutsThatAreNotRead() {
        sendAndNeverRead("put 0 3600 60 5\r\nhello\r\n");
    }

    @Test
    void tubesWithLongNamesThatManyWatch() {
        String watches = IntStream.range(0, 1100)
                .mapToObj(i -> "watch " + "t".repeat(190) + i + "\r\n")
                .reduce("", String::concat);
        List<WireClient> crowd =
                IntStream.range(0, WATCHING).mapToObj(i -> client(CROWD)).toList();
        crowd.forEach(one -> sendOn(one, watches + "reserve-with-timeout 1\r\n"));
        int refused = 0;
        for (WireClient one : crowd) {
            for (int i = 0; i < 1100; i++) {
                String response = one.read();
                refused += response.equals("OUT_OF_MEMORY") ? 1 : 0;
            }
        }
        assertThat(refused).isBetween(WATCHING * 100, WATCHING * 1100);
        assertThatOthersAreServed();
        WireClient watching = crowd.get(0);
        // Its address has its part of the memory, unless another connection left some.
        assertThat(watching.read()).isIn("TIMED_OUT", "OUT_OF_MEMORY");
    }

    @Test
    void jobsThatOneClientReservesAndNeverEnds() {
        WireClient filling = client(OTHER);
        WireClient greedy = client(CROWD);
        String puts = "put 0 0 3600 0\r\n\r\n".repeat(1000);
        String responses = "";
        for (int i = 0; i < 20 && !responses.contains("OUT_OF_MEMORY"); i++) {
            filling.send(puts);
            IntStream.range(0, 1000).forEach(any -> assertThat(filling.read()).startsWith("INSERTED "));
            sendOn(greedy, "reserve-with-timeout 0\r\n".repeat(1000));
            for (int j = 0; j < 1000; j++) {
                String response = greedy.read();
                responses = response.startsWith("RESERVED") ? responses : response;
            }
        }
        assertThat(responses).isEqualTo("OUT_OF_MEMORY");
        assertThatOthersAreServed();
    }

    @Test
    void connectionsBeyondTheLimit() {
        for (int i = 0; i < 1100; i++) {
            client(CROWD);
        }
        assertThat(client(CROWD).isClosed()).isTrue();
        List<WireClient> others =
                IntStream.range(0, 100).mapToObj(i -> client(OTHER)).toList();
        assertThat(others.get(99).call("list-tube-used")).isEqualTo("USING default");
        assertThat(client("127.0.0.4").isClosed()).isTrue();
        clients.get(0).close();
        await().atMost(SOON)
                .ignoreExceptions()
                .until(() -> client("127.0.0.4").call("list-tube-used").equals("USING default"));
    }
}
