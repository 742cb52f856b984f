package io.grape.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** The files of the console as they are held in memory. */
class AssetsTest {
    private static final Pattern IMPORT_MAP = Pattern.compile("<script type=\"importmap\">(.*)</script>");
    private static final Pattern FILE =
            Pattern.compile("(?:href|src)=\"(assets/[^\"]+)\"|\"\\./(assets/[^\"]+[^/\"])\"");
    /** What a module loads: by a path from where it lies, or by a name that the map knows. */
    private static final Pattern IMPORT = Pattern.compile("(?<!\\.)(?:from ?|import ?\\(?)[\"']([^\"']+)[\"']");

    private static final Pattern STATIC =
            Pattern.compile("(?<!\\.)(?:from ?|import ?)[\"'](\\.[^\"']+|lit[^\"']*|@lit[^\"']*)[\"']");
    private static final Pattern PRELOAD = Pattern.compile("<link rel=\"modulepreload\" href=\"([^\"]+)\">");

    private static final Pattern NAMED = Pattern.compile("\"([^\"]+)\":\"\\./([^\"]+)\"");
    private static final Pattern PAGE = Pattern.compile("\"([a-z-]+)\":\\[([^\\]]*)\\]");

    private static final Pattern ROUTE =
            Pattern.compile("tag: '([^']+)', file: \\(\\) => import\\('./pages/([^']+)'\\)");

    private static final int BUDGET = 150 * 1024;

    private final Assets assets = Assets.load("/grape/");
    private final String index = new String(assets.index().bytes(), UTF_8);

    @Test
    void everyUrlHoldsTheHashOfAllFiles() {
        assertThat(assets.paths()).isNotEmpty().allMatch(path -> path.matches("assets/[0-9a-f]{64}/.+"));
        assertThat(assets.paths().stream().map(path -> path.substring(0, 71)).distinct())
                .hasSize(1);
        assertThat(Assets.load("/").paths()).isEqualTo(assets.paths());
    }

    @Test
    void everythingThatTheIndexNamesIsThere() {
        List<String> named = FILE.matcher(index)
                .results()
                .map(file -> file.group(1) == null ? file.group(2) : file.group(1))
                .toList();

        assertThat(named)
                .hasSizeGreaterThan(10)
                .allMatch(path -> assets.find(path).isPresent());
        assertThat(index).contains("<base href=\"/grape/\">").doesNotContain("{{");
    }

    @Test
    void everythingThatAModuleImportsIsThere() {
        for (String path : assets.paths()) {
            if (path.endsWith(".js")) {
                imports(path)
                        .forEach(name -> assertThat(isThere(path, name))
                                .as("%s imports %s", path, name)
                                .isTrue());
            }
        }
    }

    /** What is preloaded is what the start needs: all of it, or it is found late; and nothing else, since each file costs time. */
    @Test
    void theStartIsPreloadedWithAllThatItImportsAndNothingElse() {
        assertThat(PRELOAD.matcher(index).results().map(link -> link.group(1)))
                .containsExactlyInAnyOrderElementsOf(startFiles());
        assertThat(startFiles()).hasSizeGreaterThan(20).noneMatch(path -> path.contains("/pages/"));
    }

    /** The start takes the files of a page by the name of the page. */
    @Test
    void everyPageHasAllThatItImportsBesideTheStartInTheIndex() {
        Map<String, String> pages =
                PAGE.matcher(index).results().collect(Collectors.toMap(page -> page.group(1), page -> page.group(2)));
        assertThat(pages)
                .hasSameSizeAs(assets.paths().stream()
                        .filter(path -> path.contains("/js/pages/"))
                        .toList());
        pages.forEach((page, files) -> {
            Set<String> needed = new HashSet<>();
            walk(folder() + "js/pages/" + page + ".js", needed);
            needed.removeAll(startFiles());
            assertThat(files.replace("\"", "").split(","))
                    .as(page)
                    .containsExactlyInAnyOrderElementsOf(needed.stream()
                            .map(path -> path.substring(folder().length()))
                            .toList());
        });
    }

    @Test
    void everyRouteHasTheFileOfItsElement() {
        List<MatchResult> routes =
                ROUTE.matcher(text(folder() + "js/routes.js")).results().toList();
        assertThat(routes).hasSize((int) assets.paths().stream()
                .filter(path -> path.contains("/js/pages/"))
                .count());
        assertThat(routes).allSatisfy(route -> {
            assertThat(route.group(1) + ".js").isEqualTo("grape-" + route.group(2));
            assertThat(text(folder() + "js/pages/" + route.group(2)))
                    .contains("customElements.define('" + route.group(1) + "'");
        });
    }

