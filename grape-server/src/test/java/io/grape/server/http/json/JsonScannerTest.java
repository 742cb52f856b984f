package io.grape.server.http.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.grape.core.GrapeException;
import io.grape.core.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scanner finds what Jackson finds, at the same places, and refuses what Jackson refuses. */
class JsonScannerTest {
    private static final int DOCUMENTS = 20_000;
    private static final int LEVELS = 5;
    private static final JsonFactory JACKSON = new JsonFactory();
    private static final String[] TEXTS = {
        "", "a", "payload", "n".repeat(300), "ä€😀", "\\n\\\"\\\\\\/\\b\\f\\r\\t", "\\u00e9\\ud83d\\ude00", "x\\u0000y"
    };
    /** Half of a surrogate pair is taken in a text, and not in a name: most who read it would refuse all that comes with it. */
    private static final String HALF = "\\ud800";

    private static final String[] NUMBERS = {
        "0", "-0", "7", "-12", "3.25", "0.0", "1e9", "-1.5E-7", "2E+3", "123456789012345678901234567890"
    };
    private static final String[] SPACES = {"", "", "", " ", "\n", "\t ", "\r\n"};
    private static final byte[] LIKELY = "{}[]\",:\\ \n0123.eE+-truefalsnu/xé".getBytes(UTF_8);

    private final Random random = Seed.random();

    private String any(String... some) {
        return some[random.nextInt(some.length)];
    }

    private String space() {
        return any(SPACES);
    }

    private String value(int levels) {
        return space()
                + switch (random.nextInt(levels == 0 ? 3 : 5)) {
                    case 0 -> '"' + (random.nextInt(9) == 0 ? HALF : any(TEXTS)) + '"';
                    case 1 -> any(NUMBERS);
                    case 2 -> any("true", "false", "null");
                    case 3 -> '[' + some(levels, "") + ']';
                    default -> '{' + some(levels, "\"") + '}';
                }
                + space();
    }

