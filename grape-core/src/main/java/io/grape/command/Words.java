package io.grape.command;

import io.grape.address.RedisUri;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The words of the launcher: what they take, and what is said where that is not right. */
public final class Words {
    /** The exit status of a word that was not understood. */
    public static final int USAGE = 64;

    private static final int WIDTH = 120;

    private Words() {}

    /** A new word without options. */
    public static CommandSpec word(String name, String description) {
        return set(CommandSpec.create().name(name), description);
    }

    /** Gives a word, and each of its verbs, what all have. */
    public static CommandSpec set(CommandSpec word, String... description) {
        word.usageMessage()
                .description(description)
                .synopsisHeading("usage: ")
                .sortOptions(false)
                .width(WIDTH);
        if (word.subcommands().isEmpty() && word.positionalParameters().isEmpty()) {
            word.usageMessage().customSynopsis("./grape " + word.qualifiedName() + " [options]");
        }
        word.subcommands()
                .values()
                .forEach(verb -> set(
                        verb.getCommandSpec(),
                        verb.getCommandSpec().usageMessage().description()));
        return word;
    }

    /** Adds options, which may stand behind its verbs too; those that are not shown are taken all the same. */
    public static CommandSpec add(
            CommandSpec word, Collection<? extends Option<?>> options, Predicate<Option<?>> isShown) {
        ScopeType scope = word.subcommands().isEmpty() ? ScopeType.LOCAL : ScopeType.INHERIT;
        options.forEach(option -> word.addOption(option.spec(scope, isShown.test(option))));
        return word;
    }

    /** The launcher, which knows these words. */
    static CommandLine launcher(Collection<CommandSpec> words) {
        CommandSpec launcher = CommandSpec.create().name("./grape");
        words.forEach(word -> launcher.addSubcommand(word.name(), word));
        launcher.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .scopeType(ScopeType.INHERIT)
                .description("this text")
                .build());
        return new CommandLine(launcher).setExpandAtFiles(false);
    }

    /** Reads a word and what stands behind it. Fails with BAD_REQUEST and the name of the option where that is not right. */
    public static ParseResult read(Collection<CommandSpec> words, List<String> args) {
        try {
            ParseResult read = launcher(words).parseArgs(args.toArray(String[]::new));
            ParseResult last = last(read);
            if (!last.isUsageHelpRequested()
                    && !last.commandSpec().subcommands().isEmpty()) {
                throw usage(verb(last.commandSpec(), "nothing"));
            }
            return read;
        } catch (ParameterException e) {
            throw problem(e, args);
        }
    }

    /** What stands furthest behind: a word, or its verb. */
    public static ParseResult last(ParseResult read) {
        return read.hasSubcommand() ? last(read.subcommand()) : read;
    }

    /** Prints the help where it was asked for; false where it was not. */
    public static boolean isHelped(ParseResult read) {
        return CommandLine.executeHelpRequest(read) != null;
    }

    public static GrapeException usage(String detail) {
        return new GrapeException(ErrorCode.BAD_REQUEST, detail);
    }

    private static GrapeException problem(ParameterException e, List<String> args) {
        if (e.getArgSpec() != null) {
            return wrong(e.getArgSpec(), e);
        }
        if (e instanceof UnmatchedArgumentException unknown) {
            return usage(
                    unknown(unknown.getUnmatched().get(0), e.getCommandLine().getCommandSpec()));
        }
        if (e instanceof OverwrittenOptionException twice) {
            return usage(name(twice.getOverwritten()) + ": expected once, got it twice");
        }
        if (e instanceof MissingParameterException missing) {
            return usage(missing(missing.getMissing().get(0), args));
        }
        return usage(String.valueOf(e.getMessage()));
    }

    private static GrapeException wrong(ArgSpec arg, ParameterException e) {
        return type(arg)
                .map(type -> GrapeException.badValue(
                        name(arg), type.expected(), "'" + type.masked().apply(e.getValue()) + "'"))
                .orElseGet(() -> usage(String.valueOf(e.getMessage())));
    }

    private static String unknown(String arg, CommandSpec word) {
        if (arg.startsWith("-")) {
            return arg.replaceFirst("=.*", "") + ": unknown option, see --help";
        }
        String shown = "'" + RedisUri.masked(arg) + "'";
        return word.subcommands().isEmpty()
                ? shown + ": expected an option, which begins with --, see --help"
                : verb(word, shown);
    }

    private static String verb(CommandSpec word, String got) {
        return word.name() + ": expected one of "
                + String.join(", ", word.subcommands().keySet()) + ", got " + got;
    }

    private static String missing(ArgSpec arg, List<String> args) {
        int next = args.lastIndexOf(name(arg)) + 1;
        boolean isFlag = next > 0 && next < args.size();
        return type(arg)
                .map(type -> name(arg) + ": expected " + type.expected() + ", got "
                        + (isFlag ? "the flag " + args.get(next) : "nothing"))
                .orElseGet(() -> name(arg) + ": expected it, see --help");
    }

    private static Optional<ValueType<?>> type(ArgSpec arg) {
        return Arrays.stream(arg.converters())
                .filter(ValueType.class::isInstance)
                .findFirst()
                .map(type -> (ValueType<?>) type);
    }

    private static String name(ArgSpec arg) {
        return arg instanceof OptionSpec option ? option.longestName() : arg.paramLabel();
    }
}
