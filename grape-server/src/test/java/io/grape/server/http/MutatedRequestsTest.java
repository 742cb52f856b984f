package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.Seed;
import io.grape.redis.Invariants;
import io.grape.redis.TestRedis;
import io.grape.server.LogLines;
import io.grape.server.ServerExtension;
import io.grape.server.http.MutatedRequest.End;
import io.grape.server.http.MutatedRequest.Outcome;
import io.grape.server.http.call.RequestSeeds;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Thousands of requests that are nearly good, many at a time, at a broker that serves a canary meanwhile. */
@Tag("slow")
class MutatedRequestsTest {
    private static final int REQUESTS = Integer.getInteger("grape.fuzz.requests", 10_000);
    private static final int AT_A_TIME = 96;
    private static final Duration REQUEST_TIME = Duration.ofMillis(250);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Pattern GAUGE = Pattern.compile("(?m)^(grape_connections_open|grape_consumers_parked) (\\d+)");

    @RegisterExtension
    final ServerExtension server = ServerExtension.ofRequestTime(REQUEST_TIME);

    private final ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();
    private final List<byte[]> seeds = RequestSeeds.all();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final Map<String, Integer> counts = new ConcurrentSkipListMap<>();

    @BeforeEach
    void watchBuffers() {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    }

    @AfterEach
    void watchBuffersAsBefore() {
        ResourceLeakDetector.setLevel(before);
    }

    private int port() {
        return server.uri(0, "/").getPort();
    }

    @Test
    void mutatedRequestsAreAnsweredOrCutAndLeaveNothingBehind() {
        assertThat(seeds).hasSizeGreaterThan(200);
        try (LogLines log = LogLines.of("io.netty", "io.vertx", "io.grape");
                Canary canary = new Canary(port())) {
            sendAll();
            System.out.println("mutated requests: " + counts);
            assertThat(wrong).as("grape.seed=%s", Seed.value()).isEmpty();
            assertThat(canary.stop()).isPositive();
            await().atMost(PATIENCE).until(this::gauges, Map.of("connections_open", 2, "consumers_parked", 0)::equals);
            plantLeakAndAwaitItsReport(log);
            assertThat(log.seen())
                    .filteredOn(line -> line.startsWith("ERROR") && !line.contains("planted"))
                    .isEmpty();
        }
        Invariants.check(TestRedis.uri(), server.namespace());
    }

    private void sendAll() {
        ExecutorService senders = Executors.newFixedThreadPool(AT_A_TIME);
        try {
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                long number = i;
                all.add(CompletableFuture.runAsync(() -> send(number), senders));
            }
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
        } finally {
            senders.shutdownNow();
        }
    }

    /** Each is made from the seed and its number alone, in whatever order they go. */
    private void send(long number) {
        MutatedRequest request = MutatedRequest.of(number, new Mutation(Seed.value() * 31 + number, seeds));
        Outcome outcome = request.send(port(), REQUEST_TIME);
        counts.merge(outcome.end().name(), 1, Integer::sum);
        outcome.statuses().forEach(status -> counts.merge(status.toString(), 1, Integer::sum));
        if (outcome.wrong() != null) {
            wrong.add(outcome.wrong() + "\n  " + request.escaped());
        }
    }

    /** Of the broker, as a connection of its own sees them. */
    private Map<String, Integer> gauges() {
        try (RawClient client = new RawClient(port())) {
            Map<String, Integer> gauges = new TreeMap<>();
            Matcher found = GAUGE.matcher(client.ask("GET", "/metrics").answer().body());
            while (found.find()) {
                gauges.put(found.group(1).replace("grape_", ""), Integer.valueOf(found.group(2)));
            }
            return gauges;
        }
    }

    /** Once the detector tells of a buffer that was lost last, it has told of those that were lost before. */
    private static void plantLeakAndAwaitItsReport(LogLines log) {
        plantLeak();
        await().atMost(PATIENCE).until(() -> {
            System.gc();
            PooledByteBufAllocator.DEFAULT.directBuffer(1).release();
            return log.seen().stream().anyMatch(line -> line.contains("planted"));
        });
    }

    private static void plantLeak() {
        PooledByteBufAllocator.DEFAULT.directBuffer(1).touch("planted");
    }

    @Test
    void everySeedIsAnsweredAndNoneOfThemIsRefusedAsNoHttp() {
        for (byte[] seed : seeds) {
            Outcome outcome = new MutatedRequest(0, List.of(seed)).send(port(), REQUEST_TIME);
            assertThat(outcome.wrong()).isNull();
            assertThat(outcome.end()).isEqualTo(End.CLOSED);
            assertThat(outcome.statuses()).hasSizeBetween(2, 3).doesNotContain(405, 413, 414, 415, 431);
        }
    }
}