    private String some(int levels, String quote) {
        List<String> parts = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            String name = quote.isEmpty() ? "" : space() + quote + any(TEXTS) + i + quote + space() + ":";
            parts.add(name + value(levels - 1));
        }
        return parts.isEmpty() ? space() : String.join(",", parts);
    }

    private byte[] mutated(byte[] json) {
        byte[] bytes = json.clone();
        for (int i = random.nextInt(3); i > 0 && bytes.length > 0; i--) {
            bytes[random.nextInt(bytes.length)] = LIKELY[random.nextInt(LIKELY.length)];
        }
        return random.nextInt(4) > 0 ? bytes : Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
    }

    private static String byJackson(byte[] json) {
        StringBuilder found = new StringBuilder();
        try (JsonParser parser = JACKSON.createParser(json)) {
            int values = 0;
            while (parser.nextToken() != null) {
                if (parser.getParsingContext().inRoot() && values++ > 0) {
                    return "refused";
                }
                String name = switch (parser.currentToken()) {
                    case START_OBJECT -> "OBJECT";
                    case END_OBJECT -> "OBJECT_END";
                    case START_ARRAY -> "ARRAY";
                    case END_ARRAY -> "ARRAY_END";
                    case FIELD_NAME -> "NAME " + parser.currentName();
                    case VALUE_STRING -> "STRING " + parser.getText();
                    case VALUE_NUMBER_INT -> "WHOLE " + parser.getText();
                    case VALUE_NUMBER_FLOAT -> "NUMBER " + parser.getText();
                    case VALUE_TRUE -> "TRUE";
                    case VALUE_FALSE -> "FALSE";
                    default -> "NULL";
                };
                found.append(name)
                        .append('@')
                        .append(parser.currentTokenLocation().getByteOffset())
                        .append('\n');
            }
            return found.isEmpty() ? "refused" : found.toString();
        } catch (JsonProcessingException e) {
            return "refused";
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String byScanner(byte[] json) {
        StringBuilder found = new StringBuilder();
        try {
            return JsonBytes.read(json, "it", scanner -> {
                int levels = 0;
                do {
                    JsonToken token = scanner.token();
                    levels += token.opens() ? 1 : token.closes() ? -1 : 0;
                    boolean hasText = switch (token) {
                        case NAME, STRING, WHOLE, NUMBER -> true;
                        default -> false;
                    };
                    found.append(token)
                            .append(hasText ? " " + scanner.text() : "")
                            .append('@')
                            .append(scanner.start())
                            .append('\n');
                } while (levels > 0 && scanner.next() != JsonToken.NOTHING);
                return found.toString();
            });
        } catch (GrapeException e) {
            return "refused";
        }
    }

    @Test
    void itFindsWhatJacksonFindsWhereJacksonFindsIt() {
        int refused = 0;
        for (int i = 0; i < DOCUMENTS; i++) {
            byte[] json = value(random.nextInt(LEVELS)).getBytes(UTF_8);
            byte[] bytes = i % 2 == 0 ? json : mutated(json);
            String found = byScanner(bytes);
            String text = new String(bytes, UTF_8);
            String expected = byJackson(bytes);
            if (isUtf8(bytes)) {
                assertThat(found).as(text).isEqualTo(expected);
            }
            refused += found.equals("refused") ? 1 : 0;
        }
        assertThat(refused).isBetween(DOCUMENTS / 10, DOCUMENTS / 2);
    }

    private static boolean isUtf8(byte[] bytes) {
        return Arrays.equals(new String(bytes, UTF_8).getBytes(UTF_8), bytes);
    }

    @Test
    void valuesAreCutOutAsTheyStand() {
        byte[] body = "{\"id\":\"é😀\", \"payload\" : {\"ä\" : [1.00, \"\\u00e9\"]} ,\"ttrMs\":1000}".getBytes(UTF_8);
        JsonFields fields = JsonRequests.object(body, Set.of("id", "payload", "ttrMs"));
        assertThat(new String(fields.bytes("payload"), UTF_8)).isEqualTo("{\"ä\" : [1.00, \"\\u00e9\"]}");
        assertThat(fields.text("id")).isEqualTo("é😀");
        assertThat(fields.wholeNumber("ttrMs")).isEqualTo(1000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\u0069\\u0064", "i\\u0064"})
    void anEscapedNameIsTheSameName(String id) {
        JsonFields fields = JsonRequests.object(("{\"" + id + "\":\"a\"}").getBytes(UTF_8), Set.of("id"));
        assertThat(fields.text("id")).isEqualTo("a");
        assertThatThrownBy(() ->
                        JsonRequests.object(("{\"" + id + "\":\"a\",\"id\":\"b\"}").getBytes(UTF_8), Set.of("id")))
                .hasMessageContaining("id: expected it once, got it twice");
    }

    @Test
    void aLongNameIsNeverReadWhole() {
        String name = "n".repeat(300_000);
        assertThatThrownBy(() -> JsonRequests.object(("{\"" + name + "\":\"a\"}").getBytes(UTF_8), Set.of("id")))
                .hasMessage("field: expected one of id, got '" + "n".repeat(79) + "… (99 characters)");
    }

    @Test
    void theFirstFaultOfOneObjectEndsItsReading() {
        String broken = "{\"x\":1,\"id\":\"a\",}}}";
        assertThatThrownBy(() -> JsonRequests.object(broken.getBytes(UTF_8), Set.of("id")))
                .hasMessageContaining("field: expected one of id, got 'x'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud83d", "\\ude00", "\\ud83dx\\ude00", "\\ud83d\\ud83d\\ude00", "\\ude00\\ud83d"})
    void halfOfACharacterIsNoName(String name) {
        byte[] text = ('"' + name + '"').getBytes(UTF_8);
        JsonBytes.check(text, "it");
        assertThatThrownBy(() -> JsonBytes.check(("{\"" + name + "\":1}").getBytes(UTF_8), "it"))
                .hasMessageContaining("whole characters in the name");
        JsonBytes.check("{\"\\ud83d\\ude00\\ud83d\\ude00\":1}".getBytes(UTF_8), "it");
    }
}
