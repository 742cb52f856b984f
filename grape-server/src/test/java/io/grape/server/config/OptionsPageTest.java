package io.grape.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.server.DocsPage;
import org.junit.jupiter.api.Test;

class OptionsPageTest {
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
                        option.variable(),
                        option.isInFile() ? "`" + option.name() + "`" : "–",
                        option.fallback() == null ? "none" : "`" + option.fallback() + "`",
                        option.form().expected(),
                        option.description());
    }
}
