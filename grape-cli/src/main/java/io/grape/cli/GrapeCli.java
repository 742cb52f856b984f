package io.grape.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.cli.admin.GateWords;
import io.grape.cli.admin.KeyWords;
import io.grape.cli.admin.OperationWords;
import io.grape.cli.admin.PauseWord;
import io.grape.cli.admin.QuotaWords;
import io.grape.cli.admin.RedriveWord;
import io.grape.cli.admin.ResumeWord;
import io.grape.cli.admin.ScheduleWords;
import io.grape.cli.apply.ApplyWord;
import io.grape.cli.call.ExitCode;
import io.grape.cli.call.OfEnum;
import io.grape.cli.call.RequestPrinted;
import io.grape.cli.call.Times;
import io.grape.cli.job.ConsumeWord;
import io.grape.cli.job.DeleteWord;
import io.grape.cli.job.ExplainWord;
import io.grape.cli.job.FailuresWord;
import io.grape.cli.job.KickWord;
import io.grape.cli.job.LsWord;
import io.grape.cli.job.PeekWord;
import io.grape.cli.job.ProduceWord;
import io.grape.cli.job.TailWord;
import io.grape.cli.terminal.DeclinedException;
import io.grape.cli.terminal.OutputFormat;
import io.grape.cli.terminal.Terminal;
import io.grape.cli.terminal.UsageException;
import io.grape.cli.terminal.Utf8;
import io.grape.cli.top.TopWord;
import io.grape.cli.transfer.ExportWord;
import io.grape.cli.transfer.ImportWord;
import io.grape.client.GrapeException;
import io.grape.client.JobState;
import io.grape.client.OnDuplicate;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** The program: {@code grape WORD}. */
@Command(
        name = "grape",
        description = "Jobs of Grape brokers, from a shell.",
        versionProvider = GrapeCli.Version.class,
        subcommands = {
            ProduceWord.class,
            ConsumeWord.class,
            PeekWord.class,
            LsWord.class,
            KickWord.class,
            DeleteWord.class,
            ExplainWord.class,
            FailuresWord.class,
            TailWord.class,
            RedriveWord.class,
            PauseWord.class,
            ResumeWord.class,
            OperationWords.class,
            ScheduleWords.class,
            GateWords.class,
            KeyWords.class,
            QuotaWords.class,
            ApplyWord.class,
            TopWord.class,
            ExportWord.class,
            ImportWord.class,
            CompletionWord.class
        })
public final class GrapeCli {
    private static final int WIDTH = 120;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "this text")
    @SuppressWarnings("unused")
    private boolean help;

    @Option(names = "--version", versionHelp = true, description = "the version")
    @SuppressWarnings("unused")
    private boolean version;

    public static void main(String[] args) {
        // No library has anything to say on a command line.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        Terminal terminal = Terminal.ofProcess();
        int status = checked(terminal, args);
        Optional<String> failure = terminal.outputFailure();
        failure.ifPresent(why -> terminal.warn("the output could not be written: " + why));
        System.exit(failure.isPresent() && status == ExitCode.OK ? ExitCode.ERROR : status);
    }

    private static int checked(Terminal terminal, String... args) {
        try {
            Utf8.check(Utf8.encoding(), args, terminal.env());
        } catch (UsageException e) {
            return say(terminal, e.getMessage(), ExitCode.USAGE);
        }
        return run(terminal, args);
    }

    /** Runs a word, and returns its exit code. */
    public static int run(Terminal terminal, String... args) {
        return program(terminal).execute(args);
    }

    /** The program, for those who ask which words there are. */
    static CommandLine program(Terminal terminal) {
        return new CommandLine(new GrapeCli(), new Words(terminal))
                .setExpandAtFiles(false)
                .setUsageHelpWidth(WIDTH)
                .registerConverter(OutputFormat.class, new OfEnum<>(OutputFormat.class))
                .registerConverter(JobState.class, new OfEnum<>(JobState.class))
                .registerConverter(OnDuplicate.class, new OfEnum<>(OnDuplicate.class))
                .registerConverter(Duration.class, new Times.OfDuration())
                .registerConverter(Instant.class, new Times.OfInstant())
                .setColorScheme(CommandLine.Help.defaultColorScheme(
                        terminal.hasColour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF))
                .setOut(new PrintWriter(terminal.out(), true, UTF_8))
                .setErr(new PrintWriter(terminal.err(), true, UTF_8))
                .setParameterExceptionHandler((e, words) -> misused(terminal, e))
                .setExecutionExceptionHandler((e, word, read) -> failed(terminal, e));
    }

    private static int misused(Terminal terminal, ParameterException e) {
        String word = e.getCommandLine().getCommandSpec().qualifiedName();
        return say(terminal, e.getMessage() + "; see " + word + " --help", ExitCode.USAGE);
    }

    private static int failed(Terminal terminal, Exception failure) {
        if (RequestPrinted.isCauseOf(failure)) {
            return ExitCode.OK;
        }
        if (failure instanceof GrapeException call) {
            return say(terminal, call.getMessage(), ExitCode.of(call));
        }
        if (failure instanceof UsageException || failure instanceof IllegalArgumentException) {
            return say(terminal, failure.getMessage(), ExitCode.USAGE);
        }
        if (failure instanceof DeclinedException) {
            return say(terminal, failure.getMessage(), ExitCode.ERROR);
        }
        boolean isPlain = failure instanceof IOException && failure.getMessage() != null;
        return say(terminal, isPlain ? failure.getMessage() : failure.toString(), ExitCode.ERROR);
    }

    /** One line. */
    private static int say(Terminal terminal, @Nullable String text, int code) {
        terminal.out().flush();
        terminal.warn(String.valueOf(text));
        return code;
    }

    /** Creates words, which have the terminal. */
    private record Words(Terminal terminal) implements CommandLine.IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0] == Terminal.class) {
                    // The words of a group are visible to their package alone.
                    constructor.setAccessible(true);
                    return type.cast(constructor.newInstance(terminal));
                }
            }
            return CommandLine.defaultFactory().create(type);
        }
    }

    /** The version of the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = GrapeCli.class.getPackage().getImplementationVersion();
            return new String[] {"grape " + (version == null ? "unknown" : version)};
        }
    }
}
