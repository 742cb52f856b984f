package io.grape.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.command.Option;
import io.grape.server.DocsPage;
import io.grape.server.LimitsPage;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class OptionsPageTest {
    private static final Pattern FLAG = Pattern.compile("`(--[a-z-]+)`(?:, (\\d+ to \\d+))?");

    @Test
    void thePageListsEveryOptionAndNoOther() {
        assertThat(String.join("\n", DocsPage.of("operations.md").table("options")))
                .isEqualTo(String.join(
                        "\n", Options.all().stream().map(OptionsPageTest::row).toList()));
    }

    private static String row(Option<?> option) {
        return "| `%s` | `%s` | %s | %s | %s | %s |"
                .formatted(
                        option.flag(),
                        Options.variable(option),
                        Options.isInFile(option) ? "`" + option.name() + "`" : "–",
                        option.fallback() == null ? "none" : "`" + option.fallback() + "`",
                        option.type().expected(),
                        option.description());
    }

    @Test
    void theLimitsShowTheBoundsAndDefaultsOfTheirOptions() {
        int found = 0;
        for (LimitsPage.Row row : LimitsPage.rows()) {
            Matcher flag = FLAG.matcher(row.option());
            if (flag.find()) {
                Option<?> option = Options.find(one -> one.flag().equals(flag.group(1)))
                        .orElseThrow(() -> new AssertionError("no option: " + row));
                assertThat(row.value()).as("%s", row).startsWith(Objects.requireNonNullElse(option.fallback(), ""));
                if (flag.group(2) != null) {
                    assertThat(option.type().expected()).as("%s", row).endsWith("from " + flag.group(2));
                }
                found++;
            }
        }
        assertThat(found).isGreaterThan(8);
    }
}
