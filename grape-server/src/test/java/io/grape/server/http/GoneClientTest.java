package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.core.Seed;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A consumer that goes away before its answer was written swallows nothing. No test here waits for a ttr: it is 60 s. */
@Tag("slow")
class GoneClientTest extends ParkedClientSteps {
    private static final Pattern JOB =
            Pattern.compile("\"id\":\"([^\"]+)\".*?\"attempt\":([0-9]+).*?\"lease\":\"([0-9]+)\"");

    /** Produces a job at the other broker, and takes it at once, as its first execution. */
    private void isThereForOthers() {
        other.put("/v1/tubes/t/jobs/a", "x").is(201);
        JsonObject job = other.post("/v1/tubes/t/consume?waitMs=20000").is(200).first("jobs");
        assertThat(job.getString("id")).isEqualTo("a");
        assertThat(job.getInteger("attempt")).isEqualTo(1);
        assertThat(wire.get("/v1/tubes/t").json().getJsonObject("totals").getInteger("expired"))
                .isZero();
    }

    private void swallowsNothing(Consumer<RawClient> departure) {
        RawClient client = parked(CONSUME);
        departure.accept(client);
        isThereForOthers();
        client.close();
    }

    @Test
    void aParkedClientThatClosesSwallowsNothing() {
        swallowsNothing(RawClient::close);
    }

    @Test
    void aParkedClientThatIsKilledSwallowsNothing() {
        swallowsNothing(RawClient::reset);
    }

    @Test
    void aParkedClientThatHalfClosesSwallowsNothing() {
        swallowsNothing(RawClient::halfClose);
    }

    @Test
    void aParkedClientOfSeveralTubesSwallowsNothing() {
        RawClient client = parked("/v1/consume?tubes=u,t,v&waitMs=60000");
        client.close();
        isThereForOthers();
    }

    @Test
    void aParkedClientWithAnotherRequestBehindItSwallowsNothing() {
        RawClient client = parked(CONSUME);
        client.ask("GET", "/version");
        client.close();
        isThereForOthers();
    }

    @Test
    void aClientThatDoesNotWaitAndIsGoneSwallowsNothing() {
        for (int i = 0; i < 50; i++) {
            String id = "j" + i;
            wire.put("/v1/tubes/t/jobs/" + id, "x").is(201);
            RawClient client = new RawClient(wire.port()).ask("POST", "/v1/tubes/t/consume");
            client.halfClose();
            String got = client.rest();
            if (!got.contains(id)) {
                JsonObject job =
                        other.post("/v1/tubes/t/consume?waitMs=20000").is(200).first("jobs");
                assertThat(job.getInteger("attempt")).isEqualTo(1);
                assertThat(job.getString("id")).isEqualTo(id);
            }
            client.close();
        }
    }

    /** A job without its rev, which a delivery that is undone changes. */
    private static JsonObject looked(Wire at, String job) {
        JsonObject seen = at.get(job).is(200).json();
        assertThat(seen.remove("rev")).isInstanceOf(String.class);
        return seen;
    }

