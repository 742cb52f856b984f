package io.grape.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.server.access.Right;
import io.grape.server.access.Role;
import io.grape.server.access.Scope;
import io.grape.server.access.Token;
import io.grape.server.access.Tokens;
import io.grape.server.access.User;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads and writes users and tokens. What lets somebody in is never written. */
final class AccountJson {
    static final Set<String> USER = Set.of("role", "rights", "tubes", "password");
    static final Set<String> TOKEN = Set.of("name", "scopes", "tubes");

    private AccountJson() {}

    static User.Change change(JsonFields given) {
        String role = given.text("role");
        List<String> rights = given.texts("rights");
        return new User.Change(
                role == null ? null : Role.parse(role),
                rights == null ? null : rights.stream().map(Right::parse).collect(Collectors.toSet()),
                given.texts("tubes"),
                given.text("password"));
    }

    static Tokens.Wish wish(JsonFields given) {
        Set<Scope> scopes =
                orNone(given.texts("scopes")).stream().map(Scope::parse).collect(Collectors.toSet());
        return new Tokens.Wish(given.required("name"), scopes, orNone(given.texts("tubes")));
    }

    private static List<String> orNone(@Nullable List<String> texts) {
        return Objects.requireNonNullElse(texts, List.of());
    }

    static void write(JsonGenerator json, User user) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", user.name());
        json.writeStringField("role", user.role().wireName());
        array(
                json,
                "rights",
                user.rights().stream().map(Right::wireName).sorted().toList());
        array(json, "tubes", user.tubes());
        made(json, user.createdAt(), user.createdBy());
        json.writeEndObject();
    }

    /**
     * A token.
     *
     * @param text what is shown once, null = not now
     */
    static void write(JsonGenerator json, Token token, @Nullable String text) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", token.id());
        json.writeStringField("name", token.name());
        array(
                json,
                "scopes",
                token.scopes().stream().map(Scope::wireName).sorted().toList());
        array(json, "tubes", token.tubes());
        made(json, token.createdAt(), token.createdBy());
        if (text != null) {
            json.writeStringField("token", text);
        }
        json.writeEndObject();
    }

    private static void made(JsonGenerator json, Instant at, String by) throws IOException {
        json.writeStringField("createdAt", Rfc3339.text(at));
        json.writeStringField("createdBy", by);
    }

    static void array(JsonGenerator json, String name, Collection<String> values) throws IOException {
        json.writeArrayFieldStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }
}
