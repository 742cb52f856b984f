package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import io.grape.server.admission.MemoryBudget;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.http.Wire.Answer;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients that do not read their answers hold memory as long as they like, and others are answered all the while. */
@Tag("slow")
class ResponseBudgetTest {
    private static final int MIB = 1024 * 1024;
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final int ITEMS = 1000;
    private static final String ACKS = "/v1/tubes/t/acks";
    private static final String LIST = "/v1/tubes/t/jobs?state=ready";
    private static final String CONSUME = "/v1/tubes/t/consume?max=1&waitMs=";

    @RegisterExtension
    final ServerExtension server = ServerExtension.withMemory(new MemoryBudgets(
            new MemoryBudget(64 * MIB),
            new MemoryBudget(64 * MIB),
            ofAnswers(64 * MIB),
            ofAnswers(4 * MIB),
            new MemoryBudget(64 * MIB),
            MIB));

    private final Wire wire = Wire.to(server);
    private final List<RawClient> deaf = new ArrayList<>();
    private String admin = "";
    private String some = "";

    private static MemoryBudget ofAnswers(long most) {
        return new MemoryBudget(most, most / 4);
    }

    @BeforeEach
    void produce() {
        admin = "Bearer " + server.adminToken();
        some = token("some");
        ask("PUT", "/v1/tubes/t", "{\"ttrMs\":3600000}");
        for (int i = 0; i < 6; i++) {
            ask("PUT", "/v1/tubes/t/jobs/" + i, "x".repeat(MIB)).is(201);
        }
    }

    @AfterEach
    void close() {
        deaf.forEach(RawClient::close);
    }

    private String token(String name) {
        String body = "{\"name\":\"" + name + "\",\"scopes\":[\"admin\"]}";
        return "Bearer " + ask("POST", "/v1/tokens", body).is(201).json().getString("token");
    }

    private Answer ask(String method, String path, String body) {
        return wire.send(method, path, body.getBytes(UTF_8), "Authorization", admin, "X-Forwarded-For", "10.1.1.1");
    }

