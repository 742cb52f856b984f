package io.grape.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The texts of the console: each key in every language, and each that is used is there. */
class WordsTest {
    /** A key as a whole, also one of the two of a choice. */
    private static final Pattern KEY = Pattern.compile("'([a-z][A-Za-z0-9]*(?:\\.[A-Za-z0-9_]+)+)'");
    /** A key that is put together: what it begins with. */
    private static final Pattern PREFIX = Pattern.compile("(?:\\bt|\\bhas)\\(`([a-z][A-Za-z.]*\\.)\\$\\{");

    /** {@code jobs.kick} is a right, and not a text. */
    private static final Set<String> RIGHTS = Set.of(
            "jobs.read",
            "jobs.payload",
            "jobs.produce",
            "jobs.consume",
            "jobs.kick",
            "jobs.delete",
            "jobs.force",
            "jobs.purge",
            "operations.run",
            "tubes.read",
            "tubes.pause",
            "tubes.admin",
            "system.read",
            "audit.read",
            "access.admin");

    /** A row of the table of errors, which has them all. */
    private static final Pattern ERROR = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\| \\d{3} \\|");

    private static final Pattern CALL = Pattern.compile("\\bt\\([^`]");
    private static final Pattern CALL_KEY = Pattern.compile("\\bt\\('([^']+)'");
    private static final Pattern ARGUMENT = Pattern.compile("\\{(\\w+)}");

    private final Map<String, byte[]> files = ClassPathFiles.own();
    private final Map<String, String> english = words("i18n/en.json");
    private final Map<String, String> chinese = words("i18n/zh-CN.json");

    @Test
    void everyLanguageHasTheSameKeys() {
        assertThat(chinese.keySet()).containsExactlyInAnyOrderElementsOf(english.keySet());
    }

    @Test
    void everyLanguageHasTheSameGapsInItsTexts() {
        assertThat(english.keySet())
                .allSatisfy(key -> assertThat(gaps(chinese.getOrDefault(key, "")))
                        .as(key)
                        .isEqualTo(gaps(english.getOrDefault(key, ""))));
    }

    @Test
    void chineseIsChinese() {
        List<String> same = english.entrySet().stream()
                .filter(text -> text.getValue().equals(chinese.get(text.getKey())))
                .filter(text -> ARGUMENT.matcher(text.getValue()).replaceAll("").matches(".*[a-z]{4}.*"))
                .map(Map.Entry::getKey)
                .toList();
        assertThat(same).isEmpty();
    }

    @Test
    void everyKeyThatIsUsedIsThere() {
        Set<String> families = english.keySet().stream()
                .map(key -> key.replaceAll("\\..*", ""))
                .collect(Collectors.toSet());
        for (String name : scripts()) {
            Matcher key = KEY.matcher(script(name));
            while (key.find()) {
                if (families.contains(key.group(1).replaceAll("\\..*", "")) && !RIGHTS.contains(key.group(1))) {
                    assertThat(english.keySet()).as(name).contains(key.group(1));
                }
            }
        }
        assertThat(scripts()).anyMatch(name -> CALL.matcher(script(name)).find());
    }

    /** Also one whose family no text has. */
    @Test
    void everyKeyOfACallIsThere() {
        Set<String> used = scripts().stream()
                .flatMap(name -> CALL_KEY.matcher(script(name)).results())
                .map(call -> call.group(1))
                .collect(Collectors.toSet());
        assertThat(used).hasSizeGreaterThan(100);
        assertThat(english.keySet()).containsAll(used);
    }

    @Test
    void everyKeyThatIsPutTogetherBeginsLikeSomeThatAreThere() {
        for (String name : scripts()) {
            Matcher prefix = PREFIX.matcher(script(name));
            while (prefix.find()) {
                assertThat(english.keySet()).as(name).anyMatch(key -> key.startsWith(prefix.group(1)));
            }
        }
    }

    @Test
    void everyErrorOfTheApiHasAText() throws IOException {
        Matcher code = ERROR.matcher(Files.readString(Path.of("..", "docs", "http.md")));
        List<String> keys =
                code.results().map(found -> "problem." + found.group(1)).toList();
        assertThat(keys).contains("problem.INTERNAL");
        assertThat(english.keySet()).containsAll(keys);
    }

    @Test
    void everyTextIsUsed() {
        String all = scripts().stream().map(this::script).collect(Collectors.joining("\n"));
        Set<String> prefixes = new TreeSet<>();
        Matcher prefix = Pattern.compile("`([a-z][A-Za-z.]*\\.)\\$\\{").matcher(all);
        while (prefix.find()) {
            prefixes.add(prefix.group(1));
        }
        assertThat(english.keySet())
                .filteredOn(key -> !all.contains("'" + key + "'"))
                .filteredOn(key -> prefixes.stream().noneMatch(key::startsWith))
                .isEmpty();
    }

    private List<String> scripts() {
        return files.keySet().stream().filter(name -> name.endsWith(".js")).toList();
    }

    private String script(String name) {
        return new String(files.getOrDefault(name, new byte[0]), UTF_8);
    }

    private static Set<String> gaps(String text) {
        Set<String> found = new TreeSet<>();
        Matcher gap = ARGUMENT.matcher(text);
        while (gap.find()) {
            found.add(gap.group(1));
        }
        return found;
    }

    /** The texts by key; of one with plurals the one that every language has. A key that is there twice is a fault. */
    private Map<String, String> words(String file) {
        Map<String, String> found = new LinkedHashMap<>();
        try (JsonParser json = new JsonFactory().createParser(files.getOrDefault(file, new byte[0]))) {
            json.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
            List<String> path = new ArrayList<>();
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.START_OBJECT && json.currentName() != null) {
                    path.add(json.currentName());
                } else if (token == JsonToken.END_OBJECT && !path.isEmpty()) {
                    path.remove(0);
                } else if (token == JsonToken.VALUE_STRING
                        && (path.isEmpty() || json.currentName().equals("other"))) {
                    found.put(path.isEmpty() ? json.currentName() : path.get(0), json.getText());
                }
            }
        } catch (IOException e) {
            throw new AssertionError(file, e);
        }
        return found;
    }
}
