package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.http.RawClient.RawAnswer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A client that minds its own tube, on one connection, and must notice nothing of what others do. */
final class Canary implements AutoCloseable {
    private static final String TUBE = "/v1/tubes/canary";

    private final RawClient client;
    private volatile boolean stopped;
    private final AtomicInteger served = new AtomicInteger();
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    Canary(int port) {
        client = new RawClient(port);
        put("stays?delayMs=3600000", "[1,2,3]");
        Thread thread = new Thread(this::live, "canary");
        thread.setDaemon(true);
        thread.start();
    }

    private void live() {
        try {
            while (!stopped) {
                job("job-" + served.get());
                served.incrementAndGet();
            }
            done.complete(null);
        } catch (AssertionError | RuntimeException e) {
            done.completeExceptionally(e);
        }
    }

    private void job(String id) {
        put(id, "[\"" + id + "\"]");
        RawAnswer taken =
                client.ask("POST", TUBE + "/consume?max=2&waitMs=1000").answer();
        assertThat(taken.body()).containsOnlyOnce("\"id\"").contains("\"id\":\"" + id + "\"", "[\"" + id + "\"]");
        String lease = taken.body().replaceAll(".*\"lease\":\"?(\\d+).*", "$1");
        RawAnswer finished = client.ask("POST", TUBE + "/jobs/" + id + "/finish?lease=" + lease)
                .answer();
        assertThat(finished.status()).as(finished.body()).isEqualTo(200);
    }

    private void put(String job, String payload) {
        client.say("PUT " + TUBE + "/jobs/" + job
                + " HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: " + payload.length()
                + "\r\n\r\n" + payload);
        RawAnswer answer = client.answer();
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    }

    /** Checks that all of its jobs went as they should, and returns how many there were. */
    int stop() {
        stopped = true;
        done.join();
        RawAnswer stays = client.ask("GET", TUBE + "/jobs/stays").answer();
        assertThat(stays.body()).contains("\"state\":\"delayed\"", "\"attempt\":0");
        assertThat(client.ask("GET", TUBE + "/jobs/stays/payload").answer().body())
                .isEqualTo("[1,2,3]");
        return served.get();
    }

    @Override
    public void close() {
        stopped = true;
        client.close();
    }
}
