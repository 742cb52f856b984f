package io.grape.server.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The options that hold: a flag beats the environment, the environment beats the file, the file beats the default. */
public final class OptionValues {
    private final Map<Option<?>, ParsedOption> given;

    private OptionValues(Map<Option<?>, ParsedOption> given) {
        this.given = given;
    }

    /**
     * Reads all places. Fails with BAD_REQUEST and the name of the option, as it was given, where one is unknown, given twice
     * in one place, or not right.
     */
    public static OptionValues read(List<String> args, Map<String, String> environment) {
        Map<Option<?>, ParsedOption> merged = new HashMap<>(ParsedOption.byOption(EnvironmentSource.read(environment)));
        merged.putAll(ParsedOption.byOption(FlagSource.read(args)));
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
        return text == null ? Optional.empty() : option.form().parse().apply(text);
    }

    /** False where the default holds. */
    public boolean isGiven(Option<?> option) {
        return given.containsKey(option);
    }

    /** All options as they hold, {@code host=127.0.0.1 http-port=9521 …}, secrets masked; those that have no value are left out. */
    public String shown() {
        return Options.all().stream()
                .filter(option -> text(option) != null)
                .map(option -> option.name() + "=" + option.form().masked().apply(String.valueOf(text(option))))
                .collect(Collectors.joining(" "));
    }

    /** The flags whose texts hold a secret: everybody on the machine sees them. */
    public static List<String> flagsWithSecrets(List<String> args) {
        return FlagSource.read(args).stream()
                .filter(given ->
                        !given.option().form().masked().apply(given.text()).equals(given.text()))
                .map(given -> given.option().flag())
                .toList();
    }

    /** As environment variables for another broker that is to be told the same; {@code --config} is left out, what it says is not. */
    public Map<String, String> asEnvironment() {
        return given.entrySet().stream()
                .filter(entry -> entry.getKey().isInFile())
                .collect(Collectors.toMap(
                        entry -> entry.getKey().variable(),
                        entry -> entry.getValue().text()));
    }

    private @Nullable String text(Option<?> option) {
        ParsedOption found = given.get(option);
        return found == null ? option.fallback() : found.text();
    }
}
