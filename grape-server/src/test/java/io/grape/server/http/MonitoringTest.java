package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.TubeCounter;
import io.grape.core.TubeName;
import io.grape.core.tube.Lateness;
import io.grape.core.tube.RunTimes;
import io.grape.core.tube.Sample;
import io.grape.redis.RawRedis;
import io.grape.redis.RedisStore;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.grape.server.http.call.Endpoint;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is said about what is going on. */
class MonitoringTest {

    @RegisterExtension
    final ServerExtension servers = new ServerExtension();

    private RedisStore store;

    @BeforeEach
    void open() {
        store = TestRedis.open(TestRedis.uri(), servers.namespace());
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }

    private Wire wire() {
        return Wire.to(servers);
    }

    private JsonObject read(String path) {
        return wire().get(path).is(200).json();
    }

    private void produce(String tube, String id, String query) {
        wire().put("/v1/tubes/" + tube + "/jobs/" + id + query, "x").is(201);
    }

    private void sample(String tube) {
        Lateness late = new Lateness(List.of(0L, 3L));
        get(store.samples().add(get(store.samples().add(new TubeName(tube), late, RunTimes.NONE))));
    }

    @Test
    void theOverviewCountsJobsTubesAndBrokers() {
        produce("orders", "a", "");
        produce("orders", "b", "?delayMs=60000");
        produce("mails", "c", "");
        wire().post("/v1/tubes/mails/pause?reason=x").is(200);
        sample("orders");
        await().until(() -> read("/v1/overview").getJsonObject("tubes").getInteger("counted") == 2);
        JsonObject overview = read("/v1/overview");
        assertThat(overview.getJsonObject("tubes").encode())
                .isEqualTo("{\"count\":2,\"counted\":2,\"paused\":1,\"late\":0}");
        assertThat(overview.getJsonObject("counts").encode())
                .isEqualTo("{\"delayed\":1,\"ready\":2,\"retained\":0,\"failed\":0,\"gated\":0}");
        assertThat(overview.getJsonObject("brokers").encode()).isEqualTo("{\"alive\":1,\"lost\":0}");
        assertThat(overview.getJsonObject("lateness").encode())
                .isEqualTo("{\"p50Ms\":2,\"p95Ms\":2,\"p99Ms\":2,\"samples\":3}");
        assertThat(overview.getJsonObject("oldestReady").getString("tube")).isEqualTo("orders");
        JsonObject paused = new JsonObject()
                .put("level", "warn")
                .put("code", "PAUSED")
                .put("tube", "mails")
                .put("detail", new JsonObject().put("ready", 1));
        assertThat(overview.getJsonArray("attention").stream()
                        .map(one -> (JsonObject) one)
                        .filter(one -> "mails".equals(one.getString("tube")))
                        .map(one -> {
                            one.getJsonObject("detail").remove("oldestReadyMs");
                            return one;
                        }))
                .containsExactly(paused);
    }

    @Test
    void aTubeComesWithItsLastHourWhereThatIsWanted() {
        produce("orders", "a", "");
        produce("mails", "b", "");
        sample("orders");
        JsonObject activity = read("/v1/tubes/orders?activity=true").getJsonObject("activity");
        assertThat(activity.getJsonArray("produced")).hasSize(60);
        assertThat(activity.getJsonArray("produced").stream().mapToInt(one -> (int) one))
                .contains(1)
                .allMatch(one -> one <= 1);
        assertThat(activity.getJsonObject("perSecond").getDouble("produced")).isBetween(0.0, 0.02);
        assertThat(activity.getJsonObject("lateness").getInteger("samples")).isEqualTo(3);
        assertThat(read("/v1/tubes/orders").containsKey("activity")).isFalse();
        JsonArray tubes = read("/v1/tubes?activity=true").getJsonArray("tubes");
        assertThat(tubes.getJsonObject(0).getJsonObject("activity").getValue("lateness"))
                .isNull();
        assertThat(tubes.getJsonObject(1).getJsonObject("activity")).isEqualTo(activity);
    }

    @Test
    void tubesAreFoundByAPartOfTheirNames() {
        for (String tube : List.of("orders", "mails", "orders-late")) {
            wire().put("/v1/tubes/" + tube, "").is(201);
        }
        JsonObject page = read("/v1/tubes?name=order&limit=1");
        assertThat(page.getJsonArray("tubes").getJsonObject(0).getString("name"))
                .isEqualTo("orders");
        JsonObject rest = read("/v1/tubes?name=order&limit=1&cursor=" + page.getString("next"));
        assertThat(rest.getJsonArray("tubes").getJsonObject(0).getString("name"))
                .isEqualTo("orders-late");
        assertThat(rest.getValue("next")).isNull();
        assertThat(read("/v1/tubes?name=ORDER").getJsonArray("tubes")).isEmpty();
    }

