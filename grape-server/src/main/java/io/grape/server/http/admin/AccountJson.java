package io.grape.server.http.admin;

import io.grape.server.access.AccountFields;
import io.grape.server.access.Right;
import io.grape.server.access.Role;
import io.grape.server.access.Scope;
import io.grape.server.access.Token;
import io.grape.server.access.TokenExpiry;
import io.grape.server.access.TokenRequest;
import io.grape.server.access.User;
import io.grape.server.access.UserChange;
import io.grape.server.http.json.JsonFields;
import io.grape.server.http.json.Rfc3339;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads and writes users and tokens. What lets somebody in is never written. */
final class AccountJson {
    static final Set<String> USER = Set.of("role", "rights", "tubes", "password");
    static final Set<String> TOKEN = Set.of("name", "scopes", "tubes", "expiresAt");

    /** More than there are rights, scopes or prefixes, all of which have limits of their own. */
    private static final int MAX_TEXTS = 1000;

    private AccountJson() {}

    static UserChange change(JsonFields given) {
        String role = given.text("role");
        List<String> rights = given.texts("rights", MAX_TEXTS);
        return new UserChange(
                role == null ? null : Role.parse(role),
                rights == null ? null : Right.parseAll(rights),
                given.texts("tubes", MAX_TEXTS),
                given.text("password"));
    }

    static TokenRequest wish(JsonFields given) {
        String end = given.text("expiresAt");
        return new TokenRequest(
                given.required("name"),
                Scope.parseAll(orNone(given.texts("scopes", MAX_TEXTS))),
                orNone(given.texts("tubes", MAX_TEXTS)),
                end == null ? null : new TokenExpiry.At(Rfc3339.parse("expiresAt", end)));
    }

    private static List<String> orNone(@Nullable List<String> texts) {
        return Objects.requireNonNullElse(texts, List.of());
    }

    static JsonObject of(User user) {
        return new JsonObject().put("name", user.name()).mergeIn(new JsonObject(AccountFields.of(user)));
    }

    /** A token, without what is shown once. */
    static JsonObject of(Token token) {
        return new JsonObject().put("id", token.id()).mergeIn(new JsonObject(AccountFields.of(token)));
    }
}
