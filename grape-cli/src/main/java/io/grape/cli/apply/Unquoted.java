package io.grape.cli.apply;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** A value that YAML only reads within quotes, such as the cron expression {@code *}{@code /5 * * * *}, which begins like an alias. */
final class Unquoted {
    /** A key, and a value that begins with a character that means something else to YAML. */
    private static final Pattern VALUE =
            Pattern.compile("([\\w.-]+)\\s*:\\s+(([*@`%&?])[^,}\\]#]*(?:,\\S[^,}\\]#]*)*)");

    private Unquoted() {}

    /** What to write instead; empty: something else is wrong. */
    static Optional<String> remedy(String text, MarkedYamlEngineException e) {
        return e.getContextMark()
                .flatMap(mark -> remedy(text, mark))
                .or(() -> e.getProblemMark().flatMap(mark -> remedy(text, mark)));
    }

    private static Optional<String> remedy(String text, Mark mark) {
        List<String> lines = text.lines().toList();
        Matcher value = VALUE.matcher(mark.getLine() < lines.size() ? lines.get(mark.getLine()) : "");
        while (value.find()) {
            // What stands before the mark was read.
            if (value.start(2) >= mark.getColumn()) {
                String key = value.group(1);
                return Optional.of(key + ": expected quotes around a value that begins with " + value.group(3) + ": "
                        + key + ": \"" + value.group(2).strip() + "\"");
            }
        }
        return Optional.empty();
    }
}
