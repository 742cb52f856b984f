package io.grape.redis.script;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts the values of constants in the place of their names. A function of Lua has at most 200 locals, and Redis makes each of
 * them anew at each run. A constant is a local with a name in capitals, on a line of its own, whose value is a number or a text.
 */
final class Constants {
    private static final String TEXT = "'(?:[^'\\\\]|\\\\.)*'";
    private static final Pattern VALUE = Pattern.compile(TEXT + "|[0-9]+");
    private static final Pattern LINE = Pattern.compile(
            "(?m)^local ([A-Z][A-Z0-9_]*(?:, [A-Z][A-Z0-9_]*)*) = ((?:" + VALUE + ")(?:, (?:" + VALUE + "))*)\n");
    /** A text, a comment, or the dots before a name, and the name. */
    private static final Pattern NAME = Pattern.compile(TEXT + "|--.*|(\\.*)([A-Za-z_]\\w*)");

    private final Map<String, String> values;

    private Constants(Map<String, String> others, String code) {
        values = new HashMap<>(others);
        LINE.matcher(code).results().forEach(line -> {
            Iterator<MatchResult> value = VALUE.matcher(line.group(2)).results().iterator();
            for (String name : line.group(1).split(", ", -1)) {
                values.put(name, "(" + value.next().group() + ")");
            }
        });
    }

    /** The constants that code declares. */
    static Constants of(String code) {
        return new Constants(Map.of(), code);
    }

    /** Code without the lines of its own constants, and with the values of those and of these where they are named. */
    String inlined(String code) {
        Map<String, String> all = new Constants(values, code).values;
        Matcher name = NAME.matcher(LINE.matcher(code).replaceAll(""));
        StringBuilder inlined = new StringBuilder();
        while (name.find()) {
            String value = ".".equals(name.group(1)) ? null : all.get(name.group(2));
            name.appendReplacement(
                    inlined, Matcher.quoteReplacement(value == null ? name.group() : name.group(1) + value));
        }
        return name.appendTail(inlined).toString();
    }
}
