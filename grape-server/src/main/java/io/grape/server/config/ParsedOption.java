package io.grape.server.config;

import io.grape.command.Option;
import io.grape.command.ValueType;
import io.grape.command.Words;
import io.grape.core.GrapeException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An option that was given, with a text that is right.
 *
 * @param where how it was named there: {@code --http-port}, {@code GRAPE_HTTP_PORT}, {@code grape.yaml:3: http-port}
 */
record ParsedOption(Option<?> option, String text, String where) {
    ParsedOption {
        ValueType<?> type = option.type();
        if (type.parse().apply(text).isEmpty()) {
            throw GrapeException.badValue(
                    where, type.expected(), "'" + type.masked().apply(text) + "'");
        }
    }

    /** By option. Fails where one is given twice. */
    static Map<Option<?>, ParsedOption> byOption(List<ParsedOption> all) {
        Map<Option<?>, ParsedOption> found = new HashMap<>();
        for (ParsedOption given : all) {
            if (found.put(given.option, given) != null) {
                throw Words.usage(given.where + ": expected once, got it twice");
            }
        }
        return found;
    }
}
