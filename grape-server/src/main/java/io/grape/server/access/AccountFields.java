package io.grape.server.access;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Collection;
import java.util.Locale;

/** The fields of users and tokens that everybody may see who manages them: the same in Redis and in an answer. */
public final class AccountFields {
    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private AccountFields() {}

    /** Writes them into an object that is open; what lets somebody in is not among them. */
    public static void write(JsonGenerator json, User user) throws IOException {
        json.writeStringField("role", user.role().wireName());
        array(json, "rights", Right.names(user.rights()));
        end(json, user.tubes(), user.createdAt(), user.createdBy());
    }

    /** Writes them into an object that is open; what lets somebody in is not among them. */
    public static void write(JsonGenerator json, Token token) throws IOException {
        json.writeStringField("name", token.name());
        array(json, "scopes", Scope.names(token.scopes()));
        end(json, token.tubes(), token.createdAt(), token.createdBy());
        Instant end = token.expiresAt();
        json.writeStringField("expiresAt", end == null ? null : MILLIS.format(end));
    }

    private static void end(JsonGenerator json, Collection<String> tubes, Instant at, String by) throws IOException {
        array(json, "tubes", tubes);
        json.writeStringField("createdAt", MILLIS.format(at));
        json.writeStringField("createdBy", by);
    }

    /** Writes a field of several texts. */
    public static void array(JsonGenerator json, String name, Collection<String> values) throws IOException {
        json.writeArrayFieldStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }
}
