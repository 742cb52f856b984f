package io.grape.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.harness.RunningBroker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker with a small heap, asked for large jobs by clients that do not read. */
@Tag("slow")
class SlowReadersTest {
    private static final Map<String, String> SMALL_HEAP = Map.of("JAVA_TOOL_OPTIONS", "-Xmx64m");
    private static final String TUBE = "/v1/tubes/t";
    private static final int JOBS = 20;
    private static final String LIST = "GET " + TUBE + "/jobs?state=ready&limit=1000";
    private static final String CONSUME = "POST " + TUBE + "/consume?max=1000";
    private static final String PEEK = "GET " + TUBE + "/jobs/0";
    private static final String PAYLOAD = "GET " + TUBE + "/jobs/0/payload";
    private static final String OLD_PEEK = "GET /api/job/peek?tube=f&max=1000";

    @TempDir
    private Path data;

    private final List<Socket> readers = new ArrayList<>();
    private RunningBroker broker;

    @BeforeEach
    void start() {
        broker = RunningBroker.start(SMALL_HEAP, "--http-port", "0", "--data-dir", data.toString())
                .awaitReady();
        String payload = "x".repeat(1024 * 1024);
        for (int i = 0; i < JOBS; i++) {
            assertThat(broker.call("PUT", TUBE + "/jobs/" + i, payload).statusCode())
                    .isEqualTo(201);
        }
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket reader : readers) {
            reader.close();
        }
        broker.close();
    }

    /** Asks, and reads no more than a byte. */
    private void ask(int readersOfEach, String... requests) throws IOException {
        for (int i = 0; i < readersOfEach; i++) {
            for (String request : requests) {
                Socket reader = new Socket();
                reader.setReceiveBufferSize(4096);
                reader.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), broker.port()));
                // More than one, as a pipeline.
                reader.getOutputStream()
                        .write((request + " HTTP/1.1\r\nHost: h\r\n\r\n")
                                .repeat(3)
                                .getBytes(ISO_8859_1));
                readers.add(reader);
            }
        }
        for (Socket reader : readers) {
            awaitByte(reader);
        }
    }

    private void awaitByte(Socket reader) throws IOException {
        reader.setSoTimeout((int) RunningBroker.PATIENCE.toMillis());
        try {
            assertThat(reader.getInputStream().read())
                    .as(() -> "stderr: " + broker.err())
                    .isEqualTo('H');
        } catch (SocketTimeoutException e) {
            throw new AssertionError("no answer; stderr: " + broker.err(), e);
        }
    }

    private void standsAndServes() throws IOException {
        assertThat(broker.call("GET", "/health/live", "").statusCode()).isEqualTo(200);
        assertThat(broker.call("GET", "/health/ready", "").statusCode()).isEqualTo(200);
        assertThat(broker.call("PUT", "/v1/tubes/small/jobs/a", "x").statusCode())
                .isEqualTo(201);
        assertThat(broker.call("GET", TUBE, "").body()).contains("\"delayed\":0");
        for (Socket reader : readers) {
            reader.close();
        }
        await().atMost(RunningBroker.PATIENCE)
                .until(() -> broker.call("GET", TUBE, "").body().contains("\"retained\":0"));
        await().atMost(RunningBroker.PATIENCE)
                .until(() -> broker.call("POST", "/v1/tubes/small/consume", "").statusCode() == 200);
        assertThat(pages()).isEqualTo(JOBS);
        assertThat(broker.process().isAlive()).isTrue();
    }

    /** How many jobs a listing has, page by page. */
    private int pages() {
        int found = 0;
        String cursor = "";
        do {
            HttpResponse<String> page = broker.call("GET", TUBE + "/jobs?state=ready&limit=1000" + cursor, "");
            assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
            found += page.body().split("\"id\":", -1).length - 1;
            String next = page.body().replaceAll("(?s).*\"next\":", "").replaceAll("[\"}]", "");
            cursor = next.equals("null") ? "" : "&cursor=" + next;
        } while (!cursor.isEmpty());
        return found;
    }

    @Test
    void theBrokerStandsThoughNobodyReadsWhatItAnswers() throws IOException {
        ask(12, LIST, CONSUME, PEEK, PAYLOAD, OLD_PEEK);
        standsAndServes();
    }

    @Test
    @Tag("long")
    void theBrokerStandsThoughFiveHundredDoNotRead() throws IOException {
        ask(100, LIST, CONSUME, PEEK, PAYLOAD, OLD_PEEK);
        standsAndServes();
    }

    @Test
    void whoReadsGetsItsTurn() {
        List<CompletableFuture<HttpResponse<String>>> listings = IntStream.range(0, 20)
                .mapToObj(i -> broker.send("GET", TUBE + "/jobs?state=ready&limit=1000", ""))
                .toList();
        assertThat(listings)
                .extracting(listing -> listing.join().statusCode())
                .contains(200)
                .isSubsetOf(200, 503);
        assertThat(pages()).isEqualTo(JOBS);
    }
}
