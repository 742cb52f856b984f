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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client that goes away while it acknowledges and takes the next has acknowledged, and swallows nothing. */
@Tag("slow")
class NextJobsGoneClientTest extends ParkedClientSteps {
    private static final String JOBS = "/v1/tubes/t/jobs/";
    private static final Pattern JOB =
            Pattern.compile("\"id\":\"([^\"]+)\",\"tube\".*?\"attempt\":([0-9]+).*?\"lease\":\"([0-9]+)\"");

    private String held(String id) {
        wire.put(JOBS + id, "x").is(201);
        String lease = wire.post(JOBS + id + "/consume").is(200).json().getString("lease");
        return JOBS + id + "/finish?lease=" + lease;
    }

    private void swallowsNothing(Consumer<RawClient> departure) {
        RawClient client = parked(held("first") + "&next=1000&waitMs=60000");
        departure.accept(client);
        other.put(JOBS + "a", "x").is(201);
        JsonObject job = other.post("/v1/tubes/t/consume?waitMs=20000").is(200).first("jobs");
        assertThat(job.getString("id")).isEqualTo("a");
        assertThat(job.getInteger("attempt")).isEqualTo(1);
        JsonObject totals = wire.get("/v1/tubes/t").json().getJsonObject("totals");
        assertThat(totals.getInteger("finished")).isEqualTo(1);
        assertThat(totals.getInteger("expired")).isZero();
        client.close();
    }

    @Test
    void aClientThatWaitsAndClosesSwallowsNothing() {
        swallowsNothing(RawClient::close);
    }

    @Test
    void aClientThatWaitsAndIsKilledSwallowsNothing() {
        swallowsNothing(RawClient::reset);
    }

    @Test
    void aClientThatWaitsAndHalfClosesSwallowsNothing() {
        swallowsNothing(RawClient::halfClose);
    }

    @Test
    void aClientThatDiesWithItsJobsUnreadSwallowsNothing() {
        for (int i = 0; i < 20; i++) {
            String finish = held("first" + i);
            wire.put(JOBS + "a" + i, "x").is(201);
            RawClient client = new RawClient(wire.port()).ask("POST", finish + "&next=1");
            client.awaitUnread(1).reset();
            JsonObject job =
                    other.post("/v1/tubes/t/consume?waitMs=20000").is(200).first("jobs");
            assertThat(job.getString("id")).isEqualTo("a" + i);
            assertThat(job.getInteger("attempt")).isEqualTo(1);
            other.post(JOBS + "a" + i + "/finish?lease=" + job.getString("lease"))
                    .is(200);
        }
        assertThat(wire.get("/v1/tubes/t").json().getJsonObject("totals").getInteger("finished"))
                .isEqualTo(40);
    }

    @Test
    void manyThatWaitAndDieAtOnceLeaveEverythingBehind() {
        List<String> held =
                IntStream.range(0, 100).mapToObj(i -> held("first" + i)).toList();
        List<RawClient> clients = held.stream()
                .map(finish -> new RawClient(wire.port()).ask("POST", finish + "&next=10&waitMs=60000"))
                .toList();
        await().atMost(SOON).until(() -> count("retained") == 0);
        clients.forEach(RawClient::reset);
        for (int i = 0; i < 100; i++) {
            other.put(JOBS + "j" + i, "x").is(201);
        }
        await().atMost(SOON).until(() -> count("ready") == 100);
        assertThat(other.post("/v1/tubes/t/consume?max=1000").list("jobs")).hasSize(100);
    }

    /** Each client takes the next with its finish, loses patience at a random time, and finishes what it has then. */
    @Test
    void whateverTimeClientsGoEveryJobIsFinishedExactlyOnce() throws Exception {
        int jobs = 400;
        Map<String, AtomicInteger> finished = new ConcurrentHashMap<>();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> clients = new ArrayList<>();
        Random random = Seed.random();
        for (int i = 0; i < 8; i++) {
            Wire mine = i % 2 == 0 ? wire : other;
            Random own = new Random(random.nextLong());
            Thread client = new Thread(() -> {
                while (finished.size() < jobs) {
                    work(mine, own, finished);
                }
            });
            client.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
            clients.add(client);
        }
        clients.forEach(Thread::start);
        for (int i = 0; i < jobs; i++) {
            (i % 2 == 0 ? wire : other).put(JOBS + "j" + i, "x").is(201);
        }
        for (Thread client : clients) {
            client.join(Duration.ofSeconds(50).toMillis());
        }
        assertThat(failures).isEmpty();
        assertThat(finished.keySet()).hasSize(jobs);
        assertThat(finished.values()).allMatch(times -> times.get() == 1);
        await().atMost(SOON).until(() -> total("finished") == jobs);
        assertThat(total("expired")).isZero();
        assertThat(total("consumed")).isEqualTo(jobs);
    }

    private int total(String verb) {
        return wire.get("/v1/tubes/t").json().getJsonObject("totals").getInteger(verb);
    }

    /** Takes jobs, and finishes them one by one, each with the next; ends when none is left, or when it went away. */
    private static void work(Wire wire, Random random, Map<String, AtomicInteger> finished) {
        List<String> held = new ArrayList<>();
        take(wire.post("/v1/tubes/t/consume?waitMs=20").is(200).text(), held);
        while (!held.isEmpty()) {
            String job = held.remove(held.size() - 1);
            String got;
            try (RawClient client = new RawClient(wire.port())
                    .ask("POST", JOBS + job + "&next=" + (1 + random.nextInt(3)) + "&waitMs=60000")) {
                client.hears(Duration.ofMillis(1 + random.nextInt(20)));
                client.halfClose();
                got = client.rest();
            }
            // A finish that was sent takes effect, whether its client hears of it or not.
            finished.computeIfAbsent(job.substring(0, job.indexOf('/')), id -> new AtomicInteger())
                    .incrementAndGet();
            take(got, held);
        }
    }

    private static void take(String answer, List<String> held) {
        Matcher job = JOB.matcher(answer);
        while (job.find()) {
            assertThat(job.group(2)).isEqualTo("1");
            held.add(job.group(1) + "/finish?lease=" + job.group(3));
        }
    }
}
