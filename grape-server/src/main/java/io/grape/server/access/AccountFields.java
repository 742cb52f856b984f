package io.grape.server.access;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of users and tokens that everybody may see who manages them: the same in Redis and in a response. */
public final class AccountFields {
    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private AccountFields() {}

    /** What lets somebody in is not among them. */
    public static Map<String, @Nullable Object> of(User user) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("role", user.role().wireName());
        fields.put("rights", Right.names(user.rights()));
        end(fields, user.tubes(), user.createdAt(), user.createdBy());
        return fields;
    }

    /** What lets somebody in is not among them. */
    public static Map<String, @Nullable Object> of(Token token) {
        Instant end = token.expiresAt();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("name", token.name());
        fields.put("scopes", Scope.names(token.scopes()));
        end(fields, token.tubes(), token.createdAt(), token.createdBy());
        fields.put("expiresAt", end == null ? null : MILLIS.format(end));
        return fields;
    }

    private static void end(Map<String, @Nullable Object> fields, List<String> tubes, Instant at, String by) {
        fields.put("tubes", tubes);
        fields.put("createdAt", MILLIS.format(at));
        fields.put("createdBy", by);
    }
}
