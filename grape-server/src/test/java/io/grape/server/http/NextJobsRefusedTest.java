package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import io.grape.server.admission.CallerLimits;
import io.grape.server.http.RawClient.RawAnswer;
import io.grape.server.http.Wire.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whoever may not take jobs, or takes too many, may finish what they hold. */
class NextJobsRefusedTest {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final int CONNECTIONS = 20;
    private static final String JOBS = "/v1/tubes/t/jobs/";

    @RegisterExtension
    final ServerExtension brokers = ServerExtension.crowded(new CallerLimits(CONNECTIONS, 50, 1, 1));

    private final Wire wire = Wire.to(brokers);
    private final List<RawClient> clients = new ArrayList<>();

    @AfterEach
    void close() {
        clients.forEach(RawClient::close);
    }

    private Answer ask(String method, String path) {
        return ask(method, path, "Bearer " + brokers.adminToken(), "10.0.0.9");
    }

    private Answer ask(String method, String path, String token, String address) {
        return wire.send(method, path, new byte[0], "Authorization", token, "X-Forwarded-For", address);
    }

    private RawClient client(String request, String token, String address) {
        RawClient client = new RawClient(wire.port())
                .say(request + " HTTP/1.1\r\nHost: h\r\nAuthorization: " + token + "\r\nX-Forwarded-For: " + address
                        + "\r\n\r\n");
        clients.add(client);
        return client;
    }

    /** Makes a job and takes it; returns where to finish it. */
    private String held(String id) {
        ask("PUT", JOBS + id).is(201);
        String lease = ask("POST", JOBS + id + "/consume").is(200).json().getString("lease");
        return JOBS + id + "/finish?lease=" + lease;
    }

    private void isReady(String id) {
        assertThat(ask("GET", JOBS + id).is(200).json().getString("state")).isEqualTo("ready");
    }

    @Test
    void whoMayNotConsumeMayNotFinishAndTake() {
        String finish = held("a");
        ask("PUT", JOBS + "b").is(201);
        String produces = wire.token(brokers.adminToken(), "", "produce");
        ask("POST", finish + "&next=1", produces, "10.0.0.1").isProblem(403, "FORBIDDEN", "jobs.consume");
        ask("POST", "/v1/tubes/t/acks?next=1", produces, "10.0.0.1").isProblem(403, "FORBIDDEN", "jobs.consume");
        assertThat(ask("GET", JOBS + "a").json().getString("state")).isEqualTo("retained");
        isReady("b");
    }

    @Test
    void whoWaitsTooOftenFinishesAndTakesNothing() {
        String finish = held("a");
        String some = wire.token(brokers.adminToken(), "", "consume");
        client("POST /v1/tubes/u/consume?waitMs=60000", some, "10.0.0.1");
        await().atMost(SOON)
                .until(() -> ask("POST", "/v1/tubes/u/consume?waitMs=1", some, "10.0.0.2")
                                .status()
                        == 429);
        ask("PUT", JOBS + "b").is(201);
        assertThat(ask("POST", finish + "&next=1&waitMs=60000", some, "10.0.0.2")
                        .is(200)
                        .text())
                .isEqualTo("{\"id\":\"a\",\"state\":\"finished\",\"jobs\":[]}");
        isReady("b");
    }

    @Test
    void aFinishThatWaitsIsAWaitOfItsCaller() {
        String finish = held("a");
        String some = wire.token(brokers.adminToken(), "", "consume");
        RawClient waits = client("POST " + finish + "&next=1&waitMs=60000", some, "10.0.0.1");
        await().atMost(SOON)
                .until(() -> ask("POST", "/v1/tubes/u/consume?waitMs=1", some, "10.0.0.2")
                                .status()
                        == 429);
        ask("PUT", JOBS + "b").is(201);
        assertThat(waits.answer().body()).contains("\"id\":\"b\"");
        await().atMost(SOON)
                .until(() -> ask("POST", "/v1/tubes/u/consume?waitMs=1", some, "10.0.0.2")
                                .status()
                        == 200);
    }

    @Test
    void aTokenThatEndsDuringTheWaitHasFinishedAndTakesNothing() {
        String finish = held("a");
        String made = "{\"name\":\"brief\",\"scopes\":[\"consume\"]}";
        Answer token = wire.post("/v1/tokens", made, "Authorization", "Bearer " + brokers.adminToken())
                .is(201);
        RawClient waits = client(
                "POST " + finish + "&next=1&waitMs=60000",
                "Bearer " + token.json().getString("token"),
                "10.0.0.1");
        await().atMost(SOON).until(() -> ask("GET", JOBS + "a").status() == 404);
        ask("DELETE", "/v1/tokens/" + token.json().getString("id")).is(204);
        RawAnswer answer = waits.answer();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"id\":\"a\",\"state\":\"finished\",\"jobs\":[]}");
    }
}
