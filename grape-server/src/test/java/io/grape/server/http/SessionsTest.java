package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import io.grape.server.http.Wire.Answer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logging in, what a session may, and what ends it. */
class SessionsTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String PASSWORD = "correct horse battery staple";
    private static final String CONSOLE = "X-Grape-Console";

    @RegisterExtension
    final ServerExtension brokers = ServerExtension.asking(2);

    private Wire wire() {
        return Wire.to(brokers);
    }

    private Answer byAdmin(String method, String path, String body) {
        return wire().send(method, path, body.getBytes(UTF_8), "Authorization", "Bearer " + brokers.adminToken());
    }

    @BeforeEach
    void makeUsers() {
        byAdmin("PUT", "/v1/users/ann", "{\"role\":\"operator\",\"password\":\"" + PASSWORD + "\"}")
                .is(201);
    }

    private static Answer login(Wire wire, String name, String password) {
        return wire.post(
                "/v1/session",
                new JsonObject().put("name", name).put("password", password).encode());
    }

    private static String cookie(Answer login) {
        String cookie = login.is(200).header("Set-Cookie");
        assertThat(cookie).startsWith("grape_session=").contains("; HttpOnly", "; SameSite=Lax", "; Path=/");
        return cookie.replaceFirst(";.*", "");
    }

    private List<String> actions() {
        return byAdmin("GET", "/v1/audit", "").is(200).list("entries").stream()
                .map(entry -> ((JsonObject) entry).getString("actor") + " " + ((JsonObject) entry).getString("action")
                        + " " + ((JsonObject) entry).getString("outcome"))
                .toList();
    }

    @Test
    void aSessionIsAcceptedByEveryBrokerAndEndsWithALogout() {
        String cookie = cookie(login(wire(), "ann", PASSWORD));
        Wire other = Wire.to(brokers, 1);
        await().atMost(SOON)
                .until(() -> other.send("GET", "/v1/session", new byte[0], "Cookie", cookie)
                                .is(200)
                                .json()
                                .getJsonObject("user")
                        != null);
        JsonObject who =
                other.send("GET", "/v1/session", new byte[0], "Cookie", cookie).json();
        assertThat(who.getString("auth")).isEqualTo("required");
        assertThat(who.getString("environment")).isEqualTo("TEST");
        assertThat(who.getJsonObject("user").getString("role")).isEqualTo("operator");
        assertThat(who.getJsonArray("rights")).contains("jobs.kick").doesNotContain("tubes.admin");
        other.send("GET", "/v1/tubes", new byte[0], "Cookie", cookie).is(200);
        other.send("GET", "/api/tube/list", new byte[0], "Cookie", cookie).is(401);

        other.send("DELETE", "/v1/session", new byte[0], "Cookie", cookie, CONSOLE, "1")
                .is(204);
        wire().send("GET", "/v1/tubes", new byte[0], "Cookie", cookie).is(401);
        assertThat(actions()).contains("ann login ok", "ann logout ok");
    }

    @Test
    void aSessionChangesNothingForAPageOfAnotherSite() {
        String cookie = cookie(login(wire(), "ann", PASSWORD));
        String produce = "/v1/tubes/t/jobs/j";
        wire().put(produce, "x", "Cookie", cookie).isProblem(403, "FORBIDDEN", "X-Grape-Console");
        wire().put(produce, "x", "Cookie", cookie, "Sec-Fetch-Site", "none").is(403);
        wire().put(produce, "x", "Cookie", cookie, "Sec-Fetch-Site", "cross-site", CONSOLE, "1")
                .is(403);
        wire().put(produce, "x", "Cookie", cookie, "Sec-Fetch-Site", "same-origin")
                .is(201);
        wire().put(produce, "x", "Cookie", cookie, CONSOLE, "1").is(200);
    }

    @Test
    void anEndedUserOrPasswordEndsTheSession() {
        String cookie = cookie(login(wire(), "ann", PASSWORD));
        byAdmin("PUT", "/v1/users/ann", "{\"password\":\"another long one\"}").is(200);
        wire().send("GET", "/v1/tubes", new byte[0], "Cookie", cookie).is(401);
        login(wire(), "ann", PASSWORD).isProblem(401, "UNAUTHENTICATED", "no such user");
        byAdmin("DELETE", "/v1/users/ann", "").is(204);
        login(wire(), "ann", "another long one").is(401);
        assertThat(byAdmin("GET", "/v1/users", "").is(200).text()).isEqualTo("{\"users\":[]}");
        assertThat(actions()).contains("nobody login.failed failed:UNAUTHENTICATED", "admin user.delete ok");
    }

    /** Anybody may type any name. */
    @ParameterizedTest
    @ValueSource(strings = {"cli", "anonymous", "ann", "no name at all\n"})
    void failedLoginHasNobodyAsActorAndTheTypedNameAsDetail(String typed) {
        login(wire(), typed, "wrong password").is(401);
        JsonObject entry = byAdmin("GET", "/v1/audit?limit=1", "").is(200).first("entries");
        assertThat(entry.getString("action")).isEqualTo("login.failed");
        assertThat(entry.getString("actor")).isEqualTo("nobody");
        assertThat(entry.getString("detail")).isEqualTo("name=" + typed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cli", "anonymous", "nobody", "CLI"})
    void namesOfAuditLogActorsAreReserved(String name) {
        String detail = "name: expected another one, as the audit log has this actor for others, got '" + name + "'";
        byAdmin("PUT", "/v1/users/" + name, "{\"role\":\"viewer\",\"password\":\"" + PASSWORD + "\"}")
                .isProblem(400, "BAD_REQUEST", detail);
        byAdmin("POST", "/v1/tokens", "{\"name\":\"" + name + "\",\"scopes\":[\"read\"]}")
                .isProblem(400, "BAD_REQUEST", detail);
    }

    @Test
    void whoGuessesIsMadeToWaitAndOthersAreNot() {
        for (int i = 0; i < 5; i++) {
            login(wire(), "bob", "wrong password").is(401);
        }
        Answer throttled = login(wire(), "bob", "wrong password");
        assertThat(throttled.status()).isEqualTo(429);
        assertThat(Integer.parseInt(throttled.header("Retry-After"))).isBetween(1, 300);
        assertThat(throttled.json().getString("code")).isEqualTo("QUOTA_EXCEEDED");
        login(Wire.to(brokers, 1), "bob", "wrong password").is(429);
        cookie(login(wire(), "ann", PASSWORD));
    }

    @Test
    void aRevokedTokenIsRefusedByEveryBrokerSoon() {
        JsonObject made = byAdmin("POST", "/v1/tokens", "{\"name\":\"shop\",\"scopes\":[\"read\"]}")
                .is(201)
                .json();
        String[] shop = {"Authorization", "Bearer " + made.getString("token")};
        Wire other = Wire.to(brokers, 1);
        await().atMost(SOON)
                .until(() -> other.send("GET", "/v1/tubes", new byte[0], shop).status() == 200);
        byAdmin("DELETE", "/v1/tokens/" + made.getString("id"), "").is(204);
        wire().send("GET", "/v1/tubes", new byte[0], shop).is(401);
        await().atMost(SOON)
                .until(() -> other.send("GET", "/v1/tubes", new byte[0], shop).status() == 401);
        byAdmin("DELETE", "/v1/tokens/" + made.getString("id"), "").isProblem(404, "NOT_FOUND", "does not exist");
    }
}
