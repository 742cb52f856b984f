package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.access.AccountKind;
import io.grape.core.access.Accounts;
import io.grape.core.access.AuditEntry;
import io.grape.core.access.AuditOrigin;
import io.grape.core.access.AuditSubject;
import io.grape.core.access.LoginAttempt;
import io.grape.core.access.LoginLimit;
import io.grape.core.access.SessionLifetime;
import io.grape.core.overload.OverloadOptions;
import io.grape.core.quota.HeldLease;
import io.grape.core.quota.Quota;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaPart;
import io.grape.core.quota.QuotaRate;
import io.grape.core.quota.QuotaUse;
import io.grape.core.quota.Quotas;
import io.grape.redis.RawRedis;
import io.grape.redis.RedisStore;
import io.grape.redis.RedisStoreOptions;
import io.grape.redis.script.StoreListener;
import io.grape.server.AccessOptions;
import io.grape.server.BeanstalkdOptions;
import io.grape.server.ConsoleOptions;
import io.grape.server.DocsPage;
import io.grape.server.ListenerOptions;
import io.grape.server.MetricsOptions;
import io.grape.server.RepairOptions;
import io.grape.server.ServerConfig;
import io.grape.server.StoreOptions;
import io.grape.server.app.GrapeServer;
import io.grape.server.beanstalkd.WireClient;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.grape13.Grape13Style;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A broker that has the rights of the operations page, and does everything that it can do. */
final class RedisRightsSteps {
    static final Duration SOON = Duration.ofMinutes(1);
    private static final OverloadOptions PATIENT =
            new OverloadOptions(Duration.ofMinutes(1), Duration.ofMinutes(1), 10_000, Duration.ZERO);
    private static final Pattern LEASE = Pattern.compile("\"id\":\"([a-z0-9]+)\".*?\"lease\":\"([0-9]+)\"");

    private RedisRightsSteps() {}

    /** Gives a user the rights that stand behind marks on the page. */
    static void admit(RawRedis owner, String... marks) {
        StringBuilder rules = new StringBuilder("on >secret");
        for (String mark : marks) {
            rules.append(' ')
                    .append(String.join(" ", DocsPage.of("operations.md").block(mark)));
        }
        owner.setUser("worker", rules.toString());
    }

    /** What a user of that name is led by. */
    static String asWorker(String uri) {
        return uri.replaceFirst("://(.*@)?", "://worker:secret@");
    }

    /** Something for the self-check to put right, in the round that it begins with. */
    static void damage(RawRedis owner) {
        owner.commands().hset("grape:{damaged}:tube", Map.of("version", "1", "ttr", "60000", "lease", "0"));
        owner.commands().zadd("grape:{damaged}:failed", 0, "lost");
        owner.commands().zadd("grape:{damaged}:retain", 0, "later-release");
        owner.commands().hset("grape:{damaged}:j:later-release", "d", "x");
        owner.commands().zadd("grape:{damaged}:delay:7", 4e12, "later-release");
    }

    /** It asks Redis what it asks under any load, and sheds nothing. */
    static GrapeServer start(String uri) {
        ServerConfig config = new ServerConfig(
                new ListenerOptions("127.0.0.1", 0, Duration.ZERO, 2000),
                new StoreOptions(
                        null, "grape", Path.of("target"), Duration.ofSeconds(10), Duration.ZERO, false, PATIENT),
                new MetricsOptions(100),
                new RepairOptions(1000),
                ConsoleOptions.OFF,
                AccessOptions.OPEN,
                new BeanstalkdOptions(0, false, "127.0.0.1", false, null));
        return GrapeServer.start(config, uri);
    }

