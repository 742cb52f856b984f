package io.grape.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Files that are generated from the declarations are up to date. {@code -Dgrape.docs=write} writes them. */
class GeneratedTablesTest {
    private static final Path PAGE = Path.of("..", "docs", "limits.md");
    private static final Path FORM = Path.of("../grape-console/src/main/resources/console/js/core/tube-fields.js");

    @Test
    void tablesOfTheLimitsPageAreUpToDate() throws IOException {
        String page = Files.readString(PAGE);
        page = withTable(page, "settings of a tube", MarkdownTable.ofStored(TubeFields.SETTINGS));
        page = withTable(page, "override of a key", MarkdownTable.of(KeyOverrideFields.SCHEMA));
        page = withTable(page, "gate", MarkdownTable.of(GateFields.SCHEMA));
        page = withTable(page, "schedule", MarkdownTable.of(ScheduleFields.SCHEMA));
        page = withTable(page, "operation", MarkdownTable.of(OperationFields.SCHEMA));
        page = withTable(page, "quota", MarkdownTable.of(QuotaFields.SCHEMA));
        check(PAGE, page);
    }

    private static String withTable(String page, String name, String table) {
        Matcher place = Pattern.compile("(?s)(<!-- generated: " + name + " -->\n).*?(<!-- end -->)")
                .matcher(page);
        assertThat(place.find()).as(name).isTrue();
        return place.replaceFirst(found -> Matcher.quoteReplacement(found.group(1) + table + found.group(2)));
    }

    @Test
    void formOfTheConsoleIsUpToDate() throws IOException {
        String lines = ConsoleForm.of(TubeFields.SETTINGS).stream()
                .map(field -> "  " + js(field) + ",\n")
                .collect(Collectors.joining());
        check(
                FORM,
                "/** Generated from TubeFields.java: the settings of a tube, from which the console draws its form. */\n"
                        + "export const TUBE_FIELDS = [\n" + lines + "];\n");
    }

    private static String js(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> entry.getKey() + ": " + js(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        } else if (value instanceof List<?> list) {
            return list.stream().map(GeneratedTablesTest::js).collect(Collectors.joining(", ", "[", "]"));
        }
        return value instanceof String ? "'" + value + "'" : String.valueOf(value);
    }

    private static void check(Path file, String fresh) throws IOException {
        if ("write".equals(System.getProperty("grape.docs"))) {
            Files.writeString(file, fresh);
        }
        assertThat(Files.exists(file) ? Files.readString(file) : "").isEqualTo(fresh);
    }
}
