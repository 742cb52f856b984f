package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import java.net.URLEncoder;
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
                ".",
                "..",
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
    @ValueSource(strings = {LETTERS + "._:~-", ".", "..", ":", "~", "-", "-1", "kick", "payload"})
    void aJobOfAnyAllowedIdIsReachedByIt(String id) {
        wire.put("/v1/tubes/t/jobs/" + encoded(id), "x").is(201);
        assertThat(wire.get("/v1/tubes/t/jobs/" + escaped(id)).is(200).json().getString("id"))
                .isEqualTo(id);
        wire.delete("/v1/tubes/t/jobs/" + encoded(id)).is(204);
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