    static void callEverything(int port) {
        Wire wire = Wire.to(URI.create("http://127.0.0.1:" + port));
        liveAndDie(wire);
        for (Endpoint call : HttpApi.calls(FakePorts.behind(CompletableFuture::new), () -> false)) {
            if (!V1Calls.ends(call)) {
                continue;
            }
            boolean ofGrape13 = call.style().equals(Grape13Style.INSTANCE);
            String path = ofGrape13 ? call.path().replace("{tube}", "t") + "?tube=t&jid=a" : V1Calls.path(call);
            Wire.Answer answer =
                    wire.send(call.method().name(), path, V1Calls.body(call).getBytes(UTF_8));
            assertThat(answer.status()).as(call + " " + answer.text()).isLessThan(500);
        }
        wire.delete("/v1/tubes/t?confirm=t");
    }

    /** The life of a job there: its number takes more of Redis than an id does. */
    static void speakBeanstalkd(int port) {
        try (WireClient client = WireClient.to(port)) {
            long number = client.put("hello");
            assertThat(client.reserve()).isEqualTo(number);
            assertThat(client.call("bury " + number + " 1")).isEqualTo("BURIED");
            assertThat(client.call("peek-buried")).startsWith("FOUND " + number);
            assertThat(client.call("kick 1")).isEqualTo("KICKED 1");
            assertThat(client.call("stats-job " + number)).startsWith("OK");
            assertThat(client.call("reserve-job " + number)).startsWith("RESERVED " + number);
            assertThat(client.call("delete " + number)).isEqualTo("DELETED");
        }
    }

    /** What the calls do to jobs that are there: of several priorities, in every state, and back. */
    private static void liveAndDie(Wire wire) {
        for (int i = 0; i < 8; i++) {
            String query = "?ttrMs=3000&priority=" + (1020 + i) + (i % 2 == 0 ? "" : "&delayMs=600000");
            wire.put("/v1/tubes/t/jobs/j" + i + query, "x").is(201);
        }
        wire.put("/v1/tubes/t/jobs/j0?onDuplicate=replace&priority=1", "y").is(200);
        wire.get("/v1/tubes/t/jobs?state=ready&limit=2").is(200);
        wire.put("/v1/tubes/t/jobs/r?ack=replica:9&delayMs=600000", "so many replicas have it not")
                .is(503);
        wire.get("/v1/tubes/t/jobs/j6/explain").is(200);
        List<MatchResult> held = LEASE.matcher(
                        wire.post("/v1/tubes/t/consume?max=4").is(200).text())
                .results()
                .toList();
        assertThat(held).hasSize(4);
        acknowledge(wire, held.get(0), "touch");
        acknowledge(wire, held.get(0), "finish");
        acknowledge(wire, held.get(1), "release");
        acknowledge(wire, held.get(2), "bury");
        wire.post("/v1/tubes/t/pause?forMs=1").is(200);
        wire.post("/v1/tubes/t/resume").is(200);
        await().atMost(SOON)
                .until(() ->
                        wire.get("/v1/tubes/t").json().getJsonObject("totals").getInteger("expired") == 1);
        wire.post("/v1/tubes/t/consume?max=1&waitMs=5000").is(200);
        wire.post("/v1/tubes/t/jobs/j1/kick").is(200);
        wire.post("/v1/tubes/t/import", "[{\"id\":\"j1\",\"payload\":1,\"attempt\":1},{\"id\":\"gone\",\"payload\":1}]")
                .is(200);
        wire.delete("/v1/tubes/t/jobs/gone").is(204);
        wire.post("/v1/tubes/t/kick?max=10").is(200);
        wire.post("/v1/tubes/t/kick?max=10").is(200);
        wire.delete("/v1/tubes/t/jobs/j3?force=true").is(204);
        operate(wire, "kick", "delayed");
        operate(wire, "delete", "ready");
    }

    /** To its end, over jobs of several priorities. */
    private static void operate(Wire wire, String kind, String state) {
        String wanted = "{\"kind\":\"" + kind + "\",\"tube\":\"t\",\"state\":\"" + state + "\"}";
        String id = wire.post("/v1/operations", wanted).is(202).json().getString("id");
        await().atMost(SOON)
                .until(() -> wire.get("/v1/operations/" + id)
                        .json()
                        .getString("state")
                        .equals("done"));
    }

