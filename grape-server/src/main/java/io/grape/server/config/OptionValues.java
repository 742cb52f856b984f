package io.grape.server.config;

import io.grape.command.Option;
import io.grape.command.Words;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** The options that hold: a flag beats the environment, the environment beats the file, the file beats the default. */
public final class OptionValues {
    private final Map<Option<?>, ParsedOption> given;

    private OptionValues(Map<Option<?>, ParsedOption> given) {
        this.given = given;
    }

    /** As of a word that has no options but these. */
    public static OptionValues read(List<String> args, Map<String, String> environment) {
        List<String> word = Stream.concat(Stream.of("server"), args.stream()).toList();
        return read(Words.read(List.of(Options.addTo(Words.word("server", ""), option -> true)), word), environment);
    }

    /**
     * Reads all places. Fails with BAD_REQUEST and the name of the option, as it was given, where one is unknown, given twice
     * in one place, or not right.
     */
    public static OptionValues read(ParseResult flags, Map<String, String> environment) {
        Map<Option<?>, ParsedOption> merged = new HashMap<>(ParsedOption.byOption(EnvironmentSource.read(environment)));
        merged.putAll(ParsedOption.byOption(flags(flags).toList()));
        new OptionValues(merged)
                .find(Options.CONFIG)
                .ifPresent(file -> ParsedOption.byOption(YamlFile.read(file)).forEach(merged::putIfAbsent));
        return new OptionValues(merged);
    }

    /** The value of an option that has a default. */
    public <T> T get(Option<T> option) {
        return find(option).orElseThrow(() -> new IllegalStateException(option.name() + " has no default"));
    }

    /** The value of an option that may have none. */
    public <T> Optional<T> find(Option<T> option) {
        String text = text(option);
        return text == null ? Optional.empty() : option.type().parse().apply(text);
    }

    /** False where the default holds. */
    public boolean isGiven(Option<?> option) {
        return given.containsKey(option);
    }

    /** All options as they hold, {@code host=127.0.0.1 http-port=9521 …}, secrets masked; those that have no value are left out. */
    public String shown() {
        return Options.all().stream()
                .filter(option -> text(option) != null)
                .map(option -> option.name() + "=" + option.type().masked().apply(String.valueOf(text(option))))
                .collect(Collectors.joining(" "));
    }

    /** The flags whose texts hold a secret: everybody on the machine sees them. */
    public List<String> flagsWithSecrets() {
        return given.values().stream()
                .filter(one -> one.where().equals(one.option().flag()))
                .filter(one -> !one.option().type().masked().apply(one.text()).equals(one.text()))
                .map(ParsedOption::where)
                .toList();
    }

    /** A verb may stand between them. */
    private static Stream<ParsedOption> flags(ParseResult read) {
        Stream<ParsedOption> own = Options.all().stream()
                .filter(option -> read.hasMatchedOption(option.flag()))
                .map(option -> new ParsedOption(
                        option, read.matchedOption(option.flag()).stringValues().get(0), option.flag()));
        return read.hasSubcommand() ? Stream.concat(own, flags(read.subcommand())) : own;
    }

    /** As environment variables for another broker that is to be told the same; {@code --config} is left out, what it says is not. */
    public Map<String, String> asEnvironment() {
        return given.entrySet().stream()
                .filter(entry -> Options.isInFile(entry.getKey()))
                .collect(Collectors.toMap(
                        entry -> Options.variable(entry.getKey()),
                        entry -> entry.getValue().text()));
    }

    private @Nullable String text(Option<?> option) {
        ParsedOption found = given.get(option);
        return found == null ? option.fallback() : found.text();
    }
}
