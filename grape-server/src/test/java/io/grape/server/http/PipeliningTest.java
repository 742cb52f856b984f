package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.LogLines;
import io.grape.server.ServerExtension;
import io.grape.server.http.connection.RequestDecoder;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests sent on one connection behind one that is not answered yet. No test here waits for a ttr: it is 60 s. */
@Tag("slow")
class PipeliningTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String GET = "GET /version HTTP/1.1\r\nHost: h\r\n\r\n";
    private static final String WAIT = "POST /v1/tubes/t/consume?waitMs=60000 HTTP/1.1\r\nHost: h\r\n\r\n";
    private static final String PUT = "PUT /v1/tubes/u/jobs/%d HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private void awaitParked(int count) {
        await().atMost(SOON)
                .until(() -> wire.get("/metrics").text().contains("grape_consumers_parked " + count + ".0"));
    }

    /** Nothing of a job that comes now is lost with the client that left. */
    private void isThereForOthers() {
        awaitParked(0);
        wire.put("/v1/tubes/t/jobs/a", "x").is(201);
        JsonObject job = wire.post("/v1/tubes/t/consume").is(200).first("jobs");
        assertThat(job.getInteger("attempt")).isEqualTo(1);
    }

    @Test
    void aClientThatPipelinesBehindItsWaitAndLeavesSwallowsNothing() {
        for (int behind : new int[] {1, 6, 20, 1000}) {
            try (RawClient client = new RawClient(wire.port()).say(WAIT)) {
                awaitParked(1);
                client.say(GET.repeat(behind));
                client.halfClose();
                awaitParked(0);
            }
        }
        isThereForOthers();
    }

    @Test
    void aClientThatPipelinesBeforeAndBehindItsWaitAndLeavesSwallowsNothing() {
        try (RawClient client = new RawClient(wire.port())) {
            client.say(String.format(Locale.ROOT, PUT, 1) + "x".repeat(1000) + WAIT + GET.repeat(100));
            awaitParked(1);
            client.halfClose();
            isThereForOthers();
        }
    }

    @Test
    void muchBehindAWaitEndsTheConnection() {
        try (RawClient client = new RawClient(wire.port()).say(WAIT)) {
            awaitParked(1);
            Thread sender = new Thread(() -> {
                for (int i = 0; i < 100; i++) {
                    client.say(GET.repeat(1000));
                }
            });
            sender.setUncaughtExceptionHandler((thread, cutOff) -> {});
            sender.start();
            isThereForOthers();
        }
    }

    @Test
    void whatIsWithinTheLimitIsAnsweredAfterTheWaitInOrder() {
        int count = RequestDecoder.MAX_BEHIND / GET.length();
        try (RawClient client = new RawClient(wire.port()).say(WAIT)) {
            awaitParked(1);
            client.say(GET.repeat(count));
            wire.put("/v1/tubes/t/jobs/a", "x").is(201);
            assertThat(client.answer().body()).contains("\"id\":\"a\"");
            for (int i = 0; i < count; i++) {
                assertThat(client.answer().body()).contains("\"name\":\"grape\"");
            }
        }
    }

    /** Where nobody waits for another client, any number of bytes may be on its way: they are read when it is their turn. */
    @Test
    void manyMebibytesOfProducesAreAllAnswered() throws Exception {
        int count = 5000;
        try (RawClient client = new RawClient(wire.port())) {
            Thread sender = new Thread(() -> {
                for (int i = 0; i < count; i++) {
                    client.say(String.format(Locale.ROOT, PUT, i) + "x".repeat(1000));
                }
            });
            sender.start();
            for (int i = 0; i < count; i++) {
                assertThat(client.answer().status()).isEqualTo(201);
            }
            sender.join();
        }
        assertThat(wire.get("/v1/tubes/u").json().getJsonObject("counts").getInteger("ready"))
                .isEqualTo(count);
    }

    @Test
    void aResetWithRequestsBehindIsNoNews() {
        try (LogLines log = LogLines.of("io.vertx", "io.netty", "io.grape")) {
            List<RawClient> waiting = Stream.generate(() -> new RawClient(wire.port()).say(WAIT))
                    .limit(20)
                    .toList();
            awaitParked(waiting.size());
            for (int i = 0; i < waiting.size(); i++) {
                waiting.get(i).say(GET.repeat(20));
                waiting.get(i).reset();
                RawClient busy = new RawClient(wire.port())
                        .say((String.format(Locale.ROOT, PUT, i) + "x".repeat(1000)).repeat(20));
                busy.reset();
            }
            awaitParked(0);
            assertThat(log.seen()).isEmpty();
        }
    }
}
