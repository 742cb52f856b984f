package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.server.ServerExtension;
import io.grape.server.http.Wire.Answer;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How users and tokens come to their ends, and what ends with them. */
@Tag("slow")
class AccountLifeTest {
    private static final Duration SOON = Duration.ofMinutes(1);
    /** Far less than what would end them anyway. */
    private static final long BEFORE_THEIR_OWN_END_SECONDS = 40;

    private static final String PASSWORD = "correct horse battery staple";
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @RegisterExtension
    final ServerExtension brokers = ServerExtension.asking(2);

    private Answer byAdmin(String method, String path, String body) {
        return Wire.to(brokers)
                .send(method, path, body.getBytes(UTF_8), "Authorization", "Bearer " + brokers.adminToken());
    }

    private void user(String name, String role) {
        byAdmin("PUT", "/v1/users/" + name, "{\"role\":\"" + role + "\",\"password\":\"" + PASSWORD + "\"}")
                .is(201);
    }

    private String cookieOf(String name, String password) {
        Answer login = login(name, password).is(200);
        return login.header("Set-Cookie").replaceFirst(";.*", "");
    }

    private Answer login(String name, String password) {
        return Wire.to(brokers)
                .post(
                        "/v1/session",
                        new JsonObject()
                                .put("name", name)
                                .put("password", password)
                                .encode());
    }

    private Answer change(String before, String after, String... headers) {
        JsonObject body = new JsonObject().put("oldPassword", before).put("newPassword", after);
        return Wire.to(brokers).put("/v1/session/password", body.encode(), headers);
    }

    private JsonObject token(String scope, String more) {
        return byAdmin("POST", "/v1/tokens", "{\"name\":\"shop\",\"scopes\":[\"" + scope + "\"]" + more + "}")
                .is(201)
                .json();
    }

