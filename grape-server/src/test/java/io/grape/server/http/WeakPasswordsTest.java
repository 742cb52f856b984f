package io.grape.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords that attackers try first. */
final class WeakPasswordsTest {
    private static final String GOOD = "correct horse battery";

    @RegisterExtension
    final ServerExtension brokers = ServerExtension.asking(1);

    private Wire.Answer put(String name, JsonObject user) {
        return Wire.to(brokers)
                .send(
                        "PUT",
                        "/v1/users/" + name,
                        user.encode().getBytes(UTF_8),
                        "Authorization",
                        "Bearer " + brokers.adminToken());
    }

    private static JsonObject admin(String password) {
        return new JsonObject().put("role", "admin").put("password", password);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "Password123",
                "12345678",
                "QWERTYUIOP",
                "changeme",
                "aaaaaaaaaa",
                "superboss",
                "SuperBoss"
            })
    void commonPasswordOfAnAdminIsRefused(String password) {
        Wire.Answer refused = put("superboss", admin(password));
        refused.isBadRequest("password");
        assertThat(refused.text()).as("does not repeat the password").doesNotContain(password + "'");
        put("superboss", admin(GOOD)).is(201);
        put("superboss", new JsonObject().put("password", password)).isBadRequest("password");
    }

    /** Its password is not known any more when it becomes an admin. */
    @Test
    void commonPasswordOfAUserThatMayBecomeAdminIsRefused() {
        put("ann", new JsonObject().put("role", "viewer").put("password", "password1"))
                .isBadRequest("password");
    }

    @Test
    void adminCannotChangeTheirOwnPasswordToACommonOne() {
        put("boss", admin(GOOD)).is(201);
        Wire wire = Wire.to(brokers);
        String cookie = wire.post(
                        "/v1/session",
                        new JsonObject()
                                .put("name", "boss")
                                .put("password", GOOD)
                                .encode())
                .is(200)
                .header("Set-Cookie")
                .replaceFirst(";.*", "");
        String change = new JsonObject()
                .put("oldPassword", GOOD)
                .put("newPassword", "password123")
                .encode();
        wire.send("PUT", "/v1/session/password", change.getBytes(UTF_8), "Cookie", cookie, "X-Grape-Console", "1")
                .isBadRequest("password");
    }
}
