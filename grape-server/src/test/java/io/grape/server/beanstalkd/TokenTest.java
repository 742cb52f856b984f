package io.grape.server.beanstalkd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grape.redis.TestRedis;
import io.grape.server.AccessOptions;
import io.grape.server.BeanstalkdOptions;
import io.grape.server.ConsoleOptions;
import io.grape.server.ListenerOptions;
import io.grape.server.MetricsOptions;
import io.grape.server.RepairOptions;
import io.grape.server.ServerConfig;
import io.grape.server.StoreOptions;
import io.grape.server.TestAccounts;
import io.grape.server.access.NewToken;
import io.grape.server.access.Scope;
import io.grape.server.access.TokenExpiry;
import io.grape.server.access.TokenRequest;
import io.grape.server.address.TrustedProxies;
import io.grape.server.app.GrapeServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What clients may do at a port whose rights are those of a token. */
final class TokenTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String NAME = "port";

    private final String namespace = TestRedis.newNamespace();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private @Nullable GrapeServer server;

    private static TokenRequest request(List<String> tubes, Scope... scopes) {
        return new TokenRequest(NAME, Set.of(scopes), tubes, null);
    }

    private GrapeServer serve(String token) {
        ServerConfig config = new ServerConfig(
                new ListenerOptions("127.0.0.1", 0, Duration.ZERO, 100),
                new StoreOptions(null, namespace, Path.of("target"), Duration.ofSeconds(5), Duration.ZERO, true),
                new MetricsOptions(1),
                new RepairOptions(0),
                ConsoleOptions.OFF,
                new AccessOptions(true, null, null, 4, Set.of(), TrustedProxies.NONE, AccessOptions.USUAL_TUBES),
                new BeanstalkdOptions(0, false, "127.0.0.1", false, token));
        GrapeServer started = GrapeServer.start(config, TestRedis.uri());
        opened.add(() -> started.close().await());
        server = started;
        return started;
    }

    private WireClient serving(TokenRequest request) {
        TestAccounts.token(namespace, request);
        serve(NAME);
        return client();
    }

    private WireClient client() {
        WireClient client = WireClient.to(started().beanstalkdPort());
        opened.add(0, client);
        return client;
    }

    private GrapeServer started() {
        return Objects.requireNonNull(server);
    }

    /** Puts a job as one who may do everything, at a broker of its own. */
    private long putElsewhere(String tube) throws Exception {
        TestAccounts.token(namespace, "all", Scope.ADMIN);
        GrapeServer mine = server;
        GrapeServer other = serve("all");
        server = mine;
        try (WireClient all = WireClient.to(other.beanstalkdPort())) {
            all.call("use " + tube);
            return all.put("secret");
        }
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    @Test
    void whoMayOnlyProducePutsAndTakesBack() {
        WireClient client = serving(request(List.of(), Scope.PRODUCE));
        long number = client.put("x");
        assertThat(client.field("stats-job " + number, "state")).isEqualTo("ready");
        assertThat(client.call("stats-tube default")).startsWith("OK ");
        for (String refused : List.of(
                "reserve",
                "reserve-with-timeout 0",
                "reserve-job " + number,
                "release " + number + " 0 0",
                "bury " + number + " 0",
                "touch " + number,
                "peek " + number,
                "peek-ready",
                "peek-delayed",
                "peek-buried",
                "kick 1",
                "kick-job " + number,
                "pause-tube default 1",
                "stats")) {
            assertThat(client.call(refused)).as(refused).isEqualTo("UNKNOWN_COMMAND");
        }
        assertThat(client.call("delete " + number)).isEqualTo("DELETED");
    }

    @Test
    void whoMayOnlyConsumeDoesNotPut() throws Exception {
        WireClient client = serving(request(List.of(), Scope.CONSUME));
        client.send("put 0 0 60 1\r\nx\r\nlist-tube-used\r\n");
        assertThat(client.read()).isEqualTo("UNKNOWN_COMMAND");
        assertThat(client.read()).isEqualTo("USING default");
        long number = putElsewhere("default");
        assertThat(client.call("reserve")).isEqualTo("RESERVED " + number + " 6 secret");
        assertThat(client.call("delete " + number)).isEqualTo("DELETED");
    }

    @Test
    void whoMayOnlyReadChangesNothing() throws Exception {
        WireClient client = serving(request(List.of(), Scope.READ));
        long number = putElsewhere("default");
        assertThat(client.call("stats")).startsWith("OK ");
        for (String refused :
                List.of("reserve", "peek-ready", "peek " + number, "delete " + number, "pause-tube default 1")) {
            assertThat(client.call(refused)).as(refused).isEqualTo("UNKNOWN_COMMAND");
        }
    }

    @Test
    void whoIsBoundToTubesSeesNoOthers() throws Exception {
        WireClient client = serving(request(List.of("shop-"), Scope.PRODUCE, Scope.CONSUME));
        long other = putElsewhere("default");
        assertThat(client.call("reserve")).isEqualTo("UNKNOWN_COMMAND");
        client.send("put 0 0 60 1\r\nx\r\n");
        assertThat(client.read()).isEqualTo("UNKNOWN_COMMAND");
        for (String refused : List.of("use other", "watch other", "stats-tube default", "peek-ready")) {
            assertThat(client.call(refused)).as(refused).isEqualTo("UNKNOWN_COMMAND");
        }
        for (String hidden : List.of("peek ", "delete ", "reserve-job ", "stats-job ")) {
            assertThat(client.call(hidden + other)).as(hidden).isEqualTo("NOT_FOUND");
        }
        assertThat(client.call("watch shop-a")).isEqualTo("WATCHING 2");
        assertThat(client.call("reserve-with-timeout 0")).isEqualTo("TIMED_OUT");
        assertThat(client.call("use shop-a")).isEqualTo("USING shop-a");
        long own = client.put("mine");
        assertThat(client.call("reserve")).isEqualTo("RESERVED " + own + " 4 mine");
        assertThat(client.call("list-tubes")).isEqualTo("OK 13 ---\n- shop-a\n");
        assertThat(client.call("delete " + own)).isEqualTo("DELETED");
    }

    @Test
    void aRevokedTokenEndsItsConnectionsAndTheNextOfItsNameTakesOver() {
        NewToken first = TestAccounts.token(namespace, request(List.of(), Scope.PRODUCE, Scope.CONSUME));
        serve(NAME);
        WireClient client = client();
        long number = client.put("x");
        client.reserve();
        WireClient waits = client();
        waits.send("reserve\r\n");
        NewToken second = TestAccounts.token(namespace, request(List.of(), Scope.PRODUCE, Scope.CONSUME));
        awaitKnown(second);
        assertThat(client().call("list-tube-used")).isEqualTo("USING default");
        TestAccounts.revoke(namespace, first);
        assertThat(client.isClosed()).isTrue();
        assertThat(waits.isClosed()).isTrue();
        WireClient next = client();
        assertThat(next.call("reserve-with-timeout 20")).isEqualTo("RESERVED " + number + " 1 x");
        TestAccounts.revoke(namespace, second);
        assertThat(next.isClosed()).isTrue();
        assertThat(client().isClosed()).isTrue();
    }

    /** The broker reads the tokens each second. */
    private void awaitKnown(NewToken token) {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + started().httpPort() + "/v1/tubes"))
                .header("Authorization", "Bearer " + token.text())
                .build();
        HttpClient http = HttpClient.newHttpClient();
        await().atMost(SOON)
                .until(() -> http.send(request, HttpResponse.BodyHandlers.discarding())
                                .statusCode()
                        == 200);
    }

    @Test
    void anExpiredTokenEndsItsConnections() {
        WireClient client = serving(
                new TokenRequest(NAME, Set.of(Scope.PRODUCE), List.of(), new TokenExpiry.After(Duration.ofSeconds(5))));
        assertThat(client.put("x")).isPositive();
        assertThat(client.isClosed()).isTrue();
        assertThat(client().isClosed()).isTrue();
    }

    @Test
    void noBrokerStartsWithATokenThatIsNotThere() {
        NewToken token = TestAccounts.token(namespace, request(List.of(), Scope.PRODUCE));
        assertThatThrownBy(() -> serve("nobody")).hasMessageContaining("beanstalkd-token", "0 of 'nobody'");
        serve(token.token().id());
        assertThat(client().put("x")).isPositive();
        TestAccounts.token(namespace, request(List.of(), Scope.PRODUCE));
        assertThatThrownBy(() -> serve(NAME)).hasMessageContaining("beanstalkd-token", "2 of 'port'");
    }
}
