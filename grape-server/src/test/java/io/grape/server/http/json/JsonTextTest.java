package io.grape.server.http.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class JsonTextTest {
    private static final String LONG = "a".repeat(JsonText.MAX_BYTES - 2);

    private static JsonFields field(String value) {
        return JsonRequests.object(("{\"f\":" + value + "}").getBytes(UTF_8), Set.of("f"));
    }

    private static String ascii(String value) {
        ByteBuffer bytes = field(value).ascii("f");
        return UTF_8.decode(bytes).toString();
    }

    @Test
    void stringOfTheMostBytesIsRead() {
        assertThat(field('"' + LONG + '"').text("f")).isEqualTo(LONG);
    }

    @Test
    void longerStringIsRefusedWithAShortExcerpt() {
        assertThatThrownBy(() -> field('"' + LONG + "b\"").text("f"))
                .hasMessage("f: expected at most 16384 bytes, got '" + "a".repeat(40) + "… (16385 bytes)");
    }

    @Test
    void excerptEndsBehindAWholeCharacter() {
        String text = "a".repeat(38) + "\u4e00" + LONG;
        assertThatThrownBy(() -> field('"' + text + '"').wholeNumber("f"))
                .hasMessage("f: expected a whole number, got '" + "a".repeat(38) + "… (16425 bytes)");
    }

    @Test
    void excerptEndsBehindAWholeEscape() {
        String text = "a".repeat(37) + "\\u4e00" + LONG;
        assertThatThrownBy(() -> field('"' + text + '"').flag("f"))
                .hasMessage("f: expected true or false, got '" + "a".repeat(37) + "… (16427 bytes)");
    }

    @Test
    void longNumberIsRefused() {
        assertThatThrownBy(() -> field("1" + "0".repeat(JsonText.MAX_BYTES)).number("f"))
                .hasMessage("f: expected at most 16384 bytes, got 1" + "0".repeat(39) + "… (16385 bytes)");
    }

    @Test
    void longStringWithinAnArrayIsRefused() {
        assertThatThrownBy(() -> field("[\"" + LONG + "b\"]").texts("f", 1))
                .hasMessageStartingWith("f: expected at most 16384 bytes, got 'aaa");
    }

    @Test
    void stringsBeyondTheLimitAreCounted() {
        assertThat(field("[\"a\",\"b\"]").texts("f", 2)).containsExactly("a", "b");
        assertThatThrownBy(() -> field("[\"a\",\"b\",\"c\",\"d\"]").texts("f", 2))
                .hasMessage("f: expected at most 2, got 4");
    }

    @Test
    void objectThatIsTooLongToNameHasNoName() {
        JsonFields item = JsonRequests.object(("{\"id\":\"" + LONG + "b\"}").getBytes(UTF_8), Set.of("id"));
        assertThat(item.name()).isNull();
    }

    @Test
    void asciiMayBeLongAndMayHaveEscapes() {
        assertThat(ascii('"' + LONG + LONG + '"')).isEqualTo(LONG + LONG);
        assertThat(ascii("\"ab\\/\\u0041+\\u4e00=\"")).isEqualTo("ab/A+?=");
        assertThat(ascii("\"\"")).isEmpty();
    }
}
