package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** Consumers whose connection ends with an answer unread, or right after they read it. No test here waits for a ttr: it is 60 s. */
class UnreadResponseTest extends ParkedClientSteps {
    /** Produces a job for a parked client, and returns once its answer is there, unread. */
    private void handOut(RawClient client) {
        other.put("/v1/tubes/t/jobs/a", "x").is(201);
        client.awaitUnread(1);
    }

    /** The job is there for others, as its first execution. */
    private void wentBack() {
        JsonObject job = other.post("/v1/tubes/t/consume?waitMs=20000").is(200).first("jobs");
        assertThat(job.getString("id")).isEqualTo("a");
        assertThat(job.getInteger("attempt")).isEqualTo(1);
    }

    private void staysAway() {
        assertThat(other.post("/v1/tubes/t/consume?waitMs=300").list("jobs")).isEmpty();
        assertThat(count("retained")).isEqualTo(1);
    }

    @Test
    void aClientThatClosesWithItsAnswerUnreadSwallowsNothing() {
        RawClient client = parked(CONSUME);
        handOut(client);
        client.close();
        wentBack();
    }

    @Test
    void aClientOfGrape13ThatClosesWithItsAnswerUnreadSwallowsNothing() {
        handOutTo("GET /api/job/consume?tube=t HTTP/1.1\r\nHost: h\r\n\r\n");
    }

    @Test
    void aClientThatWantsNoOtherAnswerAndClosesWithThisOneUnreadSwallowsNothing() {
        handOutTo("POST /v1/consume?tubes=u,t HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    }

    private void handOutTo(String request) {
        other.put("/v1/tubes/t/jobs/a", "x").is(201);
        new RawClient(wire.port()).say(request).awaitUnread(1).close();
        wentBack();
    }

    @Test
    void whatLiesBehindOneAnotherUnreadGoesBackTogether() {
        other.put("/v1/tubes/t/jobs/c", "x").is(201);
        // The body of one answer is longer than the head of another.
        int both = 2 * other.post("/v1/tubes/t/consume").is(200).text().length();
        other.put("/v1/tubes/t/jobs/a", "x").is(201);
        other.put("/v1/tubes/t/jobs/b", "x").is(201);
        String consume = "POST /v1/tubes/t/consume HTTP/1.1\r\nHost: h\r\n\r\n";
        RawClient client = new RawClient(wire.port()).say(consume + consume).awaitUnread(both);
        client.close();
        await().atMost(SOON).until(() -> count("ready") == 2);
    }

    @Test
    void aClientThatReadItsAnswerKeepsItsJobsWhenItCloses() {
        try (RawClient client = parked(CONSUME)) {
            handOut(client);
            assertThat(client.answer().body()).contains("\"id\":\"a\"");
        }
        staysAway();
    }

    @Test
    void aClientThatClosedItsHalfAfterItsAnswerKeepsItsJobs() {
        try (RawClient client = parked(CONSUME)) {
            handOut(client);
            client.halfClose();
            assertThat(client.rest()).contains("\"id\":\"a\"");
        }
        staysAway();
    }

    @Test
    void aClientThatAskedForSomethingElseSinceKeepsItsJobs() {
        try (RawClient client = parked(CONSUME)) {
            handOut(client);
            client.answer();
            client.ask("GET", "/version").answer();
            client.ask("GET", "/version");
            client.reset();
        }
        staysAway();
    }
}