    @ParameterizedTest
    @ValueSource(strings = {"ready", "delayed", "failed"})
    void aClientThatTakesAJobByItsIdAndIsGoneSwallowsNothing(String state) {
        for (int i = 0; i < 20; i++) {
            String job = "/v1/tubes/t/jobs/j" + i;
            wire.put(job + "?delayMs=" + (state.equals("delayed") ? 600_000 : 0), "x")
                    .is(201);
            if (state.equals("failed")) {
                String lease = wire.post(job + "/consume").is(200).json().getString("lease");
                wire.post(job + "/bury?lease=" + lease + "&reason=broken").is(200);
            }
            JsonObject before = looked(wire, job);
            RawClient client = new RawClient(wire.port()).ask("POST", job + "/consume");
            client.halfClose();
            if (!client.rest().contains("\"lease\":\"")) {
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(looked(other, job)).isEqualTo(before));
            }
            client.close();
        }
    }

    @Test
    void aPipelineBehindAParkedConsumeIsAnsweredInOrder() {
        try (RawClient client = parked(CONSUME)) {
            client.ask("GET", "/version");
            client.ask("GET", "/v1/tubes/t/jobs/a");
            other.put("/v1/tubes/t/jobs/a", "x").is(201);
            assertThat(client.answer().body()).contains("\"id\":\"a\"", "\"attempt\":1");
            assertThat(client.answer().body()).contains("\"name\":\"grape\"");
            assertThat(client.answer().body()).contains("\"id\":\"a\"", "\"state\":\"retained\"");
        }
    }

    @Test
    void anAnswerThatIsTooLargeForAClientThatDoesNotReadGoesBackWhenItDies() {
        String payload = "x".repeat(1024 * 1024);
        for (int i = 0; i < 12; i++) {
            wire.put("/v1/tubes/t/jobs/" + i, payload).is(201);
        }
        try (RawClient deaf = RawClient.deaf(wire.port())) {
            for (int i = 0; i < 6; i++) {
                deaf.ask("POST", "/v1/tubes/t/consume?max=12");
            }
            await().atMost(SOON).during(Duration.ofMillis(500)).until(this::anAnswerIsStuck);
            deaf.reset();
        }
        await().atMost(SOON).until(() -> wire.get("/metrics").text().contains("grape_handed_back_total 2.0"));
        assertThat(other.post("/v1/tubes/t/consume").first("jobs").getInteger("attempt"))
                .isEqualTo(1);
    }

    private boolean anAnswerIsStuck() {
        return wire.get("/metrics")
                .text()
                .lines()
                .anyMatch(line ->
                        line.matches("grape_memory_held\\{part=\"answers\"} ([1-9][0-9]{6,}[.]0|[0-9.]+E[67])"));
    }

    @Test
    void whoHangsUpAsTheirJobsArriveSwallowNothing() {
        hangUpAsJobsArrive(100);
    }

    @Test
    @Tag("long")
    void aThousandWhoHangUpAsTheirJobsArriveSwallowNothing() {
        hangUpAsJobsArrive(1000);
    }

    /** Each client goes within 5 ms of the produce: before its job is there, as it comes, or with it unread. */
    private void hangUpAsJobsArrive(int clients) {
        Random random = Seed.random();
        for (int i = 0; i < clients; i++) {
            RawClient client = parked(CONSUME);
            int micros = random.nextInt(5000);
            Thread leaver = new Thread(() -> {
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(micros));
                client.close();
            });
            leaver.start();
            isThereForOthers();
            other.delete("/v1/tubes/t/jobs/a?force=true").is(204);
        }
    }

    /**
     * Clients park, lose patience at a random time, say that they go, and read on: what they then have whole they finish, and
     * everything else must be there for others at once.
     */
    @Test
    void whateverTimeClientsGoEveryJobIsFinishedExactlyOnce() throws Exception {
        int jobs = 600;
        Map<String, AtomicInteger> finished = new ConcurrentHashMap<>();
        List<Thread> clients = new ArrayList<>();
        Random random = Seed.random();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 12; i++) {
            Wire mine = i % 2 == 0 ? wire : other;
            Random own = new Random(random.nextLong());
            clients.add(new Thread(() -> {
                while (finished.size() < jobs) {
                    consumeImpatiently(mine, own, finished);
                }
            }));
        }
        clients.forEach(client -> client.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure)));
        clients.forEach(Thread::start);
        for (int i = 0; i < jobs; i++) {
            (i % 2 == 0 ? wire : other).put("/v1/tubes/t/jobs/j" + i, "x").is(201);
        }
        for (Thread client : clients) {
            client.join(Duration.ofSeconds(50).toMillis());
        }
        assertThat(failures).isEmpty();
        assertThat(finished.keySet()).hasSize(jobs);
        assertThat(finished.values()).allMatch(times -> times.get() == 1);
        JsonObject totals = wire.get("/v1/tubes/t").json().getJsonObject("totals");
        assertThat(totals.getInteger("finished")).isEqualTo(jobs);
        assertThat(totals.getInteger("expired")).isZero();
        assertThat(totals.getInteger("consumed")).isEqualTo(jobs);
    }

    private static void consumeImpatiently(Wire wire, Random random, Map<String, AtomicInteger> finished) {
        String got;
        try (RawClient client = new RawClient(wire.port()).ask("POST", "/v1/tubes/t/consume?max=3&waitMs=60000")) {
            client.hears(Duration.ofMillis(1 + random.nextInt(20)));
            client.halfClose();
            got = client.rest();
        }
        Matcher job = JOB.matcher(got);
        while (job.find()) {
            assertThat(job.group(2)).isEqualTo("1");
            wire.post("/v1/tubes/t/jobs/" + job.group(1) + "/finish?lease=" + job.group(3))
                    .is(200);
            finished.computeIfAbsent(job.group(1), id -> new AtomicInteger()).incrementAndGet();
        }
    }

    @Test
    void manyParkedClientsThatDieAtOnceLeaveEverythingBehind() {
        List<RawClient> clients = IntStream.range(0, 200)
                .mapToObj(i -> new RawClient(wire.port()).ask("POST", "/v1/tubes/t/consume?waitMs=60000"))
                .toList();
        wire.post("/v1/tubes/t/consume?waitMs=20").is(200);
        clients.forEach(RawClient::reset);
        for (int i = 0; i < 200; i++) {
            other.put("/v1/tubes/t/jobs/j" + i, "x").is(201);
        }
        await().atMost(SOON).until(() -> count("ready") == 200);
        assertThat(other.post("/v1/tubes/t/consume?max=1000").list("jobs")).hasSize(200);
        assertThat(count("retained")).isEqualTo(200);
    }
}
