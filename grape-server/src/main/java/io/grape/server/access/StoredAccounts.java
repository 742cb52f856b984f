package io.grape.server.access;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.grape.core.GrapeException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Users and tokens as they are kept. Fields that are not known are passed over: a later release may have put them there. */
final class StoredAccounts {
    private static final Logger LOG = LoggerFactory.getLogger(StoredAccounts.class);
    /** Keeps no table of the names that it meets. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    private StoredAccounts() {}

    static String text(User user) {
        return text(AccountFields.of(user), "password", user.password());
    }

    static String text(Token token) {
        return text(AccountFields.of(token), "sha256", token.secret());
    }

    private static String text(Map<String, @Nullable Object> fields, String secret, String value) {
        fields.put(secret, value);
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            json.writeStartObject();
            for (Map.Entry<String, @Nullable Object> field : fields.entrySet()) {
                json.writeFieldName(field.getKey());
                if (field.getValue() instanceof List<?> texts) {
                    json.writeArray(texts.toArray(String[]::new), 0, texts.size());
                } else {
                    json.writeString((String) field.getValue());
                }
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Empty, and logged, where it cannot be read: somebody else wrote it, and lets nobody in. */
    static Optional<User> user(String name, String text) {
        return read(
                "user",
                name,
                text,
                fields -> new User(
                        name,
                        Role.parse(fields.one("role")),
                        Right.parseAll(fields.all("rights")),
                        fields.all("tubes"),
                        fields.one("password"),
                        Instant.parse(fields.one("createdAt")),
                        fields.one("createdBy")));
    }

    static Optional<Token> token(String id, String text) {
        return read(
                "token",
                id,
                text,
                fields -> new Token(
                        id,
                        fields.one("name"),
                        Scope.parseAll(fields.all("scopes")),
                        fields.all("tubes"),
                        fields.one("sha256"),
                        Instant.parse(fields.one("createdAt")),
                        fields.one("createdBy"),
                        fields.all("expiresAt").stream()
                                .findFirst()
                                .map(Instant::parse)
                                .orElse(null)));
    }

    private static <T> Optional<T> read(String what, String name, String text, Function<Fields, T> reading) {
        try {
            return Optional.of(reading.apply(Fields.of(text)));
        } catch (IOException | GrapeException | DateTimeException | IllegalArgumentException e) {
            LOG.warn("{} {} cannot be read and is passed over: {}", what, name, e.getMessage());
            return Optional.empty();
        }
    }

    /** Each field with its texts. */
    private record Fields(Map<String, List<String>> values) {
        static Fields of(String text) throws IOException {
            Map<String, List<String>> values = new HashMap<>();
            try (JsonParser json = FACTORY.createParser(text)) {
                json.nextToken();
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String name = json.currentName();
                    values.put(name, texts(json));
                }
            }
            return new Fields(values);
        }

        private static List<String> texts(JsonParser json) throws IOException {
            List<String> texts = new ArrayList<>();
            if (json.nextToken() == JsonToken.START_ARRAY) {
                while (json.nextToken() == JsonToken.VALUE_STRING) {
                    texts.add(json.getText());
                }
            } else if (json.currentToken() == JsonToken.VALUE_STRING) {
                texts.add(json.getText());
            } else {
                json.skipChildren();
            }
            return texts;
        }

        String one(String name) {
            List<String> found = all(name);
            if (found.isEmpty()) {
                throw new IllegalArgumentException("no " + name);
            }
            return found.get(0);
        }

        List<String> all(String name) {
            return values.getOrDefault(name, List.of());
        }
    }
}
