package io.grape.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A script as its file has it: what its header promises, and what its body does.
 *
 * @param name the path below {@code lua}, without the ending
 * @param header the comment at the top, in one line
 * @param body the rest, without comments
 */
record ScriptSource(String name, List<String> lines, String header, String body) {
    static final Path FOLDER = Path.of("src/main/resources/lua");

    private static final Pattern CODE = Pattern.compile("\\b[A-Z]{2,}(?:_[A-Z]+)*\\b");
    private static final Pattern QUOTED_CODE = Pattern.compile("'([A-Z]{2,}(?:_[A-Z]+)*)'");
    private static final Pattern FAILING_RETURN = Pattern.compile("\\{ '([A-Z]{2,}(?:_[A-Z]+)*)'");
    /** A call's command and its first argument, in which parentheses may stand. */
    private static final Pattern CALL = Pattern.compile("\\b(?:p?call|try)\\('([A-Z]+)',? ?((?:[^,()]|\\([^()]*\\))*)");

    static ScriptSource read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        StringBuilder header = new StringBuilder();
        int at = lines.get(0).startsWith("#!") ? 1 : 0;
        while (at < lines.size() && lines.get(at).startsWith("--")) {
            header.append(lines.get(at).substring(2).strip()).append('\n');
            at++;
        }
        StringBuilder body = new StringBuilder();
        lines.subList(at, lines.size()).stream()
                .map(line -> line.replaceFirst("--.*", ""))
                .forEach(line -> body.append(line).append('\n'));
        String name = FOLDER.relativize(file).toString().replace(".lua", "");
        return new ScriptSource(name, lines, header.toString(), body.toString());
    }

    /** Every file, those too that only stand before or behind a script. */
    static List<ScriptSource> all() {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".lua"))
                    .sorted(Comparator.comparing(Path::toString))
                    .map(ScriptSource::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ScriptSource named(String name) {
        return read(FOLDER.resolve(name + ".lua"));
    }

    /** True when it has keys of its own, none of them a tube's. */
    boolean isOfRegistry() {
        return name.contains("/");
    }

    /** What the header says under a word, to the next such word; empty where it has none. */
    String section(String word) {
        Matcher found = Pattern.compile(
                        "(?:^|\\n)(?:-- )?" + word + ":? (.*?)(?=\\n(?:KEYS|ARGV|Options|Reply|Failures)\\b|$)",
                        Pattern.DOTALL)
                .matcher(header.stripTrailing());
        return found.find() ? found.group(1).replace('\n', ' ') : "";
    }

    /** The numbers of the arguments that the header names one by one. */
    Set<Integer> namedArguments() {
        return numbers("(?:^|· |\\band )([0-9]+) ", section("ARGV").split("then for each", -1)[0]);
    }

    /** Where the arguments of the jobs begin, by the header; 0 = there are none. */
    int jobsBegin() {
        String arguments = section("ARGV");
        Matcher alone =
                Pattern.compile("^([0-9]+)\\.\\. for each (?:job|command)").matcher(arguments);
        if (alone.find()) {
            return Integer.parseInt(alone.group(1));
        }
        return Pattern.compile("then for each (job|setting)").matcher(arguments).find() ? max(namedArguments()) + 1 : 0;
    }

    /** How many arguments each job has, by the header. */
    int argumentsOfAJob() {
        String list = section("ARGV").replaceFirst(".*for each (job|setting|command)[^:]*:", "");
        return list.split("·", -1).length;
    }

    private static int max(Set<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    Set<Integer> usedArguments() {
        return numbers("ARGV\\[([0-9]+)]", body);
    }

    Set<Integer> namedKeys() {
        return numbers("(?:^|· )([0-9]+) ", section("KEYS"));
    }

    Set<Integer> usedKeys() {
        return numbers("KEYS\\[([0-9]+)]", body);
    }

    private static Set<Integer> numbers(String pattern, String text) {
        Set<Integer> numbers = new TreeSet<>();
        Matcher found = Pattern.compile(pattern).matcher(text);
        while (found.find()) {
            numbers.add(Integer.valueOf(found.group(1)));
        }
        return numbers;
    }

    Set<String> namedFailures() {
        return matches(CODE, 0, section("Failures"));
    }

    /** The codes that the reply has for single jobs. */
    Set<String> namedOutcomes() {
        return matches(CODE, 0, section("Reply"));
    }

    /** The codes that end a run, but the one that the prelude's header names for all. */
    Set<String> failures() {
        Set<String> failures = matches(FAILING_RETURN, 1, body);
        if (body.contains("if not tube then return {")) {
            failures.add("TUBE_NOT_FOUND");
        }
        if (body.contains("return { leaving or none }")) {
            failures.add("DELETING");
        }
        return failures;
    }

    /** Every code that can be in a reply. */
    Set<String> codes() {
        Set<String> codes = matches(QUOTED_CODE, 1, withoutCalls());
        codes.remove(TubeScripts.LATER_RELEASE);
        return codes;
    }

    private static Set<String> matches(Pattern pattern, int group, String text) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(group));
        }
        found.remove("OK");
        return found;
    }

    private String withoutCalls() {
        String text = body.replaceAll("\\b(?:redis\\.)?(?:p?call|try)\\(", "redis.call(");
        for (int at = text.indexOf("redis.call("); at >= 0; at = text.indexOf("redis.call(")) {
            text = text.substring(0, at) + text.substring(end(text, at + "redis.call".length()));
        }
        return text;
    }

    /** Behind the parenthesis that closes the one at an index; those in quotes do not count. */
    private static int end(String text, int open) {
        int depth = 0;
        boolean quoted = false;
        for (int at = open; ; at++) {
            char letter = text.charAt(at);
            quoted ^= letter == '\'';
            depth += quoted ? 0 : letter == '(' ? 1 : letter == ')' ? -1 : 0;
            if (depth == 0) {
                return at + 1;
            }
        }
    }

    /** A call to Redis: its command and the key it names first. */
    record Call(String command, String key) {}

    List<Call> calls() {
        List<Call> calls = new ArrayList<>();
        Matcher found = CALL.matcher(body);
        while (found.find()) {
            calls.add(new Call(found.group(1), found.group(2).strip()));
        }
        return calls;
    }
}
