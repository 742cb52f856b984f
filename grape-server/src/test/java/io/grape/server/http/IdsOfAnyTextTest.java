package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.AnyId;
import io.grape.core.Seed;
import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A job is the same job by whatever call it is reached, whatever its id. Each step goes one of the ways there are, at random. */
final class IdsOfAnyTextTest {
    private static final int IDS = 40;
    private static final String TUBE = "/v1/tubes/t";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);
    private final Random random = Seed.random();

    private static String inQuery(String id) {
        return URLEncoder.encode(id, UTF_8);
    }

    private static String path(String id) {
        return TUBE + "/jobs/" + inQuery(id).replace("+", "%20");
    }

    private static String old(String call, String id) {
        return "/api/job/" + call + "?tube=t&jid=" + inQuery(id);
    }

    private static JsonObject json(String id) {
        return new JsonObject().put("id", id).put("payload", 1);
    }

    private boolean produce(String id) {
        return switch (random.nextInt(4)) {
            case 0 -> wire.put(path(id), "x").json().getBoolean("created");
            case 1 -> {
                Wire.Answer answer = wire.post(TUBE + "/jobs", json(id).encode());
                if (answer.status() == 201) {
                    assertThat(wire.get(answer.header("Location")).json().getString("id"))
                            .isEqualTo(id);
                }
                yield answer.json().getBoolean("created");
            }
            case 2 ->
                wire.post(TUBE + "/jobs", new JsonArray().add(json(id)).encode())
                        .first("results")
                        .getBoolean("created");
            default ->
                Boolean.parseBoolean(wire.post(old("produce", id) + "&ttr=60000", "x")
                        .is(200)
                        .text());
        };
    }

    /** Returns the id of what is handed out. */
    private String consume() {
        return random.nextBoolean()
                ? wire.post(TUBE + "/consume").first("jobs").getString("id")
                : new JsonArray(wire.get("/api/job/consume?tube=t").is(200).text())
                        .getJsonObject(0)
                        .getString("id");
    }

    private String lease(String id) {
        return wire.get(path(id)).is(200).json().getString("lease");
    }

    private void bury(String id) {
        switch (random.nextInt(3)) {
            case 0 ->
                wire.post(path(id) + "/bury?lease=" + lease(id) + "&reason=no").is(200);
            case 1 ->
                acknowledge(
                        new JsonObject().put("id", id).put("lease", lease(id)).put("op", "bury"));
            default ->
                assertThat(wire.send("PUT", old("bury", id), new byte[0]).text())
                        .isEqualTo("true");
        }
    }

    private void acknowledge(JsonObject one) {
        JsonObject result =
                wire.post(TUBE + "/acks", new JsonArray().add(one).encode()).first("results");
        assertThat(result.getString("id")).isEqualTo(one.getString("id"));
        assertThat(result.getValue("error")).isNull();
    }

    private void checkSeen(String id) {
        assertThat(wire.get(path(id)).is(200).json().getString("id")).isEqualTo(id);
        assertThat(wire.get(path(id) + "/explain").is(200).json().getString("id"))
                .isEqualTo(id);
        wire.get(path(id) + "/history").is(200);
        assertThat(wire.get("/v1/find?id=" + inQuery(id)).first("jobs").getString("id"))
                .isEqualTo(id);
        assertThat(wire.get(TUBE + "/jobs?state=failed").first("jobs").getString("id"))
                .isEqualTo(id);
        JsonObject group = wire.get(TUBE + "/failures").first("groups");
        assertThat(group.getJsonObject("sample").getString("id")).isEqualTo(id);
        assertThat(new JsonArray(wire.get("/api/job/peek?tube=t").is(200).text())
                        .getJsonObject(0)
                        .getString("id"))
                .isEqualTo(id);
    }

    private void kick(String id) {
        if (random.nextBoolean()) {
            wire.post(path(id) + "/kick").is(200);
        } else {
            assertThat(wire.send("PUT", old("kick", id), new byte[0]).text()).isEqualTo("true");
        }
    }

    private void end(String id) {
        switch (random.nextInt(3)) {
            case 0 -> wire.post(path(id) + "/finish?lease=" + lease(id)).is(200);
            case 1 ->
                acknowledge(
                        new JsonObject().put("id", id).put("lease", lease(id)).put("op", "finish"));
            default -> assertThat(wire.delete(old("finish", id)).text()).isEqualTo("true");
        }
    }

    @Test
    void oneJobIsOneJobThroughEveryCall() {
        assertThat(wire.post("/api/tube/create?tube=t").text()).isEqualTo("true");
        for (int i = 0; i < IDS; i++) {
            String id = AnyId.next(random);
            assertThat(produce(id)).as(id).isTrue();
            assertThat(produce(id)).as(id).isFalse();
            assertThat(consume()).isEqualTo(id);
            bury(id);
            checkSeen(id);
            kick(id);
            assertThat(consume()).isEqualTo(id);
            end(id);
            wire.get(path(id)).is(404);
        }
    }

    @Test
    void pagesGoOnBehindAnyId() {
        for (int i = 0; i < IDS; i++) {
            wire.put(path(i + AnyId.next(random).substring(0, 1).replaceAll("\\p{Cs}", "é")), "x")
                    .is(201);
        }
        int seen = 0;
        String cursor = "";
        do {
            JsonObject page = wire.get(
                            TUBE + "/jobs?state=ready&limit=7" + (cursor.isEmpty() ? "" : "&cursor=" + cursor))
                    .is(200)
                    .json();
            seen += page.getJsonArray("jobs").size();
            cursor = page.getString("next", "");
        } while (cursor != null && !cursor.isEmpty());
        assertThat(seen).isEqualTo(IDS);
    }

    @Test
    void idsThatOnlyLookAlikeAreDifferentJobs() {
        wire.put(path("\u00e9"), "x").is(201);
        wire.put(path("e\u0301"), "x").is(201);
        wire.put(path("\uFFFD"), "x").is(201);
        wire.put(path("\uFFFD\uFFFD"), "x").is(201);
        assertThat(wire.get(TUBE + "/jobs?state=ready").list("jobs")).hasSize(4);
    }
}
