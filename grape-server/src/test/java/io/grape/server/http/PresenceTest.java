package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Workers that hold a presence stream open, at two brokers with a grace of 2 s. */
@SuppressWarnings("try") // A close is what is tested.
class PresenceTest {
    private static final String WORKER = "worker-0123456789";
    private static final String NAME = "Grape-Worker";
    private static final Duration SOON = Duration.ofSeconds(15);
    /** The grace, and as much again. */
    private static final Duration LONG_ENOUGH = Duration.ofMillis(4500);

    @RegisterExtension
    final ServerExtension brokers = ServerExtension.ofOneAddress(2);

    private Wire first;
    private Wire second;

    @BeforeEach
    void connect() {
        first = Wire.to(brokers, 0);
        second = Wire.to(brokers, 1);
    }

    private static String consume(Wire at) {
        return at.post("/v1/tubes/t/consume", "", NAME, WORKER)
                .is(200)
                .first("jobs")
                .getString("lease");
    }

    private void produce(String id) {
        first.put("/v1/tubes/t/jobs/" + id + "?ttrMs=600000", "1").is(201);
    }

    private JsonObject job(String id) {
        return first.get("/v1/tubes/t/jobs/" + id).is(200).json();
    }

    private void awaitReady(String id) {
        await().atMost(SOON).until(() -> job(id).getString("state").equals("ready"));
        assertThat(job(id).getInteger("attempt")).as("the execution counts").isEqualTo(1);
    }

    private void assertStillHeld(String id) throws InterruptedException {
        Thread.sleep(LONG_ENOUGH.toMillis());
        assertThat(job(id).getString("state")).isEqualTo("retained");
    }

    private int metric(Wire at, String name) {
        return at.get("/metrics")
                .is(200)
                .text()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToInt(line -> (int) Double.parseDouble(line.substring(name.length() + 1)))
                .sum();
    }

    @Test
    void streamCarriesAByteEachSecondAndNamesTheGrace() throws IOException {
        try (WorkerSocket stream = WorkerSocket.open(first.port(), WORKER)) {
            assertThat(stream.head())
                    .contains("Grape-Grace-Ms: 2000", "no-store", "text/plain", "X-Accel-Buffering: no")
                    .doesNotContainIgnoringCase("content-length");
            long start = System.nanoTime();
            for (int i = 0; i < 3; i++) {
                assertThat(stream.heartbeat()).isTrue();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(1500), SOON);
            assertThat(metric(first, "grape_workers_present")).isEqualTo(1);
        }
        await().atMost(SOON).until(() -> metric(first, "grape_workers_present") == 0);
    }

    @Test
    void jobsOfADeadWorkerRunAgainAfterTheGrace() throws InterruptedException {
        produce("a");
        produce("b");
        WorkerSocket stream = WorkerSocket.open(first.port(), WORKER);
        consume(first);
        // The broker that delivers may be another one than that of the stream.
        consume(second);
        stream.reset();
        Thread.sleep(1000);
        assertThat(job("a").getString("state")).as("within the grace").isEqualTo("retained");
        awaitReady("a");
        awaitReady("b");
        assertThat(metric(first, "grape_workers_died_total")).isEqualTo(1);
        assertThat(metric(first, "grape_workers_leases_ended_total")
                        + metric(second, "grape_workers_leases_ended_total"))
                .isEqualTo(2);
    }

    @Test
    void workerThatComesBackKeepsItsJobs() throws InterruptedException {
        produce("a");
        WorkerSocket stream = WorkerSocket.open(first.port(), WORKER);
        consume(first);
        stream.close();
        Thread.sleep(500);
        try (WorkerSocket again = WorkerSocket.open(second.port(), WORKER)) {
            assertThat(again.head()).contains("200");
            assertStillHeld("a");
            again.close();
            awaitReady("a");
        }
    }

    @Test
    void oneOfTwoStreamsIsEnough() throws InterruptedException {
        produce("a");
        WorkerSocket stream = WorkerSocket.open(first.port(), WORKER);
        try (WorkerSocket other = WorkerSocket.open(first.port(), WORKER)) {
            assertThat(other.head()).contains("200");
            consume(first);
            stream.close();
            assertStillHeld("a");
        }
    }

    @Test
    void workerThatStillCallsIsAlive() throws InterruptedException {
        produce("a");
        WorkerSocket stream = WorkerSocket.open(first.port(), WORKER);
        String lease = consume(second);
        stream.close();
        for (int i = 0; i < 10; i++) {
            Thread.sleep(500);
            second.post("/v1/tubes/t/jobs/a/touch?lease=" + lease, "", NAME, WORKER)
                    .is(200);
        }
        assertThat(job("a").getString("state")).isEqualTo("retained");
        awaitReady("a");
    }

    @Test
    void brokerThatShutsDownEndsNoLease() throws IOException, InterruptedException {
        produce("a");
        WorkerSocket stream = WorkerSocket.open(second.port(), WORKER);
        String lease = consume(second);
        brokers.stop(1);
        assertThat(stream.isEnded()).isTrue();
        stream.close();
        assertStillHeld("a");
        // The other broker learns of the lease when the worker renews it there.
        try (WorkerSocket again = WorkerSocket.open(first.port(), WORKER)) {
            first.post("/v1/tubes/t/jobs/a/touch?lease=" + lease, "", NAME, WORKER)
                    .is(200);
            again.reset();
        }
        awaitReady("a");
    }

    @Test
    void jobsThatAreNotHeldAnyMoreAreLeftAlone() throws InterruptedException {
        produce("a");
        produce("b");
        WorkerSocket stream = WorkerSocket.open(first.port(), WORKER);
        String lease = consume(first);
        first.post("/v1/tubes/t/acks", "[{\"id\":\"a\",\"lease\":\"" + lease + "\",\"op\":\"finish\"}]", NAME, WORKER)
                .is(200);
        // Somebody else has b.
        first.post("/v1/tubes/t/consume").is(200);
        assertThat(metric(first, "grape_workers_leases")).isZero();
        stream.close();
        assertStillHeld("b");
    }

    @Test
    void callsWithoutAStreamAreNoEvidence() throws InterruptedException {
        produce("a");
        consume(first);
        assertStillHeld("a");
        assertThat(metric(first, "grape_workers_leases")).isEqualTo(1);
    }

    @Test
    void invalidWorkerIdIsRejected() {
        produce("a");
        first.get("/v1/workers/short/presence").isBadRequest("worker: expected 8 to 64 of A-Z a-z 0-9 _ -");
        first.post("/v1/tubes/t/consume", "", NAME, "a b c d e f").isBadRequest("Grape-Worker: expected 8 to 64");
        first.post("/v1/tubes/t/jobs/a/finish?lease=1", "", NAME, "short").isBadRequest("Grape-Worker");
        assertThat(job("a").getString("state")).isEqualTo("ready");
    }
}
