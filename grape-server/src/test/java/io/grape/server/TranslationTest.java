package io.grape.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page in Chinese, beside the English one: the same headings, code, tables, lists and links, in the same order. */
class TranslationTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```.*?^```$");
    private static final Pattern SHAPE = Pattern.compile("(?m)^(#+ |\\||- |[0-9]+\\. )");
    private static final Pattern LINK = Pattern.compile("]\\(([^)]+)\\)|(?:srcset|src)=\"([^\"]+)\"");
    private static final Pattern CODE = Pattern.compile("`[^`\n]+`");

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/quickstart.md"})
    void theyHaveTheSameStructure(String page) throws IOException {
        String english = Files.readString(ROOT.resolve(page));
        String chinese = Files.readString(ROOT.resolve(page.replace(".md", ".zh-CN.md")));
        assertThat(found(BLOCK, chinese)).isNotEmpty().isEqualTo(found(BLOCK, english));
        String text = BLOCK.matcher(english).replaceAll("");
        String translated = BLOCK.matcher(chinese).replaceAll("");
        assertThat(found(SHAPE, translated)).isEqualTo(found(SHAPE, text));
        assertThat(links(translated)).isEqualTo(links(text));
        assertThat(new TreeSet<>(found(CODE, translated))).isEqualTo(new TreeSet<>(found(CODE, text)));
    }

    @Test
    void theListOfPagesHasEachPage() throws IOException {
        String list = Files.readString(ROOT.resolve("docs/README.md"));
        try (var files = Files.list(ROOT.resolve("docs"))) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".md") && !name.equals("README.md")))
                    .allSatisfy(name -> assertThat(list).contains("(" + name + ")"));
        }
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(MatchResult::group).toList();
    }

    /** Those to the other language lead to different files. */
    private static Set<String> links(String text) {
        Set<String> links = new TreeSet<>();
        LINK.matcher(text)
                .results()
                .map(link -> link.group(1) == null ? link.group(2) : link.group(1))
                .map(link -> link.replace(".zh-CN.md", ".md"))
                .forEach(links::add);
        return links;
    }
}
