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
}
