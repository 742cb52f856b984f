package io.grape.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an IDE knows of each property, and the table of docs/spring.md. */
class MetadataTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(grape\\.[a-z.<>-]+)` \\| (\\S[^|]*?) \\|");

    private static Map<String, JsonNode> properties() throws IOException {
        try (InputStream in =
                GrapeProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            Map<String, JsonNode> all = new TreeMap<>();
            new ObjectMapper()
                    .readTree(Objects.requireNonNull(in))
                    .get("properties")
                    .forEach(property -> all.put(property.get("name").asText(), property));
            return all;
        }
    }

    @Test
    void eachPropertyIsDescribed() throws IOException {
        assertThat(properties())
                .containsKeys("grape.brokers", "grape.token", "grape.worker.retry.first", "grape.outbox.table")
                .allSatisfy((name, property) -> assertThat(
                                property.path("description").asText())
                        .as(name)
                        .endsWith("."));
        assertThat(shown(properties().get("grape.worker.drain"))).isEqualTo("`25s`");
    }

    /** Those of a tube are properties of a map, which metadata does not list. */
    @Test
    void thePageNamesEachPropertyAndItsDefault() throws IOException {
        Map<String, String> onPage = new TreeMap<>();
        String page = Files.readString(Path.of("..", "docs", "spring.md"));
        String section = page.substring(page.indexOf("\n## Properties\n"), page.indexOf("\nA tube may have"));
        ROW.matcher(section).results().forEach(row -> onPage.put(row.group(1), row.group(2)));
        Map<String, String> known = new TreeMap<>();
        properties().forEach((name, property) -> {
            if (!name.equals("grape.tubes")) {
                known.put(name, shown(property));
            }
        });
        assertThat(onPage).isEqualTo(known);
    }

    private static String shown(@Nullable JsonNode property) {
        JsonNode value = property == null ? null : property.get("defaultValue");
        if (value == null) {
            return "none";
        }
        return "`" + (value.isArray() ? value.get(0).asText() : value.asText()) + "`";
    }
}