    private CompletableFuture<HttpResponse<String>> begin(String method, String path, String token) {
        HttpRequest request = HttpRequest.newBuilder(brokers.uri(1, path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .header("Authorization", "Bearer " + token)
                .build();
        return CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString(UTF_8));
    }

    private void awaitKnownToTheOther(String token) {
        await().atMost(SOON).until(() -> begin("GET", "/v1/tubes", token).join().statusCode() == 200);
    }

    @Test
    void aUserChangesTheOwnPasswordAndAllOtherSessionsEnd() {
        user("ann", "viewer");
        String mine = cookieOf("ann", PASSWORD);
        String other = cookieOf("ann", PASSWORD);
        String[] session = {"Cookie", mine, "Sec-Fetch-Site", "same-origin"};
        change("not it at all", "another long one", session).isProblem(403, "FORBIDDEN", "oldPassword");
        change(PASSWORD, "short", session).isProblem(400, "BAD_REQUEST", "password");
        change(PASSWORD, "another long one", "Cookie", mine).isProblem(403, "FORBIDDEN", "Sec-Fetch-Site");

        String renewed = change(PASSWORD, "another long one", session)
                .is(204)
                .header("Set-Cookie")
                .replaceFirst(";.*", "");
        for (int broker = 0; broker < 2; broker++) {
            Wire wire = Wire.to(brokers, broker);
            wire.send("GET", "/v1/tubes", new byte[0], "Cookie", renewed).is(200);
            wire.send("GET", "/v1/tubes", new byte[0], "Cookie", mine).is(401);
            wire.send("GET", "/v1/tubes", new byte[0], "Cookie", other).is(401);
        }
        login("ann", PASSWORD).is(401);
        login("ann", "another long one").is(200);
        assertThat(byAdmin("GET", "/v1/audit?action=user.password", "").is(200).list("entries").stream()
                        .map(entry -> ((JsonObject) entry).getString("actor") + " "
                                + ((JsonObject) entry).getString("outcome")))
                .containsExactly("ann ok", "ann denied");
    }

    @Test
    void whoHasASessionDoesNotGuessThePassword() {
        user("ann", "viewer");
        String[] session = {"Cookie", cookieOf("ann", PASSWORD), "Sec-Fetch-Site", "same-origin"};
        for (int i = 0; i < 5; i++) {
            change("not it at all", "another long one", session).is(403);
        }
        assertThat(change(PASSWORD, "another long one", session).status()).isEqualTo(429);
    }

    @Test
    void onlyAUserHasAPasswordOfItsOwn() {
        change(PASSWORD, "another long one", "Sec-Fetch-Site", "same-origin")
                .isProblem(401, "UNAUTHENTICATED", "session");
        change(
                        PASSWORD,
                        "another long one",
                        "Sec-Fetch-Site",
                        "same-origin",
                        "Authorization",
                        "Bearer " + brokers.adminToken())
                .isProblem(403, "FORBIDDEN", "token admin");
    }

    @Test
    void theLastAdminStaysOne() {
        user("ann", "admin");
        for (String change : List.of("{\"role\":\"operator\"}", "{\"tubes\":[\"shop.\"]}")) {
            byAdmin("PUT", "/v1/users/ann", change).isProblem(409, "WRONG_STATE", "the last admin");
        }
        byAdmin("DELETE", "/v1/users/ann", "").isProblem(409, "WRONG_STATE", "the last admin");
        user("bob", "admin");
        byAdmin("PUT", "/v1/users/bob", "{\"tubes\":[\"shop.\"]}").is(200);
        byAdmin("DELETE", "/v1/users/ann", "").isProblem(409, "WRONG_STATE", "the last admin");
        byAdmin("PUT", "/v1/users/bob", "{\"tubes\":[]}").is(200);
        byAdmin("DELETE", "/v1/users/ann", "").is(204);
        byAdmin("PUT", "/v1/users/bob", "{\"password\":\"another long one\"}").is(200);
        byAdmin("DELETE", "/v1/users/bob", "").isProblem(409, "WRONG_STATE", "the last admin");
    }

    @Test
    void ofTwoAdminsWhoRemoveEachOtherAtOnceOneStays() {
        user("ann", "admin");
        user("bob", "admin");
        String admin = brokers.adminToken();
        List<CompletableFuture<HttpResponse<String>>> both =
                List.of(begin("DELETE", "/v1/users/ann", admin), begin("DELETE", "/v1/users/bob", admin));
        assertThat(both.stream().map(one -> one.join().statusCode())).containsExactlyInAnyOrder(204, 409);
        assertThat(byAdmin("GET", "/v1/users", "").list("users")).hasSize(1);
    }

    @Test
    void aTokenExpiresAtEveryBrokerAndAnotherOneGoesOn() {
        Instant end = Instant.now().plusSeconds(2);
        JsonObject brief = token("read", ",\"expiresAt\":\"" + end + "\"");
        JsonObject later = token("read", ",\"expiresAt\":\"2999-01-01T00:00:00+00:00\"");
        assertThat(later.getString("expiresAt")).isEqualTo("2999-01-01T00:00:00.000Z");
        awaitKnownToTheOther(later.getString("token"));
        for (int broker = 0; broker < 2; broker++) {
            Wire wire = Wire.to(brokers, broker);
            String[] shown = {"Authorization", "Bearer " + brief.getString("token")};
            await().atMost(SOON)
                    .until(() ->
                            wire.send("GET", "/v1/tubes", new byte[0], shown).status() == 401);
        }
        awaitKnownToTheOther(later.getString("token"));
        assertThat(byAdmin("GET", "/v1/tokens", "").text())
                .contains("\"expiresAt\":\"2999-01-01T00:00:00.000Z\"", "\"expiresAt\":null");
        byAdmin(
                        "POST",
                        "/v1/tokens",
                        "{\"name\":\"shop\",\"scopes\":[\"read\"],\"expiresAt\":\"2020-01-01T00:00:00Z\"}")
                .isProblem(400, "BAD_REQUEST", "expiresAt");
        byAdmin("POST", "/v1/tokens", "{\"name\":\"shop\",\"scopes\":[\"read\"],\"expiresAt\":\"tomorrow\"}")
                .isProblem(400, "BAD_REQUEST", "expiresAt");
    }

    @Test
    void whatWaitsWithATokenEndsWithIt() throws Exception {
        JsonObject consumer = token("consume", "");
        JsonObject viewer = token("read", "");
        JsonObject brief = token("consume", ",\"expiresAt\":\"" + Instant.now().plusSeconds(4) + "\"");
        for (JsonObject each : List.of(consumer, viewer)) {
            awaitKnownToTheOther(each.getString("token"));
        }
        byAdmin("PUT", "/v1/tubes/t", "{}").is(201);
        CompletableFuture<HttpResponse<String>> waits =
                begin("POST", "/v1/tubes/t/consume?waitMs=60000", consumer.getString("token"));
        CompletableFuture<HttpResponse<String>> looks =
                begin("GET", "/v1/stream?topics=overview", viewer.getString("token"));
        CompletableFuture<HttpResponse<String>> expires =
                begin("POST", "/v1/tubes/t/consume?waitMs=60000", brief.getString("token"));
        CompletableFuture<HttpResponse<String>> stays =
                begin("POST", "/v1/tubes/t/consume?waitMs=60000", brokers.adminToken());
        await().atMost(SOON).until(this::threeWait);

        byAdmin("DELETE", "/v1/tokens/" + consumer.getString("id"), "").is(204);
        byAdmin("DELETE", "/v1/tokens/" + viewer.getString("id"), "").is(204);
        HttpResponse<String> ended = waits.get(BEFORE_THEIR_OWN_END_SECONDS, TimeUnit.SECONDS);
        assertThat(ended.statusCode()).isEqualTo(401);
        assertThat(ended.body()).contains("UNAUTHENTICATED");
        assertThat(looks.get(BEFORE_THEIR_OWN_END_SECONDS, TimeUnit.SECONDS).statusCode())
                .isEqualTo(200);
        assertThat(expires.get(BEFORE_THEIR_OWN_END_SECONDS, TimeUnit.SECONDS).statusCode())
                .isEqualTo(401);
        assertThat(stays).isNotDone();
        byAdmin("PUT", "/v1/tubes/t/jobs/j", "x").is(201);
        assertThat(stays.get(BEFORE_THEIR_OWN_END_SECONDS, TimeUnit.SECONDS).body())
                .contains("\"id\":\"j\"");
    }

    /** Or the one that ends by itself has done so. */
    private boolean threeWait() {
        String metrics = Wire.to(brokers, 1)
                .send("GET", "/metrics", new byte[0], "Authorization", "Bearer " + brokers.adminToken())
                .text();
        return metrics.contains("grape_consumers_parked 3.0") || metrics.contains("grape_consumers_parked 2.0");
    }
}