    private static void useQuotas(Quotas quotas) {
        Quota quota = new Quota(null, new QuotaRate(1, 1), 1);
        assertThat(get(quotas.put("default", quota))).isTrue();
        QuotaClient client = new QuotaClient("ann", "default", quota);
        HeldLease lease = new HeldLease("t:a", Instant.parse("2100-01-01T00:00:00Z"));
        QuotaUse step = new QuotaUse(QuotaPart.CONSUME, ":a", 0, 1, SOON, List.of(), true);
        assertThat(get(quotas.use(client, step)).jobs()).isEqualTo(1);
        assertThat(get(quotas.use(client, new QuotaUse(QuotaPart.CONSUME, ":b", 0, 1, SOON, List.of(), true)))
                        .isFull())
                .isTrue();
        assertThat(get(quotas.use(client, new QuotaUse(QuotaPart.CONSUME, ":a", 1, 1, SOON, List.of(lease), true)))
                        .jobs())
                .isEqualTo(1);
        get(quotas.extend("ann", List.of(lease)));
        get(quotas.end("ann", List.of("t:a")));
        assertThat(get(quotas.report("default"))).isPresent();
        assertThat(get(quotas.reports())).isNotEmpty();
        assertThat(get(quotas.remove("default"))).isTrue();
    }

    /** What signing in, users and tokens do, which nobody is asked for here. */
    static void useAccounts(String uri) {
        RedisStoreOptions options =
                new RedisStoreOptions(uri, "grape", "accounts", Duration.ofSeconds(10), Duration.ofSeconds(6));
        try (RedisStore store = RedisStore.open(options, StoreListener.NONE)) {
            Accounts accounts = store.accounts();
            List<LoginLimit> bounds = List.of(new LoginLimit("name:ann", 1), new LoginLimit("all", 9));
            LoginAttempt attempt = new LoginAttempt("ann", "127.0.0.1", bounds, SOON, SOON);
            assertThat(get(accounts.attempt(attempt))).isZero();
            assertThat(get(accounts.attempt(attempt))).isPositive();
            get(accounts.succeeded(attempt));
            assertThat(get(accounts.change(AccountKind.USERS, "ann", null, "{}")))
                    .isTrue();
            assertThat(get(accounts.find(AccountKind.USERS, "ann"))).isPresent();
            assertThat(get(accounts.all(AccountKind.USERS))).containsKey("ann");
            assertThat(get(accounts.change(AccountKind.USERS, "ann", "{}", null)))
                    .isTrue();
            useQuotas(store.quotas());
            long version = get(accounts.version());
            assertThat(version).isPositive();
            assertThat(get(accounts.changeAt(version, AccountKind.TOKENS, "t", null, "{}")))
                    .isTrue();
            assertThat(get(accounts.changeAt(version, AccountKind.TOKENS, "t", "{}", null)))
                    .isFalse();
            assertThat(get(accounts.change(AccountKind.TOKENS, "t", "{}", null)))
                    .isTrue();
            SessionLifetime life = new SessionLifetime(SOON, SOON);
            get(accounts.open("session", "ann", life));
            assertThat(get(accounts.session("session", life))).contains("ann");
            get(accounts.end("session"));
            AuditEntry entry = new AuditEntry(
                    "ann", "login", new AuditSubject("", "", ""), AuditEntry.BEGUN, new AuditOrigin("", ""));
            String begun = get(store.audit().write(entry, null));
            get(store.audit().write(entry.outcome(AuditEntry.OK), begun));
            get(store.audit().write(entry.outcome(AuditEntry.DENIED), null));
            assertThat(get(store.audit().read(null, 10)).entries()).isNotEmpty();
        }
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
    }

    private static void acknowledge(Wire wire, MatchResult job, String verb) {
        wire.post("/v1/tubes/t/jobs/" + job.group(1) + "/" + verb + "?lease=" + job.group(2))
                .is(200);
    }
}
