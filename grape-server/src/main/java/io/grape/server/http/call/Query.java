package io.grape.server.http.call;

import io.grape.core.Alphabet;
import io.grape.core.GrapeException;
import io.grape.server.http.json.Params;
import io.grape.server.http.json.PercentEncoding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The query parameters of a request. */
public final class Query implements Params {
    static final Query NONE = new Query(Map.of());

    private static final int MAX_DIGITS = 18;
    /** As JSON has it. */
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private final Map<String, List<String>> values;

    private Query(Map<String, List<String>> values) {
        this.values = values;
    }

    /**
     * Reads a query.
     *
     * @param raw what stands behind the question mark, null when there is none
     */
    public static Query parse(@Nullable String raw) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        if (raw != null) {
            for (String pair : raw.split("&", -1)) {
                if (!pair.isEmpty()) {
                    int equals = pair.indexOf('=');
                    String name = equals < 0 ? pair : pair.substring(0, equals);
                    String value = equals < 0 ? "" : pair.substring(equals + 1);
                    values.computeIfAbsent(PercentEncoding.decodedQuery(name), any -> new ArrayList<>())
                            .add(PercentEncoding.decodedQuery(value));
                }
            }
        }
        return new Query(values);
    }

    /** Refuses parameters that are not known, and those that are there twice. */
    void check(Set<String> known) {
        values.forEach((name, given) -> {
            if (!known.contains(name)) {
                throw GrapeException.badValue("query", expected(known), "'" + name + "'");
            }
            if (given.size() > 1) {
                throw GrapeException.badValue(name, "one value", given.size() + " of them");
            }
        });
    }

    private static String expected(Set<String> known) {
        return known.isEmpty()
                ? "no parameters"
                : "only " + String.join(", ", known.stream().sorted().toList());
    }

    @Override
    public @Nullable String text(String name) {
        List<String> given = values.get(name);
        return given == null ? null : given.get(0);
    }

    @Override
    public @Nullable List<String> texts(String name, int most) {
        String text = text(name);
        if (text == null) {
            return null;
        }
        List<String> texts = List.of(text.split(",", -1));
        if (texts.size() > most) {
            throw GrapeException.badValue(name, "at most " + most, texts.size());
        }
        return texts;
    }

    @Override
    public @Nullable Long wholeNumber(String name) {
        String text = text(name);
        if (text == null) {
            return null;
        }
        if (!isWhole(text.startsWith("-") ? text.substring(1) : text)) {
            throw GrapeException.badValue(name, "a whole number", "'" + text + "'");
        }
        return Long.valueOf(text);
    }

    @Override
    public @Nullable Double number(String name) {
        String text = text(name);
        if (text == null) {
            return null;
        }
        if (!NUMBER.matcher(text).matches()) {
            throw GrapeException.badValue(name, "a number", "'" + text + "'");
        }
        return Double.valueOf(text);
    }

    private static boolean isWhole(String digits) {
        return Alphabet.DIGITS.spells(digits, MAX_DIGITS) && (digits.charAt(0) != '0' || digits.length() == 1);
    }

    /** True or false; false when it is not there. */
    public boolean flag(String name) {
        String text = text(name);
        if (text == null) {
            return false;
        }
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw GrapeException.badValue(name, "true or false", "'" + text + "'");
        };
    }
}
