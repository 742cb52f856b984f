package io.grape.command;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * What the text of an option may be.
 *
 * @param placeholder how the help names a value
 * @param expected says in a message what would have been right
 * @param parse empty when the text is not right
 * @param masked the text as it may be shown, without secrets
 * @param choices all texts there are, empty = too many to name
 */
public record ValueType<T>(
        String placeholder,
        String expected,
        Function<String, Optional<T>> parse,
        UnaryOperator<String> masked,
        List<String> choices)
        implements ITypeConverter<T> {
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,9}");

    public static final ValueType<Path> PATH = of("PATH", "a path", ValueType::path);
    /** Of an option that has no text: it is given, or not. */
    public static final ValueType<Boolean> FLAG = of("", "nothing", text -> Optional.of(text.equals("true")));

    /** Without secrets. */
    public static <T> ValueType<T> of(String placeholder, String expected, Function<String, Optional<T>> parse) {
        return new ValueType<>(placeholder, expected, parse, UnaryOperator.identity(), List.of());
    }

    /** A text of that form. */
    public static ValueType<String> text(String placeholder, String expected, String pattern) {
        Pattern form = Pattern.compile(pattern);
        return of(
                placeholder,
                expected,
                text -> Optional.of(text).filter(one -> form.matcher(one).matches()));
    }

    public static ValueType<String> oneOf(String placeholder, String expected, String... choices) {
        List<String> all = List.of(choices);
        return new ValueType<>(
                placeholder, expected, text -> Optional.of(text).filter(all::contains), UnaryOperator.identity(), all);
    }

    /** Some of these names with commas in between, or the word {@code all}. */
    public static ValueType<List<String>> some(String placeholder, List<String> names) {
        return of(
                placeholder,
                "all, or some of " + String.join(", ", names),
                text -> Optional.of(text.equals("all") ? names : List.of(text.split(",", -1)))
                        .filter(names::containsAll));
    }

    public static ValueType<Integer> integer(String placeholder, int least, int most, String expected) {
        return of(
                placeholder,
                expected,
                text -> Optional.of(text)
                        .filter(digits -> INTEGER.matcher(digits).matches())
                        .map(Integer::valueOf)
                        .filter(number -> number >= least && number <= most));
    }

    public static ValueType<Integer> integer(int least, int most) {
        return integer("N", least, most, "a number from " + least + " to " + most);
    }

    public static ValueType<Duration> millis(int least, int most) {
        return integer("MS", least, most, "milliseconds from " + least + " to " + most)
                .map(Duration::ofMillis);
    }

    public <R> ValueType<R> map(Function<T, R> change) {
        return new ValueType<>(placeholder, expected, text -> parse.apply(text).map(change), masked, choices);
    }

    private static Optional<Path> path(String text) {
        try {
            return text.isBlank() ? Optional.empty() : Optional.of(Path.of(text));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    @Override
    public T convert(String text) {
        return parse.apply(text).orElseThrow(() -> new TypeConversionException(expected));
    }
}
