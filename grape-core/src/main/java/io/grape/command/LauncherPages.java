package io.grape.command;

import io.grape.core.GrapeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code ./grape completion} and {@code ./grape man}: made from the words of all programs on the class path. */
public final class LauncherPages implements WordSource {
    private static final String MAN = "man";

    private static final String HEAD = """
            .TH GRAPE 1
            .SH NAME
            grape \\- delayed jobs on Redis
            .SH SYNOPSIS
            .B ./grape
            .I WORD
            [options]
            .SH WORDS
            """;

    /** Those that the launcher does itself. */
    @Override
    public List<CommandSpec> words() {
        return List.of(
                word("test", "runs all tests and checks; options go to Maven", "LANE", "0..*", "quick", "long"),
                word(
                        "example",
                        "builds if needed, then runs an example against a broker that is there",
                        "NAME",
                        "0..*",
                        "order-timeout",
                        "webhook",
                        "batch"),
                word("completion", "prints a script that completes words and options", "SHELL", "1", "bash", "zsh"),
                Words.word(MAN, "prints the man page"),
                Words.word("help", "names the words"));
    }

    private static CommandSpec word(
            String name, String description, String placeholder, String arity, String... choices) {
        ValueType<String> type = ValueType.oneOf(placeholder, String.join(" or ", choices), choices);
        return Words.word(name, description)
                .addPositional(PositionalParamSpec.builder()
                        .arity(arity)
                        .paramLabel(placeholder)
                        .type(Object.class)
                        .converters(type)
                        .completionCandidates(type.choices())
                        .description(type.expected())
                        .build());
    }

    public static void main(String[] args) {
        try {
            ParseResult read = Words.read(all(), List.of(args));
            if (!Words.isHelped(read)) {
                System.out.print(read.subcommand().commandSpec().name().equals(MAN) ? man() : completion());
            }
        } catch (GrapeException e) {
            System.err.println("grape: " + e.detail());
            System.exit(Words.USAGE);
        }
    }

    private static List<CommandSpec> all() {
        return ServiceLoader.load(WordSource.class).stream()
                .flatMap(source -> source.get().words().stream())
                .toList();
    }

    /** For bash, and for zsh, which the script tells apart. */
    public static String completion() {
        return AutoComplete.bash("grape", Words.launcher(all()));
    }

    /** In roff: {@code ./grape man | man -l -}. */
    public static String man() {
        return HEAD
                + withVerbs(Words.launcher(all()).getSubcommands().values()).stream()
                        .map(LauncherPages::section)
                        .collect(Collectors.joining());
    }

    private static List<CommandLine> withVerbs(Iterable<CommandLine> words) {
        List<CommandLine> all = new ArrayList<>();
        words.forEach(word -> {
            all.add(word);
            all.addAll(withVerbs(word.getSubcommands().values()));
        });
        return all;
    }

    private static String section(CommandLine word) {
        String name = word.getCommandSpec().qualifiedName().replaceFirst("^\\S+ ", "");
        String text = word.getUsageMessage(Ansi.OFF)
                .replace("\\", "\\e")
                .replace("-", "\\-")
                .replaceAll("(?m)^([.'])", "\\\\&$1");
        return ".SS " + name + "\n.nf\n" + ascii(text) + ".fi\n";
    }

    /** Not every troff reads UTF-8. */
    private static String ascii(String text) {
        return text.codePoints()
                .mapToObj(point ->
                        point < 128 ? Character.toString(point) : String.format(Locale.ROOT, "\\[u%04X]", point))
                .collect(Collectors.joining());
    }
}