    @Test
    void samplesOfATubeHaveAZeroWhereABrokerLookedAndAGapWhereNoneDid() {
        produce("orders", "a", "");
        sample("orders");
        get(store.samples().add(new Sample(Map.of(TubeCounter.FINISHED, 5L), Lateness.NONE)));
        JsonArray ofAll = read("/v1/samples?range=30d").getJsonArray("points");
        assertThat(ofAll.stream()
                        .mapToInt(one -> ((JsonObject) one).getInteger("finished"))
                        .sum())
                .isEqualTo(5);
        JsonObject hour = read("/v1/samples?tube=orders");
        assertThat(hour.getLong("stepMs")).isEqualTo(60_000);
        assertThat(hour.getJsonArray("points").size()).isBetween(1, 2);
        JsonArray idle = read("/v1/samples?tube=mails").getJsonArray("points");
        assertThat(idle)
                .isNotEmpty()
                .allSatisfy(one ->
                        assertThat(((JsonObject) one).getInteger("produced")).isZero());
        wire().get("/v1/samples?tube=orders&range=24h").isBadRequest("range: expected 1h, as there is a tube");
        wire().get("/v1/samples?range=2h").isBadRequest("range: expected 1h, 24h or 30d, got '2h'");
    }

    @Test
    void theScheduleCountsWhatIsDueWhen() {
        produce("orders", "a", "");
        produce("orders", "b", "?delayMs=90000");
        produce("mails", "c", "?delayMs=90000");
        produce("mails", "d", "?delayMs=7200000");
        JsonObject all = read("/v1/due-times");
        assertThat(all.getInteger("overdue")).isEqualTo(1);
        assertThat(all.getJsonArray("buckets")).hasSize(60);
        assertThat(all.getJsonArray("buckets").getInteger(1)).isEqualTo(2);
        assertThat(all.getInteger("later")).isEqualTo(1);
        assertThat(all.getValue("forecast")).isNull();
        assertThat(all.getJsonObject("tubes").encode()).isEqualTo("{\"counted\":2,\"count\":2,\"unknown\":2}");
        JsonObject one = read("/v1/due-times?tube=mails&to=2199-01-01T00:00:00Z&buckets=1");
        assertThat(one.getJsonArray("buckets").encode()).isEqualTo("[2]");
        assertThat(one.getInteger("later")).isZero();
        wire().get("/v1/due-times?from=2030-01-01T00:00:00Z&to=2030-01-01T00:00:00Z")
                .isBadRequest("to: expected later");
        wire().get("/v1/due-times?tube=nowhere").isProblem(404, "TUBE_NOT_FOUND", "nowhere");
    }

    /** Of 66 finished in 660 s one more takes 10 s. */
    @Test
    void theForecastIsThatOfTheTubeWhoseJobsWillBeLatest() {
        finish("orders", 66);
        finish("mails", 660);
        produce("orders", "late", "");
        produce("mails", "late", "");
        produce("nobody", "late", "?delayMs=90000");
        JsonObject all = read("/v1/due-times");
        assertThat(all.getJsonObject("forecast").getString("tube")).isEqualTo("orders");
        assertThat(all.getJsonObject("forecast").getLong("latenessMs")).isEqualTo(10_000);
        assertThat(all.getJsonObject("tubes").getInteger("unknown")).isEqualTo(1);
        assertThat(all.getDouble("finishedPerSecond")).isEqualTo(1.1);
        JsonObject one = read("/v1/due-times?tube=orders");
        assertThat(one.getJsonObject("forecast").getLong("latenessMs")).isEqualTo(10_000);
        assertThat(read("/v1/due-times?tube=nobody").getValue("forecast")).isNull();
    }

    private void finish(String tube, int jobs) {
        IntStream.range(0, jobs).forEach(i -> produce(tube, "f" + i, ""));
        wire().post("/v1/tubes/" + tube + "/consume?max=1000").is(200).json().getJsonArray("jobs").stream()
                .map(JsonObject.class::cast)
                .forEach(job -> wire().post("/v1/tubes/" + tube + "/jobs/" + job.getString("id") + "/finish?lease="
                                + job.getString("lease"))
                        .is(200));
        get(store.samples().add(new TubeName(tube), Lateness.NONE, RunTimes.NONE));
    }

    @Test
    void aSearchGoesOnBehindTheTubesThatWereAsked() {
        String[] names = IntStream.range(0, 10_001).mapToObj(i -> "gone" + i).toArray(String[]::new);
        try (RawRedis raw = RawRedis.to(TestRedis.uri())) {
            raw.commands().sadd(servers.namespace() + ":tubes", names);
        }
        produce("last", "a", "");
        JsonObject first = read("/v1/find?id=a");
        assertThat(first.getJsonArray("jobs")).isEmpty();
        JsonObject second = read("/v1/find?id=a&cursor=" + first.getString("next"));
        JsonObject third = read("/v1/find?id=a&cursor=" + second.getString("next"));
        assertThat(third.getJsonArray("jobs").getJsonObject(0).getString("tube"))
                .isEqualTo("last");
        assertThat(List.of(first, second, third))
                .extracting(one -> one.getJsonObject("tubes").getInteger("searched"))
                .containsExactly(5000, 10_000, 10_002);
        assertThat(third.getValue("next")).isNull();
        wire().get("/v1/find?id=a&cursor=!").isBadRequest("cursor: expected what an earlier page named as next");
    }

