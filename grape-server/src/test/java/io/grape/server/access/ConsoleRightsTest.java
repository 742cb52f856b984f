package io.grape.server.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The console shows what each role may: its {@code rights.js} says the same as {@link Role}, {@link Right} and {@link Scope}. */
class ConsoleRightsTest {
    private static final Pattern PART = Pattern.compile("'([a-z.]+)'|\\b([A-Z]+)\\b");

    private final String script = script();

    private static String script() {
        try (InputStream in = ConsoleRightsTest.class.getResourceAsStream("/console/js/core/rights.js")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** What a constant holds, or a field of one: texts, and other constants. */
    private List<String> texts(String before) {
        Matcher value = Pattern.compile(Pattern.quote(before) + "(\\[[^\\]]*\\]|[A-Z]+)")
                .matcher(script);
        assertThat(value.find()).as(before).isTrue();
        List<String> texts = new ArrayList<>();
        for (MatchResult part : PART.matcher(value.group(1)).results().toList()) {
            if (part.group(1) == null) {
                texts.addAll(texts(part.group(2) + " = "));
            } else {
                texts.add(part.group(1));
            }
        }
        return texts;
    }

    @Test
    void theConsoleKnowsEveryRightInItsOrder() {
        assertThat(texts("RIGHTS = "))
                .containsExactlyElementsOf(Arrays.stream(Right.values())
                        .filter(right -> right != Right.PUBLIC)
                        .map(Right::wireName)
                        .toList());
    }

    @Test
    void theConsoleGivesEachRoleItsRights() {
        for (Role role : Role.values()) {
            TreeSet<Right> rights = new TreeSet<>(role.rights());
            rights.remove(Right.PUBLIC);
            assertThat(texts(role.wireName() + ": "))
                    .as(role.wireName())
                    .containsExactlyInAnyOrderElementsOf(Right.names(rights));
        }
    }

    @Test
    void theConsoleKnowsEveryScope() {
        assertThat(texts("SCOPES = "))
                .containsExactlyElementsOf(
                        Arrays.stream(Scope.values()).map(Scope::wireName).toList());
    }
}