    private static String request(String call, String token, String address, String body) {
        return call + " HTTP/1.1\r\nHost: h\r\nAuthorization: " + token + "\r\nX-Forwarded-For: " + address
                + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    /** Asks so often that the kernel does not take all answers. What the broker does not read yet cannot be written, either. */
    private void readsNothing(String request, int times) {
        RawClient client = RawClient.deaf(wire.port());
        deaf.add(client);
        Thread asks = new Thread(() -> {
            try {
                client.say(request.repeat(times));
            } catch (UncheckedIOException closed) {
                // The test is over.
            }
        });
        asks.setDaemon(true);
        asks.start();
    }

    private void listsAreHeld(String token, String address) {
        for (int i = 0; i < 12; i++) {
            readsNothing(request("GET " + LIST, token, address.formatted(i), ""), 6);
        }
        await().atMost(SOON).during(Duration.ofSeconds(1)).until(() -> held("answers") > 10 * MIB);
    }

    private double held(String part) {
        String name = "grape_memory_held{part=\"" + part + "\"} ";
        return ask("GET", "/metrics", "")
                .text()
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
                .findFirst()
                .orElseThrow();
    }

    private void othersAreServed() {
        ask("GET", LIST, "").is(200);
        ask("GET", "/api/job/peek?tube=t&jid=1&max=1", "").is(200);
        for (String wait : List.of("0", "60000")) {
            JsonObject job = ask("POST", CONSUME + wait, "").is(200).first("jobs");
            finish(job).is(200);
        }
        assertThat(held("answers")).isGreaterThan(10 * MIB);
    }

    private Answer finish(JsonObject job) {
        String path = "/v1/tubes/t/jobs/" + job.getString("id") + "/finish?lease=" + job.getString("lease");
        return ask("POST", path, "");
    }

    private void isToldToComeBack(String token, String address) {
        List<RawClient> calls = Stream.of("GET " + LIST, "POST " + CONSUME + 0, "POST " + CONSUME + 1)
                .map(call -> new RawClient(wire.port()).say(request(call, token, address, "")))
                .toList();
        assertThat(calls).extracting(call -> call.answer().status()).containsOnly(503);
        calls.forEach(RawClient::close);
    }

    @Test
    void oneAddressThatDoesNotReadLeavesRoomForOthers() {
        listsAreHeld(some, "10.0.0.1");
        othersAreServed();
        isToldToComeBack(admin, "10.0.0.1");
    }

    @Test
    void oneTokenThatDoesNotReadLeavesRoomForOthers() {
        listsAreHeld(some, "10.0.0.%d");
        othersAreServed();
        isToldToComeBack(some, "10.0.1.1");
    }

    @Test
    void whoReadsAgainHasItsTurn() {
        listsAreHeld(some, "10.0.0.1");
        try (RawClient same =
                new RawClient(wire.port()).say(request("POST " + CONSUME + 60_000, admin, "10.0.0.1", ""))) {
            othersAreServed();
            deaf.forEach(RawClient::close);
            assertThat(same.answer().body()).contains("\"id\"");
        }
    }

    @Test
    void aShortWaitDoesNotEndInAnErrorWhenThereIsRoomSoonAfterIt() {
        listsAreHeld(some, "10.0.0.1");
        try (RawClient same = new RawClient(wire.port()).say(request("POST " + CONSUME + 1, admin, "10.0.0.1", ""))) {
            deaf.forEach(RawClient::close);
            assertThat(same.answer().body()).contains("\"id\"");
        }
    }

    /** Long before a consume of the same caller, which came first, is told to come back. */
    @Test
    void whoDoesNotReadFinishesAndTakesNothing() {
        List<JsonObject> held = jobs(2);
        listsAreHeld(some, "10.0.0.1");
        for (int wait = 0; wait < 2; wait++) {
            JsonObject job = held.get(wait);
            String finish = String.format(
                    Locale.ROOT,
                    "POST /v1/tubes/t/jobs/%s/finish?next=1&waitMs=%d&lease=%s",
                    job.getString("id"),
                    wait,
                    job.getString("lease"));
            try (RawClient consumer =
                            new RawClient(wire.port()).say(request("POST " + CONSUME + 0, admin, "10.0.0.1", ""));
                    RawClient same = new RawClient(wire.port()).say(request(finish, admin, "10.0.0.1", ""))) {
                assertThat(same.answer().body())
                        .isEqualTo("{\"id\":\"" + job.getString("id") + "\",\"state\":\"finished\",\"jobs\":[]}");
                assertThat(consumer.hears(Duration.ofMillis(1))).isFalse();
            }
        }
    }

    private List<JsonObject> jobs(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> ask("POST", CONSUME + 0, "").is(200).first("jobs"))
                .toList();
    }

    /** That many more addresses hold everything does not matter. */
    @Test
    void acknowledgementsAreTakenWhoeverReadsNothing() {
        JsonObject job = ask("POST", CONSUME + 0, "").is(200).first("jobs");
        String wrong = IntStream.range(0, ITEMS)
                .mapToObj(i -> "{\"id\":\"" + i + "x".repeat(190) + "\"}")
                .collect(joining(",", "[", "]"));
        for (int i = 0; i < 6; i++) {
            String token = token("token" + i);
            for (int times = 0; times < 4; times++) {
                readsNothing(request("POST " + ACKS, token, "10.0.0." + i, wrong), 30);
            }
        }
        await().atMost(SOON).during(Duration.ofSeconds(1)).until(() -> held("acknowledgements") > 2 * MIB);
        String known = "[{\"id\":\"" + job.getString("id") + "\",\"op\":\"finish\",\"lease\":\""
                + job.getString("lease") + "\"}" + " ".repeat(32 * 1024) + "]";
        assertThat(ask("POST", ACKS, known).is(200).text()).contains("\"state\":\"finished\"");
        assertThat(held("acknowledgements")).isGreaterThan(2 * MIB);
    }
}
