package io.grape.client.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.grape.client.Acknowledgement;
import io.grape.client.Grape;
import io.grape.client.Lease;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Acknowledgements to a broker that refuses, or hangs, on command: what becomes of one, and of those behind it. */
class AckQueueTest {
    private static final Pattern ID = Pattern.compile("\"id\":\"([a-z]+)\"");
    private static final Duration HOUR = Duration.ofHours(1);

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> endings = new LinkedBlockingQueue<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Timer timer = new Timer("test-timer");
    private final CompletableFuture<Void> firstCame = new CompletableFuture<>();
    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private volatile Set<String> refused = Set.of();
    private volatile String code = "";
    private HttpServer server;
    private Grape grape;
    private AckQueue queue;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/v1/tubes/mails/acks", this::answer);
        server.start();
        grape = Grape.builder()
                .brokers(List.of(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort())))
                .callTimeout(Duration.ofMinutes(5))
                .build();
        queue = new AckQueue(
                acks -> AckSender.Sent.of(grape.async().acknowledgeAll("mails", acks)),
                "mails",
                timer,
                grape::isClosed);
    }

    @AfterEach
    void end() {
        mayAnswer.countDown();
        grape.close();
        timer.close();
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            List<String> ids = ID.matcher(new String(exchange.getRequestBody().readAllBytes(), UTF_8))
                    .results()
                    .map(found -> found.group(1))
                    .toList();
            calls.add(String.join(" ", ids));
            if (firstCame.complete(null)) {
                mayAnswer.await();
            }
            byte[] body = ("{\"results\":["
                            + String.join(",", ids.stream().map(this::result).toList()) + "]}")
                    .getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String result(String id) {
        return refused.contains(id)
                ? "{\"error\":{\"code\":\"" + code + "\",\"detail\":\"told to\"}}"
                : "{\"id\":\"" + id + "\",\"state\":\"retained\"}";
    }

    private void add(String id, Duration ttr, BiConsumer<AckResult, Long> ended) {
        queue.add(new PendingAck(
                new Acknowledgement.Touch(id, new Lease(1)), System.nanoTime() + HOUR.toNanos(), ttr.toNanos(), ended));
    }

    private void add(String id, Duration ttr) {
        add(id, ttr, (ending, sentAt) -> endings.add(id + " " + ending));
    }

    private String ending() throws InterruptedException {
        return String.valueOf(endings.poll(Jobs.PATIENCE.toSeconds(), TimeUnit.SECONDS));
    }

    @Test
    void whatAnEndingThrowsStopsNeitherTheOthersOfItsCallNorTheNextOnes() throws Exception {
        add("first", HOUR);
        firstCame.join();
        add("bad", HOUR, (ending, sentAt) -> {
            throw new AssertionError("as if");
        });
        add("beside", HOUR);
        mayAnswer.countDown();
        assertThat(List.of(ending(), ending())).containsExactly("first DONE", "beside DONE");
        add("next", HOUR);
        assertThat(ending()).isEqualTo("next DONE");
    }

    @Test
    void acknowledgementThatIsAlwaysRefusedIsGivenUpAtOnce() throws Exception {
        mayAnswer.countDown();
        refused = Set.of("a");
        for (String each : List.of("WRONG_STATE", "BAD_REQUEST", "TOO_LARGE")) {
            code = each;
            add("a", HOUR);
            assertThat(ending()).isEqualTo("a GIVEN_UP");
        }
        assertThat(calls).containsExactly("a", "a", "a");
    }

    @Test
    void nothingIsRepeatedOnceTheClientIsClosed() throws Exception {
        grape.close();
        add("a", HOUR);
        assertThat(ending()).isEqualTo("a GIVEN_UP");
        assertThat(calls).isEmpty();
    }

    @Test
    void oneThatIsRefusedIsRepeatedAfterThoseThatWaitAndTheyDoNotWaitForIt() throws Exception {
        refused = Set.of("bad");
        code = "INTERNAL";
        add("bad", HOUR);
        firstCame.join();
        add("good", HOUR);
        mayAnswer.countDown();
        assertThat(ending()).isEqualTo("good DONE");
        assertThat(calls.get(1)).startsWith("good");
        refused = Set.of();
        assertThat(ending()).isEqualTo("bad DONE");
    }

    @Test
    void aCallThatHangsIsGivenUpForTheShorterLeaseThatWaitsBehindIt() throws Exception {
        add("long", HOUR);
        firstCame.join();
        add("short", Duration.ofSeconds(1));
        assertThat(List.of(ending(), ending())).containsExactlyInAnyOrder("long DONE", "short DONE");
    }
}
