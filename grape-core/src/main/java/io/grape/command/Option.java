package io.grape.command;

import io.grape.core.GrapeException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/**
 * An option: {@code http-port} is the flag {@code --http-port}.
 *
 * @param fallback the text that holds where none is given, null = none
 */
public record Option<T>(
        String name, ValueType<T> type, @Nullable String fallback, String description) {
    /** One that is given, or not. */
    public static Option<Boolean> flag(String name, String description) {
        return new Option<>(name, ValueType.FLAG, "false", description);
    }

    public String flag() {
        return "--" + name;
    }

    /** As picocli knows it, for one word. */
    OptionSpec spec(ScopeType scope, boolean isShown) {
        OptionSpec.Builder spec = OptionSpec.builder(flag()).scopeType(scope).hidden(!isShown);
        if (type.equals(ValueType.FLAG)) {
            return spec.type(boolean.class).arity("0").description(description).build();
        }
        return spec.type(Object.class)
                .converters(type)
                .paramLabel(type.placeholder())
                .completionCandidates(type.choices())
                .description(
                        description,
                        type.expected() + "; default: " + (fallback == null || fallback.isEmpty() ? "none" : fallback))
                .build();
    }

    /** Its text where it was given, else the default; null where there is none. */
    @Nullable
    String text(ParseResult read) {
        return read.hasMatchedOption(flag())
                ? read.matchedOption(flag()).stringValues().get(0)
                : fallback;
    }

    /** Its text, empty where there is none. Fails with BAD_REQUEST where what was given suits only an option of the same name. */
    public String checked(ParseResult read) {
        String text = text(read);
        if (text == null) {
            return "";
        }
        if (type.parse().apply(text).isEmpty()) {
            throw GrapeException.badValue(
                    flag(), type.expected(), "'" + type.masked().apply(text) + "'");
        }
        return text;
    }

    /** Its value where it was given, else the default; empty where there is none. */
    public Optional<T> find(ParseResult read) {
        return Optional.ofNullable(text(read)).flatMap(type.parse());
    }

    /** The value of an option that has a default. */
    public T get(ParseResult read) {
        return find(read).orElseThrow(() -> new IllegalStateException(name + " has no default"));
    }
}
