package io.grape.chaos.conformance;

import io.grape.command.Option;
import io.grape.command.ValueType;
import io.grape.command.Words;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The word {@code conformance}, and what its options ask for. */
public record ConformanceWord(URI url, String worker, List<String> only) {
    private static final String NAME = "conformance";

    private static final Option<URI> URL = new Option<>(
            "url",
            ValueType.text("URL", "the address of a broker, such as http://localhost:9521", "https?://[^/?#]+/?")
                    .map(URI::create),
            "http://localhost:9521",
            "the broker behind the cases; the environment variable GRAPE_TOKEN is the token for it, if it needs one");
    private static final Option<String> WORKER = new Option<>(
            "worker",
            ValueType.text("CMD", "a command", ".+"),
            null,
            "starts the worker, by sh -c; its environment has GRAPE_URL and GRAPE_TUBE");
    private static final Option<List<String>> ONLY =
            new Option<>("only", ValueType.some("CASE,...", names()), "all", "only these cases");

    public ConformanceWord {
        only = List.copyOf(only);
    }

    private static List<String> names() {
        return Cases.ALL.stream().map(Case::name).toList();
    }

    /** The word itself. */
    public static CommandSpec word() {
        List<String> footer = new ArrayList<>(List.of("", "Cases:"));
        Cases.ALL.forEach(play -> footer.add(line(play)));
        footer.addAll(List.of("", "What the worker is to do with the payloads: docs/other-languages.md"));
        CommandSpec word = Words.set(
                CommandSpec.create().name(NAME),
                "builds if needed, then plays a broker's hard cases against a worker, and says what it did wrong.",
                "Exit status 1 when something is wrong.");
        word.usageMessage().footer(footer.toArray(String[]::new));
        return Words.add(word, List.of(URL, WORKER, ONLY), option -> true);
    }

    /** Formatted once more when it is printed. */
    private static String line(Case play) {
        return String.format(Locale.ROOT, "  %-18s %s", play.name(), play.about())
                .replace("%", "%%");
    }

    /** What a command line asks for. Fails with BAD_REQUEST where it is not understood; empty where the help was asked for. */
    static Optional<ConformanceWord> read(String... arguments) {
        ParseResult launcher = Words.read(
                List.of(word()),
                Stream.concat(Stream.of(NAME), Arrays.stream(arguments)).toList());
        if (Words.isHelped(launcher)) {
            return Optional.empty();
        }
        ParseResult read = launcher.subcommand();
        String worker = WORKER.find(read)
                .orElseThrow(() -> Words.usage("--worker: expected the command that starts a worker, got nothing"));
        return Optional.of(new ConformanceWord(URL.get(read), worker, ONLY.get(read)));
    }

    /** The cases that are asked for. */
    List<Case> cases() {
        return Cases.ALL.stream().filter(play -> only.contains(play.name())).toList();
    }
}
