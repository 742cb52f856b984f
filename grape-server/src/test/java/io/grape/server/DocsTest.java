package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documentation points at is there. */
class DocsTest {
    private static final Path ROOT = Path.of("..");
    private static final List<String> MODULES = List.of(
            "grape-core",
            "grape-server",
            "grape-client",
            "grape-junit",
            "grape-examples",
            "grape-bench",
            "grape-chaos");
    /** No annotation: {@code @GrapeTest} is none. */
    private static final Pattern TEST = Pattern.compile("(?<!@)\\b([A-Z][A-Za-z0-9]*Test)\\b");

    private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(?:#[^)]*)?\\)");

    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(filesBelow("docs", ".md"));
        for (String page : List.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md")) {
            pages.add(ROOT.resolve(page));
        }
        return pages;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyTestThatIsNamedExists(Path page) throws IOException {
        Set<String> tests = new HashSet<>();
        for (String module : MODULES) {
            filesBelow(module + "/src/test", "Test.java")
                    .forEach(file -> tests.add(file.getFileName().toString().replace(".java", "")));
        }
        assertThat(tests).containsAll(found(TEST, page));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyPageThatIsLinkedExists(Path page) throws IOException {
        assertThat(found(LINK, page))
                .allSatisfy(link -> assertThat(page.resolveSibling(link)).exists());
    }

    private static Set<String> found(Pattern pattern, Path page) throws IOException {
        return pattern.matcher(Files.readString(page))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
    }

    private static List<Path> filesBelow(String folder, String end) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(end)).toList();
        }
    }
}
