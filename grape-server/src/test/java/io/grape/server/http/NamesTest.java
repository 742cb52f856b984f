package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.JobId;
import io.grape.core.NewJob;
import io.grape.core.Payload;
import io.grape.core.TubeName;
import io.grape.redis.InvariantsExtension;
import io.grape.redis.RedisStore;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import java.net.URLEncoder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names on their way through paths and queries. */
class NamesTest {
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    private static String escaped(String text) {
        StringBuilder all = new StringBuilder();
        for (byte b : text.getBytes(UTF_8)) {
            all.append(String.format("%%%02x", b));
        }
        return all.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                LETTERS + "+/;.$_()-",
                "+",
                "/",
                ";",
                "...",
                ".a",
                "$",
                "_",
                "()",
                "a-",
                "a/../b",
                "//",
                "a/",
                "/a",
                "a;b;c",
                "a+b",
                "jobs",
                "consume",
                "payload"
            })
    void aTubeOfAnyAllowedNameIsReachedByIt(String name) {
        String tube = "/v1/tubes/" + encoded(name);
        wire.put(tube + "/jobs/a", "x").is(201);
        assertThat(wire.get(tube).is(200).json().getString("name")).isEqualTo(name);
        assertThat(wire.get("/v1/tubes/" + escaped(name)).is(200).json().getString("name"))
                .isEqualTo(name);
        assertThat(wire.get("/v1/tubes").first("tubes").getString("name")).isEqualTo(name);
        assertThat(wire.post("/v1/consume?tubes=" + encoded(name)).first("jobs").getString("tube"))
                .isEqualTo(name);
        wire.delete(tube + "?confirm=" + encoded(name)).is(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"$", "+", "()", "a.b", "a;b"})
    void whatAPathMayHoldNeedNoEscape(String name) {
        wire.put("/v1/tubes/" + name, "").is(201);
        assertThat(wire.get("/v1/tubes/" + escaped(name)).is(200).json().getString("name"))
                .isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {LETTERS + "._:~-", "...", ".a", ":", "~", "-", "-1", "kick", "payload"})
    void aJobOfAnyAllowedIdIsReachedByIt(String id) {
        wire.put("/v1/tubes/t/jobs/" + encoded(id), "x").is(201);
        assertThat(wire.get("/v1/tubes/t/jobs/" + escaped(id)).is(200).json().getString("id"))
                .isEqualTo(id);
        wire.delete("/v1/tubes/t/jobs/" + encoded(id)).is(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {".", ".."})
    void aStepInAPathIsNoNameForAnythingNewButWhatIsThereIsReached(String step) {
        String tube = "/v1/tubes/" + dotsEscaped(step);
        String job = tube + "/jobs/" + dotsEscaped(step);
        wire.put(tube, "").isBadRequest("tube: expected anything but . and ..");
        wire.put(tube + "/jobs/a", "x").isBadRequest("tube: expected anything but . and ..");
        wire.post(tube + "/jobs", "[{\"payload\":1}]").isBadRequest("tube: expected anything but . and ..");
        wire.put("/v1/tubes/t/jobs/" + dotsEscaped(step), "x").isBadRequest("id: expected anything but . and ..");
        wire.post("/v1/tubes/t/jobs", "{\"id\":\"" + step + "\",\"payload\":1}")
                .isBadRequest("id: expected anything but . and ..");
        wire.get("/v1/tubes/t").is(404);

        try (RedisStore store = TestRedis.open(TestRedis.uri(), server.namespace())) {
            NewJob old = NewJob.of(new JobId(step), Payload.binary(new byte[] {1}));
            store.broker()
                    .produce(new TubeName(step), List.of(old))
                    .toCompletableFuture()
                    .join();
        }
        assertThat(wire.get(job).is(200).json().getString("id")).isEqualTo(step);
        wire.delete(job).is(204);
        wire.delete(tube).is(204);
    }

    private static String dotsEscaped(String step) {
        return step.replace(".", "%2E");
    }

    @Test
    void namesOfTwoHundredCharactersAreTakenAndOneMoreIsRefused() {
        String most = "/".repeat(200);
        wire.put("/v1/tubes/" + encoded(most) + "/jobs/" + escaped("~".repeat(200)), "x")
                .is(201);
        wire.put("/v1/tubes/" + encoded(most + "/"), "").isBadRequest("tube: expected 1 to 200");
        wire.put("/v1/tubes/" + encoded(most) + "/jobs/" + "~".repeat(201), "x").isBadRequest("id: expected 1 to 200");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-a", "a b", "ä", "a%", "a:b", "a{b}", "a*", "a?", "a\u0000", "a\n"})
    void anyOtherTubeNameIsRefused(String name) {
        assertThat(wire.put("/v1/tubes/" + encoded(name).replace("+", "%20"), "")
                        .json()
                        .getString("code"))
                .isEqualTo("BAD_REQUEST");
        wire.post("/v1/consume?tubes=" + encoded(name)).isBadRequest("tube: expected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a b", "a+b", "a,b", "ä", "a%", "a{b}", "a*", "a\u0000", "a\n"})
    void anyOtherIdIsRefused(String id) {
        wire.put("/v1/tubes/t/jobs/" + encoded(id).replace("+", "%20"), "x").isBadRequest("id: expected 1 to 200");
    }
}
