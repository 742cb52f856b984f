package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import io.grape.server.access.Right;
import io.grape.server.access.Role;
import io.grape.server.access.Scope;
import io.grape.server.http.Wire.Answer;
import io.grape.server.http.call.Endpoint;
import io.vertx.core.http.HttpMethod;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who may make which call: over all the calls that there are. */
class RightsTest {
    private static final List<Endpoint> CALLS = HttpApi.calls(FakePorts.behind(CompletableFuture::new), () -> false);

    @RegisterExtension
    final ServerExtension brokers = ServerExtension.asking(1);

    private Answer send(Endpoint call, String... headers) {
        String path = call.path().startsWith("/api/")
                ? call.path().replace("{tube}", "t") + "?tube=t&jid=a"
                // A stream that is let through has no end; what it is asked for here it refuses.
                : V1Calls.ends(call)
                        ? V1Calls.path(call)
                        : call.path().contains("{worker}")
                                ? call.path().replace("{worker}", "none")
                                : call.path() + "?topics=none";
        return Wire.to(brokers)
                .send(call.method().name(), path, V1Calls.body(call).getBytes(UTF_8), headers);
    }

    private String token(String tubes, String scope) {
        return Wire.to(brokers).token(brokers.adminToken(), tubes, scope);
    }

    @Test
    void onlyAFewCallsTakeNoRight() {
        assertThat(CALLS.stream()
                        .filter(call -> call.right() == Right.PUBLIC)
                        .map(call -> call.method() + " " + call.path()))
                .containsExactlyInAnyOrder(
                        "GET /health/live",
                        "GET /health/ready",
                        "GET /openapi.json",
                        "GET /version",
                        "GET /v1/session",
                        "POST /v1/session",
                        "DELETE /v1/session",
                        "PUT /v1/session/password");
    }

    @Test
    void nobodyIsToldToSayWhoHeIs() {
        for (Endpoint call : CALLS) {
            if (call.right() == Right.PUBLIC) {
                continue;
            }
            Answer answer = send(call);
            assertThat(answer.status()).as(call.toString()).isEqualTo(401);
            assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
            if (call.path().startsWith("/api/")) {
                assertThat(answer.json().fieldNames()).containsExactly("code", "desc");
            } else {
                answer.isProblem(401, "UNAUTHENTICATED", "none came");
            }
        }
    }

    @Test
    void aTokenThatOnlyReadsIsRefusedEveryChangeByTheNameOfTheRight() {
        String token = token("", "read");
        for (Endpoint call : CALLS) {
            boolean reads = (call.method().equals(HttpMethod.GET) && call.right() != Right.JOBS_CONSUME)
                    || call.path().equals("/v1/schedules/preview");
            Answer answer = send(call, "Authorization", token);
            if (Role.VIEWER.rights().contains(call.right()) || call.right() == Right.PUBLIC) {
                assertThat(answer.status()).as(call.toString()).isNotIn(401, 403);
            } else {
                assertThat(answer.status()).as(call.toString()).isEqualTo(403);
                assertThat(answer.text()).contains(call.right().wireName());
            }
            assertThat(reads || answer.status() == 403 || call.right() == Right.PUBLIC)
                    .as(call.toString())
                    .isTrue();
        }
    }

    /** Whatever letters of it are encoded, a path is the same call to the broker, and takes the same right. */
    @Test
    void aPathIsReadBeforeItsRightIsAskedFor() {
        String reader = token("", "read");
        for (Endpoint call : CALLS) {
            if (call.right() == Right.PUBLIC || !V1Calls.ends(call)) {
                continue;
            }
            String path = call.path().startsWith("/api/") ? call.path().replace("{tube}", "t") : V1Calls.path(call);
            String spelt = "/%" + Integer.toHexString(path.charAt(1))
                    + path.substring(2).replace("s", "%73");
            if (spelt.contains("?")) {
                spelt = spelt.substring(0, spelt.indexOf('?')) + path.substring(path.indexOf('?'));
            }
            byte[] body = V1Calls.body(call).getBytes(UTF_8);
            assertThat(Wire.to(brokers).send(call.method().name(), spelt, body).status())
                    .as(spelt)
                    .isEqualTo(401);
            if (!Role.VIEWER.rights().contains(call.right())) {
                assertThat(Wire.to(brokers)
                                .send(call.method().name(), spelt, body, "Authorization", reader)
                                .status())
                        .as(spelt)
                        .isEqualTo(403);
            }
        }
    }

    @Test
    void eachScopeMayWhatItsNameSays() {
        assertThat(mayOf(Scope.PRODUCE))
                .containsExactlyInAnyOrder(Right.JOBS_PRODUCE, Right.JOBS_READ, Right.JOBS_DELETE, Right.TUBES_READ);
        assertThat(mayOf(Scope.CONSUME))
                .containsExactlyInAnyOrder(Right.JOBS_CONSUME, Right.JOBS_READ, Right.JOBS_PAYLOAD, Right.TUBES_READ);
        assertThat(mayOf(Scope.READ)).isEqualTo(new TreeSet<>(Role.VIEWER.rights()));
        assertThat(mayOf(Scope.ADMIN)).isEqualTo(EnumSet.complementOf(EnumSet.of(Right.PUBLIC)));
    }

