package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The documentation points at things that exist, and uses the words of the glossary. */
class DocsTest {
    private static final Path ROOT = Path.of("..");
    private static final List<String> MODULES = List.of(
            "grape-process",
            "grape-core",
            "grape-server",
            "grape-client",
            "grape-opentelemetry",
            "grape-junit",
            "grape-outbox",
            "grape-spring-boot-starter",
            "grape-cli",
            "grape-examples",
            "grape-console",
            "grape-e2e",
            "grape-bench",
            "grape-chaos");
    /** No annotation: {@code @GrapeTest} is none. */
    private static final Pattern TEST = Pattern.compile("(?<!@)\\b([A-Z][A-Za-z0-9]*Test)\\b");

    private static final Pattern LINK = Pattern.compile("]\\(([^)#:\\s]+)(?:#[^)]*)?\\)");
    private static final Pattern FRAGMENT = Pattern.compile("]\\(([^)#:]*)#([^)]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Pattern COMMAND = Pattern.compile("\\./grape ([a-z][a-z0-9-]*)");
    private static final Pattern CLASS = Pattern.compile("`(?:[a-z0-9]+\\.)+[A-Z][A-Za-z0-9]*[.`]");

    /** Words of ours for what has a word already: response, delivery, retry, heartbeat. */
    private static final Pattern PRIVATE = Pattern.compile(
            "(?i)\\b(answers?|answered|hand-?outs?|hand(s|ed|ing)? out|turn(s|ed) up|forsaken|whoever|he|his|him)\\b");

    private static final Pattern BLOCK = Pattern.compile("(?s)```.*?```");
    private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`]*`");

    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(pagesOfToday());
        pages.add(ROOT.resolve("CHANGELOG.md"));
        return pages;
    }

    /** Those that are not history. */
    static List<Path> pagesOfToday() throws IOException {
        List<Path> pages = new ArrayList<>(filesBelow("docs", ".md"));
        for (String page :
                List.of("README.md", "README.zh-CN.md", "CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md")) {
            pages.add(ROOT.resolve(page));
        }
        return pages;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyTestThatIsNamedExists(Path page) throws IOException {
        Set<String> tests = new HashSet<>();
        List<String> roots = new ArrayList<>(List.of("grape-junit/src/samples"));
        MODULES.forEach(module -> roots.add(module + "/src/test"));
        for (String root : roots) {
            filesBelow(root, "Test.java")
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

    @ParameterizedTest
    @MethodSource("pages")
    void everyHeadingThatIsLinkedExists(Path page) throws IOException {
        for (MatchResult link :
                FRAGMENT.matcher(Files.readString(page)).results().toList()) {
            Path linked = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
            assertThat(anchors(linked)).as(link.group()).contains(link.group(2));
        }
    }

    @ParameterizedTest
    @MethodSource("pagesOfToday")
    void everyCommandIsOneOfTheLauncher(Path page) throws IOException {
        String launcher = Files.readString(ROOT.resolve("grape"));
        Set<String> commands = Pattern.compile("(?m)^ {2}([a-z0-9| -]+)\\) ")
                .matcher(launcher.substring(launcher.indexOf("\ncase $word in")))
                .results()
                .flatMap(words -> Arrays.stream(words.group(1).split("[ |]+", -1)))
                .collect(Collectors.toSet());
        assertThat(commands).contains("server", "token").containsAll(found(COMMAND, page));
    }

    @ParameterizedTest
    @MethodSource("pagesOfToday")
    void everyWordIsOneOfTheField(Path page) throws IOException {
        String text = CODE.matcher(Files.readString(page)).replaceAll("");
        assertThat(PRIVATE.matcher(text).results().map(MatchResult::group)).isEmpty();
    }

    @Test
    void everyClassOfTheArchitectureExists() throws IOException {
        Set<String> classes = new HashSet<>();
        for (String module : List.of("grape-catalog", "grape-core", "grape-server", "grape-client")) {
            filesBelow(module + "/src/main/java/io/grape", ".java")
                    .forEach(file -> classes.add(file.toString().replace('/', '.')));
        }
        Set<String> named = CLASS.matcher(Files.readString(ROOT.resolve("ARCHITECTURE.md")))
                .results()
                .map(found -> "." + found.group().replaceAll("[`]|\\.`?$", "") + ".java")
                .collect(Collectors.toSet());
        assertThat(named)
                .hasSizeGreaterThan(30)
                .allSatisfy(name -> assertThat(classes).anyMatch(file -> file.endsWith(name)));
    }

    private static Set<String> anchors(Path page) throws IOException {
        String text = BLOCK.matcher(Files.readString(page)).replaceAll("");
        return HEADING.matcher(text)
                .results()
                .map(heading -> heading.group(1)
                        .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w\\- ]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
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
