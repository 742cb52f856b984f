package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import io.grape.server.http.Wire.Answer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Quotas of tokens, users and addresses, over HTTP. */
class QuotasTest {
    private static final Duration SOON = Duration.ofMinutes(1);
    /** One job in more than a day: what was used up stays so. */
    private static final String HARDLY = "\"perSecond\":0.00001";

    private int fills;

    @RegisterExtension
    final ServerExtension brokers = ServerExtension.asking(2);

    private Answer send(int broker, String token, String method, String path, String body) {
        return Wire.to(brokers, broker).send(method, path, body.getBytes(UTF_8), "Authorization", "Bearer " + token);
    }

    private Answer admin(String method, String path, String body) {
        return send(0, brokers.adminToken(), method, path, body);
    }

    private void quota(String name, String body) {
        assertThat(admin("PUT", "/v1/quotas/" + name, body).status()).isIn(200, 201);
    }

    private String token(String name) {
        return admin("POST", "/v1/tokens", "{\"name\":\"" + name + "\",\"scopes\":[\"produce\",\"consume\"]}")
                .is(201)
                .json()
                .getString("token");
    }

    private Answer produce(String token, String job) {
        return send(0, token, "PUT", "/v1/tubes/t/jobs/" + job, "x");
    }

    private static String jobs(String name, int count) {
        return IntStream.range(0, count)
                .mapToObj(at -> "{\"id\":\"" + name + at + "\",\"payload\":1}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private Answer consume(int broker, String token, String query) {
        return send(broker, token, "POST", "/v1/tubes/t/consume?" + query, "");
    }

    private JsonObject about(String name) {
        return admin("GET", "/v1/quotas/" + name, "").is(200).json();
    }

    private void fill(int count) {
        admin("POST", "/v1/tubes/t/jobs", jobs("f" + fills++ + "-", count)).is(200);
    }

    private static long allowed(Answer batch) {
        return batch.list("results").stream()
                .map(JsonObject.class::cast)
                .filter(result -> !result.containsKey("error"))
                .count();
    }

    @Test
    void aTokenProducesAsManyAsItsQuotaAllows() {
        String shop = token("shop");
        quota("shop", "{\"produce\":{" + HARDLY + ",\"burst\":5}}");
        produce(shop, "a").is(201);
        Answer some = send(0, shop, "POST", "/v1/tubes/t/jobs", jobs("b", 6)).is(200);
        assertThat(allowed(some)).isEqualTo(4);
        assertThat(some.list("results").getJsonObject(5).getJsonObject("error").getString("code"))
                .isEqualTo("QUOTA_EXCEEDED");
        Answer refused = produce(shop, "c").is(429);
        assertThat(refused.json().getString("code")).isEqualTo("QUOTA_EXCEEDED");
        assertThat(Long.parseLong(refused.header("Retry-After"))).isBetween(90_000L, 100_001L);
        assertThat(allowed(
                        send(0, shop, "POST", "/v1/tubes/t/jobs", jobs("d", 2)).is(200)))
                .isZero();
        produce(token("shop"), "e").is(429);
        produce(token("other"), "f").is(201);
        admin("GET", "/v1/tubes/t/jobs/c", "").is(404);
        assertThat(about("shop").getJsonObject("refused").getInteger("produce")).isEqualTo(6);
        String metrics = admin("GET", "/metrics", "").is(200).text();
        assertThat(metrics).contains("grape_quota_refused_total{kind=\"produce\",quota=\"shop\"} 6.0");
    }

    @Test
    void noTokenHasTheQuotaOfOthersByItsName() {
        for (String name : List.of("default", "10.1.2.3")) {
            admin("POST", "/v1/tokens", "{\"name\":\"" + name + "\",\"scopes\":[\"produce\"]}")
                    .isBadRequest("a quota of this name is for others");
        }
    }

    @Test
    void aConsumeIsCutToWhatIsLeftAndGivesBackWhatItDidNotGet() {
        String shop = token("shop");
        fill(3);
        quota("shop", "{\"consume\":{" + HARDLY + ",\"burst\":5}}");
        assertThat(consume(0, shop, "max=1000").is(200).list("jobs")).hasSize(3);
        fill(6);
        assertThat(consume(0, shop, "max=1000").is(200).list("jobs")).hasSize(2);
        consume(0, shop, "max=1").is(429);
        send(0, shop, "POST", "/v1/tubes/t/jobs/f1-5/consume", "").is(429);
        assertThat(send(0, shop, "POST", "/v1/tubes/t/jobs/f0-0/finish?lease=1&next=1", "")
                        .status())
                .isNotEqualTo(429);
    }

    @Test
    void whatEndedEarlierEndsNoLaterLease() {
        String shop = token("shop");
        fill(1);
        quota("shop", "{\"inFlight\":1}");
        JsonObject first = consume(0, shop, "max=1").is(200).first("jobs");
        String release = "/v1/tubes/t/jobs/" + first.getString("id") + "/release?lease=" + first.getString("lease");
        send(0, shop, "POST", release, "").is(200);
        consume(0, shop, "max=1").is(200);
        send(0, shop, "POST", release, "").is(409);
        assertThat(about("shop").getJsonObject("use").getInteger("inFlight")).isEqualTo(1);
        consume(0, shop, "max=1").is(429);
    }

    @Test
    void aFinishIsNeverRefusedAndItsNextJobsAreCounted() {
        String shop = token("shop");
        fill(3);
        quota("shop", "{\"consume\":{" + HARDLY + ",\"burst\":2}}");
        JsonObject first = consume(0, shop, "max=1").is(200).first("jobs");
        JsonObject second = finish(shop, first, "&next=1").is(200).first("jobs");
        assertThat(finish(shop, second, "&next=1").is(200).list("jobs")).isEmpty();
        assertThat(admin("GET", "/v1/tubes/t", "")
                        .json()
                        .getJsonObject("totals")
                        .getInteger("finished"))
                .isEqualTo(2);
    }

    private Answer finish(String token, JsonObject job, String more) {
        return send(
                0,
                token,
                "POST",
                "/v1/tubes/t/jobs/" + job.getString("id") + "/finish?lease=" + job.getString("lease") + more,
                "");
    }

    @Test
    void leasesAndCallsAreInFlight() {
        String shop = token("shop");
        fill(5);
        quota("shop", "{\"inFlight\":2}");
        JsonObject first = consume(0, shop, "max=10").is(200).first("jobs");
        assertThat(about("shop").getJsonObject("use").getInteger("inFlight")).isEqualTo(2);
        consume(0, shop, "max=10").isProblem(429, "QUOTA_EXCEEDED", "inFlight");
        produce(shop, "p").is(429);
        assertThat(finish(shop, first, "&next=10").is(200).list("jobs")).hasSize(1);
        JsonObject use = about("shop").getJsonObject("use");
        assertThat(use.getInteger("inFlight")).isEqualTo(2);
        assertThat(about("shop").getJsonObject("refused").getInteger("inFlight"))
                .isEqualTo(2);
    }

    @Test
    void aConsumeThatWaitsIsInFlightAndGetsItsJobs() {
        String shop = token("shop");
        quota("shop", "{\"inFlight\":1,\"consume\":{" + HARDLY + ",\"burst\":2}}");
        CompletableFuture<Answer> waiting =
                CompletableFuture.supplyAsync(() -> consume(0, shop, "max=10&waitMs=60000"));
        await().atMost(SOON).until(() -> about("shop").getJsonObject("use").getInteger("inFlight") == 1);
        consume(0, shop, "max=1").is(429);
        fill(3);
        assertThat(waiting.join().is(200).list("jobs")).hasSize(1);
        assertThat(about("shop").getJsonObject("use").getInteger("inFlight")).isEqualTo(1);
        await().atMost(SOON)
                .until(() -> admin("GET", "/v1/tubes/t", "")
                                .json()
                                .getJsonObject("counts")
                                .getInteger("ready")
                        == 2);
    }

    @Test
    void brokersShareAQuotaAndLearnOfAChange() {
        String shop = token("shop");
        quota("shop", "{\"produce\":{" + HARDLY + ",\"burst\":100}}");
        await().atMost(SOON).until(() -> {
            send(1, shop, "PUT", "/v1/tubes/t/jobs/probe", "x");
            return !about("shop").getJsonObject("use").getInteger("produce").equals(0);
        });
        long used = IntStream.range(0, 20)
                .mapToLong(at -> allowed(send(at % 2, shop, "POST", "/v1/tubes/t/jobs", jobs("s" + at + "-", 10))))
                .sum();
        assertThat(used).isBetween(1L, 99L);
        admin("DELETE", "/v1/quotas/shop", "").is(204);
        await().atMost(SOON)
                .until(() -> send(1, shop, "PUT", "/v1/tubes/t/jobs/again", "x").status() < 300);
    }

    /** Those that wait, too. What is not allowed goes back to the tube: nothing is held that nobody got. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void theSumOfTwoBrokersIsNeverAboveTheRate(long seed) {
        int perSecond = 50;
        int burst = 10;
        String shop = token("shop");
        quota("shop", "{\"inFlight\":1}");
        fill(1);
        consume(0, shop, "max=1").is(200);
        await().atMost(SOON).until(() -> consume(1, shop, "max=1").status() == 429);
        quota("shop", "{\"consume\":{\"perSecond\":" + perSecond + ",\"burst\":" + burst + "}}");
        await().atMost(SOON).until(() -> consume(1, shop, "max=1").status() == 200);
        fill(300);
        long begin = System.nanoTime();
        AtomicInteger got = new AtomicInteger();
        List<CompletableFuture<Void>> consumers = IntStream.range(0, 6)
                .mapToObj(at -> CompletableFuture.runAsync(() -> {
                    Random random = new Random(seed * 100 + at);
                    while (got.get() < 120) {
                        String query = "max=" + (1 + random.nextInt(20)) + "&waitMs=" + random.nextInt(2) * 300;
                        Answer answer = consume(at % 2, shop, query);
                        assertThat(answer.status()).isIn(200, 429);
                        got.addAndGet(
                                answer.status() == 200 ? answer.list("jobs").size() : 0);
                    }
                }))
                .toList();
        consumers.forEach(CompletableFuture::join);
        double seconds = (System.nanoTime() - begin) / 1e9;
        assertThat((double) got.get()).isLessThanOrEqualTo(burst + perSecond * seconds + 1);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(admin("GET", "/v1/tubes/t", "")
                                .json()
                                .getJsonObject("counts")
                                .getInteger("retained"))
                        .isEqualTo(1 + got.get()));
    }

    @Test
    void theDefaultHoldsForEachWhoHasNone() {
        String shop = token("shop");
        String other = token("other");
        quota("default", "{\"produce\":{" + HARDLY + ",\"burst\":1}}");
        quota("admin", "{\"inFlight\":1000}");
        produce(shop, "a").is(201);
        produce(shop, "b").is(429);
        produce(other, "c").is(201);
        fill(5);
        assertThat(about("default").getJsonArray("clients").encode()).contains("\"shop\"", "\"other\"");
    }

    @Test
    void grape13IsCountedToo() {
        String shop = token("shop");
        fill(3);
        quota("shop", "{\"produce\":{" + HARDLY + ",\"burst\":1},\"consume\":{" + HARDLY + ",\"burst\":2}}");
        send(0, shop, "POST", "/api/job/produce?tube=t&jid=a&dtr=0&ttr=60000", "x")
                .is(200);
        Answer refused = send(0, shop, "POST", "/api/job/produce?tube=t&jid=b&dtr=0&ttr=60000", "x")
                .is(429);
        assertThat(Long.parseLong(refused.header("Retry-After"))).isBetween(90_000L, 100_001L);
        assertThat(send(0, shop, "GET", "/api/job/consume?tube=t&max=10", "")
                        .is(200)
                        .text())
                .contains("f0-0", "f0-1")
                .doesNotContain("f0-2");
        send(0, shop, "GET", "/api/job/consume?tube=t&max=10", "").is(429);
        send(0, shop, "DELETE", "/api/job/finish?tube=t&jid=f0-0", "").is(200);
    }
}
