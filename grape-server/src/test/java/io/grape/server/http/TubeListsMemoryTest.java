package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.TubeName;
import io.grape.core.tube.TubeSettings;
import io.grape.redis.RedisStore;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.admission.MemoryBudget;
import io.grape.server.admission.MemoryBudgets;
import io.grape.server.beanstalkd.WireClient;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls that list tubes share the names of all tubes, whose memory is accounted once. */
final class TubeListsMemoryTest {
    private static final int TUBES = 1500;
    private static final int CALLS = 60;
    private static final String LONG_NAME = "t".repeat(150);
    private static final long MIN_BYTES_OF_NAMES = (long) TUBES * LONG_NAME.length();
    private static final MemoryBudget ENOUGH = new MemoryBudget(64 * 1024 * 1024);

    private final MemoryBudget answers = new MemoryBudget(64 * 1024 * 1024);

    @RegisterExtension
    final ServerExtension server =
            ServerExtension.withMemory(new MemoryBudgets(ENOUGH, ENOUGH, answers, ENOUGH, ENOUGH, 1));

    @BeforeEach
    void createTubes() {
        try (RedisStore store = TestRedis.open(TestRedis.uri(), server.namespace())) {
            IntStream.range(0, TUBES)
                    .mapToObj(at -> store.tubes()
                            .create(new TubeName(LONG_NAME + at), TubeSettings.DEFAULT)
                            .toCompletableFuture())
                    .toList()
                    .forEach(CompletableFuture::join);
        }
    }

    private long ofNames() {
        Wire.to(server)
                .send("GET", "/v1/tubes?limit=1", new byte[0], "Authorization", "Bearer " + server.adminToken())
                .is(200);
        await().until(() -> answers.held() < 2 * MIN_BYTES_OF_NAMES);
        return answers.held();
    }

    @Test
    void concurrentListsHoldTheNamesOnce() {
        long once = ofNames();
        assertThat(once).as("bytes of the names").isGreaterThan(MIN_BYTES_OF_NAMES);
        HttpClient client = HttpClient.newHttpClient();
        List<CompletableFuture<HttpResponse<Void>>> calls = new ArrayList<>();
        for (int call = 0; call < CALLS; call++) {
            for (String path : List.of("/v1/tubes?limit=1", "/v1/find?id=none", "/v1/due-times", "/api/tube/list")) {
                calls.add(client.sendAsync(
                        HttpRequest.newBuilder(server.uri(0, path))
                                .header("Authorization", "Bearer " + server.adminToken())
                                .build(),
                        HttpResponse.BodyHandlers.discarding()));
            }
        }
        assertThat(calls.stream().map(call -> call.join().statusCode()))
                .as("429: one address has a limit of calls at a time, 503: a broker sheds calls that wait for its CPU")
                .containsAnyOf(200)
                .isSubsetOf(200, 429, 503);
        await().atMost(Duration.ofSeconds(30)).until(() -> answers.held() == once);
    }

    @Test
    void statsOfBeanstalkdAddUpAllTubesForAllWhoAsk() {
        List<WireClient> clients = new ArrayList<>();
        for (int at = 0; at < 20; at++) {
            clients.add(WireClient.to(server.beanstalkdPort(0)));
        }
        clients.forEach(client -> client.send("stats\r\n"));
        clients.forEach(client -> assertThat(client.read()).contains("current-tubes: " + (TUBES + 1) + "\n"));
        clients.forEach(WireClient::close);
    }

    @Test
    void tubeLastCreatedIsInTheList() {
        ofNames();
        Wire wire = Wire.to(server);
        String[] admin = {"Authorization", "Bearer " + server.adminToken()};
        for (int at = 0; at < 20; at++) {
            wire.put("/v1/tubes/new" + at, "", admin).is(201);
            assertThat(wire.send("GET", "/v1/tubes?name=new" + at + "&limit=1", new byte[0], admin)
                            .text())
                    .contains("\"new" + at);
        }
    }
}