    private String folder() {
        return assets.paths().iterator().next().substring(0, 72);
    }

    private Set<String> startFiles() {
        Set<String> files = new HashSet<>();
        walk(folder() + "js/start.js", files);
        walk(folder() + "js/main.js", files);
        return files;
    }

    /** Adds a module and all that a browser has to have before it can run it. */
    private void walk(String path, Set<String> files) {
        if (files.add(path)) {
            STATIC.matcher(text(path)).results().forEach(found -> walk(file(path, found.group(1)), files));
        }
    }

    private String file(String path, String name) {
        if (name.startsWith(".")) {
            return Path.of(path).resolveSibling(name).normalize().toString();
        }
        return NAMED.matcher(index)
                .results()
                .filter(known ->
                        known.group(1).endsWith("/") ? name.startsWith(known.group(1)) : name.equals(known.group(1)))
                .map(known -> known.group(2)
                        + name.substring(
                                known.group(1).endsWith("/") ? known.group(1).length() : name.length()))
                .findFirst()
                .orElseThrow();
    }

    private List<String> imports(String path) {
        return IMPORT.matcher(text(path)).results().map(found -> found.group(1)).toList();
    }

    private boolean isThere(String path, String name) {
        if (name.startsWith(".")) {
            return assets.paths()
                    .contains(Path.of(path).resolveSibling(name).normalize().toString());
        }
        return index.contains("\"" + name + "\":")
                || (name.startsWith("lit-html/")
                        && assets.paths().stream().anyMatch(known -> known.endsWith("/lib/" + name)));
    }

    private String text(String path) {
        return new String(assets.find(path).orElseThrow().bytes(), UTF_8);
    }

    @Test
    void theOnlyScriptInThePageIsTheOneThatThePolicyNames() {
        Matcher map = IMPORT_MAP.matcher(index);
        assertThat(map.find()).isTrue();
        String hash = Sha256.base64(map.group(1).getBytes(UTF_8));

        assertThat(assets.contentSecurityPolicy())
                .isEqualTo("default-src 'none'; script-src 'self' 'sha256-" + hash + "'; style-src 'self'; "
                        + "img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'self'; "
                        + "form-action 'self'; frame-ancestors 'none'");
        assertThat(Pattern.compile("<script(?![^>]*(?:src=|type=\"application/json\"))")
                        .matcher(index)
                        .results()
                        .map(MatchResult::group))
                .hasSize(1);
    }

    /** A browser that keeps to the policy passes them over in silence. */
    @Test
    void noTemplateHasStylesOrHandlersInIt() {
        assertThat(assets.paths())
                .filteredOn(path -> path.contains("/js/"))
                .allSatisfy(path -> assertThat(text(path))
                        .doesNotContainPattern("\\sstyle=[\"$]")
                        .doesNotContainPattern("\\son[a-z]+=[\"']"));
    }

    @Test
    void aCompressedFileIsTheFile() throws IOException {
        for (String path : assets.paths()) {
            Asset file = assets.find(path).orElseThrow();
            try (GZIPInputStream zip = new GZIPInputStream(new ByteArrayInputStream(file.gzip()))) {
                assertThat(zip.readAllBytes()).as(path).isEqualTo(file.bytes());
            }
        }
    }

    @Test
    void commentsOfTheSourceAreNotSent() {
        assertThat(assets.paths())
                .filteredOn(path -> path.contains("/js/"))
                .isNotEmpty()
                .allSatisfy(path -> assertThat(text(path)).doesNotContain("/**"));
    }

    /** All pages in one language: a browser never asks for another one, but when its user chooses it. */
    @Test
    void allOfItInOneLanguageIsAtMost150KibibytesCompressed() {
        int words = compressed(path -> path.contains("/i18n/")).max().orElseThrow();
        int rest = compressed(path -> !path.contains("/i18n/")).sum();
        assertThat(assets.index().gzip().length + words + rest).isLessThan(BUDGET);
    }

    private IntStream compressed(Predicate<String> which) {
        return assets.paths().stream()
                .filter(which)
                .mapToInt(path -> assets.find(path).orElseThrow().gzip().length);
    }

    @Test
    void whatIsNotAFileIsNotFound() {
        String folder = folder();
        assertThat(List.of(folder + "../index.html", folder + "..%2findex.html", "index.html", "assets/", folder, ""))
                .noneMatch(path -> assets.find(path).isPresent());
    }
}