    @Test
    void aJobIsFoundInEveryTubeThatHasIt() {
        produce("orders", "a", "");
        produce("mails", "a", "?delayMs=60000");
        wire().put("/v1/tubes/empty", "").is(201);
        assertThat(wire().get("/v1/find?id=a").is(200).text())
                .isEqualTo("{\"jobs\":[{\"tube\":\"mails\",\"id\":\"a\",\"state\":\"delayed\"},"
                        + "{\"tube\":\"orders\",\"id\":\"a\",\"state\":\"ready\"}],"
                        + "\"tubes\":{\"searched\":3,\"count\":3},\"next\":null}");
        assertThat(read("/v1/find?id=b").getJsonArray("jobs")).isEmpty();
    }

    @Test
    void everyBrokerIsSeen() {
        get(store.brokers().heartbeat());
        get(store.brokers().publish("{\"httpPort\":7,\"startedAt\":\"2030-01-01T00:00:00.000Z\"}"));
        await().until(() -> read("/v1/brokers").getJsonArray("brokers").size() == 2);
        List<JsonObject> brokers = read("/v1/brokers").getJsonArray("brokers").stream()
                .map(one -> (JsonObject) one)
                .toList();
        assertThat(brokers).extracting(one -> one.getBoolean("self")).containsExactlyInAnyOrder(true, false);
        assertThat(brokers)
                .extracting(one -> one.getInteger("httpPort"))
                .containsExactlyInAnyOrder(servers.uri(0, "/").getPort(), 7);
        assertThat(brokers)
                .allSatisfy(one -> assertThat(one.getString("startedAt")).startsWith("20"));
    }

    @Test
    void whatClientsOfBeanstalkdDoIsShownForEachBrokerAndSummedUp() {
        produce("orders", "a", "");
        String use = "{\"connections\":3,\"reservations\":2,\"waiting\":1,\"commandsPerSecond\":10.25}";
        get(store.brokers().heartbeat());
        get(store.brokers().publish("{\"httpPort\":7,\"beanstalkdPort\":11300,\"beanstalkd\":" + use + "}"));
        await().until(() -> read("/v1/brokers").getJsonArray("brokers").size() == 2);
        List<JsonObject> brokers = read("/v1/brokers").getJsonArray("brokers").stream()
                .map(one -> (JsonObject) one)
                .toList();
        assertThat(brokers)
                .extracting(one -> one.getInteger("beanstalkdPort"))
                .containsExactlyInAnyOrder(servers.beanstalkdPort(0), 11300);
        assertThat(brokers)
                .extracting(one -> one.getJsonObject("beanstalkd").encode())
                .containsExactlyInAnyOrder(
                        "{\"connections\":0,\"reservations\":0,\"waiting\":0,\"commandsPerSecond\":0.0}", use);
        await().until(() ->
                read("/v1/overview").getJsonObject("beanstalkd").encode().equals(use));
    }

    @Test
    void redisSaysWhatItIs() {
        JsonObject redis = read("/v1/redis");
        assertThat(redis.getString("mode")).isEqualTo("standalone");
        JsonObject node = redis.getJsonArray("nodes").getJsonObject(0);
        assertThat(node.getString("address")).matches("[\\w.:\\[\\]-]+:[0-9]+");
        assertThat(TestRedis.uri()).contains(node.getString("address"));
        assertThat(node.getString("role")).isEqualTo("master");
        assertThat(node.getLong("usedMemoryBytes")).isPositive();
        assertThat(node.getBoolean("aof")).isTrue();
        assertThat(node.getLong("keys")).isPositive();
        assertThat(node.getValue("replicaLagBytes")).isNull();
    }

    @Test
    void readingConsumesNothing() {
        IntStream.range(0, 20).forEach(i -> produce("orders", "j" + i, i < 10 ? "" : "?delayMs=60000"));
        wire().post("/v1/tubes/orders/consume?max=3").is(200);
        JsonObject before = read("/v1/tubes/orders");
        for (Endpoint call : V1Calls.all()) {
            if (call.method().name().equals("GET")) {
                wire().get(V1Calls.path(call)
                        .replace("/tubes/t", "/tubes/orders")
                        .replace("/jobs/a", "/jobs/j5"));
            }
        }
        JsonObject after = read("/v1/tubes/orders");
        for (String field : List.of("counts", "totals", "nextDueAt")) {
            assertThat(after.getValue(field)).as(field).isEqualTo(before.getValue(field));
        }
    }
}
