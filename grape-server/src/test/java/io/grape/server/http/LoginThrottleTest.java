package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import io.grape.server.http.Wire.Answer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Guessing passwords from behind a proxy, and who is made to wait for it. */
class LoginThrottleTest {
    private static final String PASSWORD = "correct horse battery staple";

    @RegisterExtension
    final ServerExtension brokers = ServerExtension.askingBehindProxies(1);

    private Answer byAdmin(String method, String path, String body) {
        return Wire.to(brokers)
                .send(method, path, body.getBytes(UTF_8), "Authorization", "Bearer " + brokers.adminToken());
    }

    @BeforeEach
    void makeUsers() {
        for (String name : new String[] {"ann", "oscar"}) {
            byAdmin("PUT", "/v1/users/" + name, "{\"role\":\"viewer\",\"password\":\"" + PASSWORD + "\"}")
                    .is(201);
        }
    }

    private Answer login(String name, String password, String forwardedFor) {
        String body =
                new JsonObject().put("name", name).put("password", password).encode();
        return Wire.to(brokers).post("/v1/session", body, "X-Forwarded-For", forwardedFor);
    }

    @Test
    void theAuditLogHasTheAddressOfTheCallerAndNotThatOfTheProxy() {
        login("ann", PASSWORD, "1.1.1.1, 2001:db8::7").is(200);
        JsonObject entry = byAdmin("GET", "/v1/audit?action=login", "").first("entries");
        assertThat(entry.getString("address")).isEqualTo("2001:db8::7");
    }

    /** What {@code whoGuesses} did to everybody before: all behind a proxy had its address. */
    @Test
    void whoGuessesFromOneAddressLocksNobodyOutAtAnother() {
        for (int i = 0; i < 5; i++) {
            login("ann", "wrong password", "192.0.2.1").is(401);
        }
        assertThat(login("ann", PASSWORD, "192.0.2.1").status()).isEqualTo(429);
        login("ann", PASSWORD, "192.0.2.2").is(200);
        for (int i = 0; i < 95; i++) {
            login("nobody" + i, "wrong password", "192.0.2.1").is(401);
        }
        assertThat(login("oscar", PASSWORD, "192.0.2.1").status()).isEqualTo(429);
        login("oscar", PASSWORD, "192.0.2.2").is(200);
    }

    @Test
    void nobodyIsLetTryOnByMakingUpWhatStandsLeftOfTheAddress() {
        for (int i = 0; i < 5; i++) {
            login("ann", "wrong password", "10.9.9." + i + ", 192.0.2.1").is(401);
        }
        assertThat(login("ann", "wrong password", "10.9.9.9, 192.0.2.1").status())
                .isEqualTo(429);
        for (int i = 0; i < 5; i++) {
            login("oscar", "wrong password", "2001:db8:1:2::" + i).is(401);
        }
        assertThat(login("oscar", "wrong password", "2001:db8:1:2:ffff::1").status())
                .as("the same network")
                .isEqualTo(429);
    }

    @Test
    void aLockedAccountTakesWhoeverSignedInFromThereBefore() {
        login("ann", PASSWORD, "192.0.2.200").is(200);
        for (int i = 0; i < 50; i++) {
            login("ann", "wrong password", "192.0.2." + i / 5).is(401);
        }
        Answer elsewhere = login("ann", PASSWORD, "192.0.2.100");
        assertThat(elsewhere.status()).isEqualTo(429);
        assertThat(elsewhere.json().getString("code")).isEqualTo("QUOTA_EXCEEDED");
        login("ann", PASSWORD, "192.0.2.200").is(200);
        for (int i = 0; i < 5; i++) {
            login("ann", "wrong password", "192.0.2.200").is(401);
        }
        assertThat(login("ann", PASSWORD, "192.0.2.200").status())
                .as("guessing is stopped there, too")
                .isEqualTo(429);
        login("oscar", PASSWORD, "192.0.2.100").is(200);
    }

    @Test
    void loginsAreCountedByWhatCameOfThem() {
        login("ann", PASSWORD, "192.0.2.1").is(200);
        for (int i = 0; i < 5; i++) {
            login("ann", "wrong password", "192.0.2.1").is(401);
        }
        login("ann", "wrong password", "192.0.2.1");
        assertThat(byAdmin("GET", "/metrics", "").is(200).text())
                .contains("grape_logins_total{outcome=\"ok\"} 1.0")
                .contains("grape_logins_total{outcome=\"failed\"} 5.0")
                .contains("grape_logins_total{outcome=\"throttled\"} 1.0");
    }
}
