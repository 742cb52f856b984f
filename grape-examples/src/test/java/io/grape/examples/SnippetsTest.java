package io.grape.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The Java of pages is a region of what is compiled here: from {@code // tag::name[]} to {@code // end::name[]}, without its
 * indent. A name that stands several times in a file is one region of several parts.
 */
class SnippetsTest {
    /** The samples have libraries of their own: Maven compiles them in a test of the test kit. */
    private static final List<Path> SOURCES = List.of(
            Path.of("src"), Path.of("../grape-junit/src/samples"), Path.of("../grape-spring-boot-starter/src/test"));

    private static final Pattern REGION = Pattern.compile("(?ms)^ *// tag::([a-z-]+)\\[]\n(.*?)^ *// end::\\1\\[]$");
    private static final Pattern SNIPPET = Pattern.compile("(?ms)^```java\n(.*?)^```$");

    /** Every page with Java but these: {@link QuickstartTest} runs a whole program, grape-outbox its own page. */
    private static final Set<String> ELSEWHERE =
            Set.of("docs/quickstart.md", "docs/quickstart.zh-CN.md", "docs/outbox.md");

    static List<String> pages() throws IOException {
        List<String> pages = new ArrayList<>();
        for (String folder : List.of("", "docs/")) {
            try (Stream<Path> files = Files.list(Path.of("..", folder))) {
                files.map(file -> folder + file.getFileName())
                        .filter(page -> page.endsWith(".md") && !ELSEWHERE.contains(page))
                        .forEach(pages::add);
            }
        }
        return pages;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void theJavaOfAPageIsCompiled(String page) throws IOException {
        assertThat(regions()).containsAll(snippets(page));
    }

    @Test
    void everyRegionIsOnAPage() throws IOException {
        Set<String> shown = new HashSet<>();
        for (String page : pages()) {
            shown.addAll(snippets(page));
        }
        assertThat(shown).containsAll(regions());
    }

    @Test
    void theWorkersInOtherLanguagesAreOnTheirPage() throws IOException {
        String page = Files.readString(Path.of("../docs/other-languages.md"));
        for (String worker : List.of("python/worker.py", "node/worker.mjs")) {
            List<String> lines = Files.readAllLines(Path.of("src/main", worker));
            assertThat(lines).as(worker).hasSizeLessThan(60);
            assertThat(page).contains("\n" + String.join("\n", lines) + "\n```\n");
        }
    }

    private static Set<String> snippets(String page) throws IOException {
        return SNIPPET.matcher(Files.readString(Path.of("..", page)))
                .results()
                .map(snippet -> snippet.group(1))
                .collect(Collectors.toSet());
    }

    private static Set<String> regions() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Path root : SOURCES) {
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
            }
        }
        Set<String> regions = new HashSet<>();
        for (Path source : sources) {
            regions.addAll(regions(Files.readString(source)));
        }
        return regions;
    }

    private static List<String> regions(String source) {
        Map<String, String> parts = new TreeMap<>();
        REGION.matcher(source).results().forEach(part -> parts.merge(part.group(1), part.group(2), String::concat));
        return parts.values().stream().map(SnippetsTest::withoutIndent).toList();
    }

    /** A last line without anything would count as one without indent. */
    private static String withoutIndent(String region) {
        return region.stripTrailing().stripIndent() + "\n";
    }
}
