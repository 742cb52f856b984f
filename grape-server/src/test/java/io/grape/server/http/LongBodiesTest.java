package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.job.Headers;
import io.grape.core.job.IdReuse;
import io.grape.core.job.Job;
import io.grape.core.job.JobTags;
import io.grape.core.job.JobWork;
import io.grape.core.job.Payload;
import io.grape.server.ServerExtension;
import io.grape.server.http.call.Endpoint;
import io.grape.server.http.json.JsonBytes;
import io.grape.server.http.v1.JobJson;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** JSON that is long is read, and no event loop stands still for it. */
class LongBodiesTest {
    private static final String TEXT = "x".repeat(2 * JsonBytes.MAX_ON_EVENT_LOOP);

    @RegisterExtension
    final ServerExtension broker = new ServerExtension();

    private final Wire wire = Wire.to(broker);

    private static String read(Context context, int bytes) throws Exception {
        CompletableFuture<String> said = new CompletableFuture<>();
        context.runOnContext(go -> {
            try {
                JsonBytes.check(("\"" + "x".repeat(bytes - 2) + "\"").getBytes(UTF_8), "it");
                said.complete("read");
            } catch (IllegalStateException e) {
                said.complete(e.getMessage());
            }
        });
        return said.get(1, TimeUnit.MINUTES);
    }

    @Test
    void anEventLoopReadsNoLongJson() throws Exception {
        Vertx vertx = Vertx.vertx();
        try {
            Context context = vertx.getOrCreateContext();
            assertThat(read(context, JsonBytes.MAX_ON_EVENT_LOOP)).isEqualTo("read");
            assertThat(read(context, JsonBytes.MAX_ON_EVENT_LOOP + 1))
                    .isEqualTo("65537 bytes of JSON must not be read on an event loop");
        } finally {
            vertx.close().await();
        }
    }

    static Stream<Endpoint> calls() {
        return HttpApi.calls(FakePorts.behind(CompletableFuture::new), () -> false).stream()
                .filter(call -> call.maxBody() > JsonBytes.MAX_ON_EVENT_LOOP);
    }

    /** What read such a body on an event loop would be an INTERNAL. */
    @ParameterizedTest
    @MethodSource("calls")
    void everyCallThatTakesALongBodyReadsItElsewhere(Endpoint call) {
        String path = call.path().startsWith("/api/")
                ? call.path().replace("{tube}", "t") + "?tube=t&jid=a&dtr=0&ttr=1000"
                : V1Calls.path(call);
        for (String body : new String[] {"\"" + TEXT + "\"", "{\"payload\":\"" + TEXT + "\"}", "[\"" + TEXT + "\"]"}) {
            Wire.Answer answer =
                    wire.send(call.method().name(), path, body.getBytes(UTF_8), "Content-Type", "application/json");
            assertThat(answer.status()).as(answer.text()).isLessThan(500);
        }
    }

    @Test
    void whatIsLongAndGoodIsTakenAndWhatIsLongAndBadIsRefused() {
        wire.put("/v1/tubes/t/jobs/raw", "\"" + TEXT + "\"", "Content-Type", "application/json")
                .is(201);
        wire.put("/v1/tubes/t/jobs/bad", "\"" + TEXT, "Content-Type", "application/json")
                .isBadRequest("payload: expected JSON");
        wire.post("/v1/tubes/t/jobs", "{\"id\":\"one\",\"payload\":\"" + TEXT + "\"}")
                .is(201);
        wire.post("/v1/tubes/t/jobs", "[{\"id\":\"a\",\"payload\":\"" + TEXT + "\"},{\"id\":\"b\"}]")
                .is(200);
        assertThat(wire.get("/v1/tubes/t/jobs/a").is(200).json().getString("payload"))
                .isEqualTo(TEXT);
        wire.post("/v1/tubes/t/acks", "[{\"id\":\"" + TEXT + "\",\"lease\":\"1\",\"op\":\"finish\"}]")
                .is(200);
        wire.post("/v1/tubes/t/jobs", "{\"x\":\"" + TEXT + "\"}").isBadRequest("field: expected one of");
    }

    private static Job job(int bytes) {
        Instant at = Instant.ofEpochMilli(1_800_000_000_000L);
        return new Job(
                new JobId("a"),
                new TubeName("t"),
                JobState.READY,
                1,
                0,
                0,
                1,
                Duration.ZERO,
                Duration.ofMinutes(1),
                at,
                at,
                null,
                null,
                null,
                null,
                null,
                false,
                JobTags.NONE,
                Headers.NONE,
                Payload.binary(new byte[bytes]),
                IdReuse.NONE,
                JobWork.NONE);
    }

    @Test
    void anEventLoopWritesNoLongJobs() throws Exception {
        Vertx vertx = Vertx.vertx();
        try {
            CompletableFuture<String> said = new CompletableFuture<>();
            Job job = job(JobJson.MAX_ON_EVENT_LOOP);
            Job small = job(1);
            vertx.getOrCreateContext().runOnContext(go -> {
                try {
                    int written = JobJson.jobs(List.of(job)).length();
                    int more = JobJson.jobs(List.of(job, small)).length();
                    said.complete(written + " and " + more + " bytes are written");
                } catch (IllegalStateException e) {
                    said.complete(e.getMessage());
                }
            });
            assertThat(said.get(1, TimeUnit.MINUTES))
                    .isEqualTo("262145 bytes of jobs must not be written on an event loop");
        } finally {
            vertx.close().await();
        }
    }

    @Test
    void longJobsAreShownAndHandedOutByEveryCall() {
        String payload = "y".repeat(2 * JobJson.MAX_ON_EVENT_LOOP);
        for (String id : new String[] {"a", "b", "c", "d"}) {
            wire.put("/v1/tubes/t/jobs/" + id, payload).is(201);
        }
        assertThat(wire.get("/v1/tubes/t/jobs/a").is(200).text()).contains("payloadBase64");
        assertThat(wire.get("/v1/tubes/t/jobs?state=ready").is(200).list("jobs").size())
                .isEqualTo(4);
        assertThat(wire.post("/v1/tubes/t/consume?max=2").is(200).list("jobs").size())
                .isEqualTo(2);
        Wire.Answer jobs = wire.get("/api/job/consume?tube=t&max=2").is(200);
        assertThat(jobs.text()).contains("\"id\":\"c\"", "\"id\":\"d\"");
        wire.send("PUT", "/api/job/bury?tube=t&jid=c", new byte[0]).is(200);
        assertThat(wire.get("/api/job/peek?tube=t").is(200).bytes().length).isGreaterThan(payload.length());
    }
}