    /** The rights of the calls that one may make. */
    private Set<Right> mayOf(Scope scope) {
        String token = token("", scope.wireName());
        Set<Right> may = new TreeSet<>();
        for (Endpoint call : CALLS) {
            int status = send(call, "Authorization", token).status();
            if (call.right() != Right.PUBLIC && status != 403) {
                may.add(call.right());
            }
            Endpoint.Further further = call.further();
            if (further != null && sendWith(further, call, token) != 403) {
                may.add(further.right());
            }
        }
        String purge = "{\"kind\":\"delete\",\"tube\":\"t\",\"state\":\"failed\",\"dryRun\":true}";
        if (Wire.to(brokers)
                        .post("/v1/operations", purge, "Authorization", token)
                        .status()
                != 403) {
            may.add(Right.JOBS_PURGE);
        }
        return may;
    }

    private int sendWith(Endpoint.Further further, Endpoint call, String token) {
        return Wire.to(brokers)
                .send(
                        call.method().name(),
                        V1Calls.path(call) + "?" + further.parameter() + "=true",
                        V1Calls.body(call).getBytes(UTF_8),
                        "Authorization",
                        token)
                .status();
    }

    @Test
    void deletingAJobUnderItsConsumerTakesARightOfItsOwnAndIsWrittenDown() {
        String[] admin = {"Authorization", "Bearer " + brokers.adminToken()};
        String[] producer = {"Authorization", token("", "produce")};
        Wire wire = Wire.to(brokers);
        wire.put("/v1/tubes/t/jobs/j", "x", admin).is(201);
        wire.post("/v1/tubes/t/consume", "", admin).is(200);
        wire.send("DELETE", "/v1/tubes/t/jobs/j?force=true", new byte[0], producer)
                .isProblem(403, "FORBIDDEN", "jobs.force");
        wire.send("DELETE", "/v1/tubes/t/jobs/j?%66orce=tru%65", new byte[0], producer)
                .isProblem(403, "FORBIDDEN", "jobs.force");
        wire.send("DELETE", "/v1/tubes/t/jobs/j?force=false", new byte[0], producer)
                .isProblem(409, "WRONG_STATE", "retained");
        wire.send("DELETE", "/v1/tubes/t/jobs/j?force=true", new byte[0], admin).is(204);
        String log = wire.send("GET", "/v1/audit?action=job.delete", new byte[0], admin)
                .is(200)
                .text();
        assertThat(log).contains("\"actor\":\"some\"", "denied", "\"actor\":\"admin\"", "force=true");
    }

    @Test
    void deletingManyJobsTakesARightOfItsOwn() {
        Wire wire = Wire.to(brokers);
        wire.put(
                        "/v1/users/vic",
                        "{\"role\":\"viewer\",\"rights\":[\"operations.run\",\"jobs.delete\"],\"password\":\"correct horse\"}",
                        "Authorization",
                        "Bearer " + brokers.adminToken())
                .is(201);
        String cookie = wire.post("/v1/session", "{\"name\":\"vic\",\"password\":\"correct horse\"}")
                .is(200)
                .header("Set-Cookie")
                .replaceFirst(";.*", "");
        String all = "{\"kind\":\"delete\",\"tube\":\"t\",\"state\":\"failed\"}";
        wire.post("/v1/operations", all, "Cookie", cookie, "X-Grape-Console", "1")
                .isProblem(403, "FORBIDDEN", "jobs.purge");
    }

    @Test
    void aTokenIsNotWrittenDownHoweverThePathIsSpelt() {
        String admin = brokers.adminToken();
        Wire wire = Wire.to(brokers);
        wire.put("/v1/tubes/t/jobs/a?delayMs=60000", "x", "Authorization", "Bearer " + admin)
                .is(201);
        wire.send("PUT", "/%61pi/job/kick?tube=t&jid=a&token=" + admin, new byte[0])
                .is(200);
        String log = wire.send("GET", "/v1/audit", new byte[0], "Authorization", "Bearer " + admin)
                .is(200)
                .text();
        assertThat(log).contains("job.kick").doesNotContain(admin);
    }

    @Test
    void withoutTheRightForPayloadsAJobIsShownWithoutIt() {
        String admin = "Bearer " + brokers.adminToken();
        Wire wire = Wire.to(brokers);
        wire.put("/v1/tubes/t/jobs/j", "secret", "Authorization", admin, "Grape-Header-Customer", "ada")
                .is(201);
        String lease = wire.post("/v1/tubes/t/consume", "", "Authorization", admin)
                .is(200)
                .first("jobs")
                .getString("lease");
        wire.post("/v1/tubes/t/jobs/j/bury?lease=" + lease, "", "Authorization", admin)
                .is(200);
        String[] reader = {"Authorization", token("", "read")};
        for (String path : List.of("/v1/tubes/t/jobs/j", "/v1/tubes/t/jobs?state=failed", "/api/job/peek?tube=t")) {
            assertThat(wire.send("GET", path, new byte[0], reader).is(200).text())
                    .contains("\"payloadHidden\":true")
                    .doesNotContain("c2VjcmV0", "payloadBase64", "\"payload\":", "ada");
        }
        wire.send("GET", "/v1/tubes/t/jobs/j/payload", new byte[0], reader).is(403);
    }

    @Test
    void theCallsOfGrape13TakeATokenInThreeWays() {
        Wire wire = Wire.to(brokers);
        String token = brokers.adminToken();
        wire.post("/api/tube/create?tube=t&token=" + token).is(200);
        wire.send("GET", "/api/tube/list", new byte[0], "X-Grape-Token", token).is(200);
        wire.send("GET", "/api/tube/list", new byte[0], "Authorization", "Bearer " + token)
                .is(200);
        wire.get("/api/tube/list?token=" + token.replace("grape_", "grape_1")).is(401);
        wire.get("/v1/tubes?token=" + token).is(400);
    }
}
