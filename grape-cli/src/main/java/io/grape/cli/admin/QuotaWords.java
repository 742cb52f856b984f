package io.grape.cli.admin;

import io.grape.cli.call.ExitCode;
import io.grape.cli.call.Word;
import io.grape.cli.settings.SettingsJson;
import io.grape.cli.terminal.Output;
import io.grape.cli.terminal.Terminal;
import io.grape.cli.terminal.UsageException;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.QuotaSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code grape quota}. */
@Command(
        name = "quota",
        description = "Quotas limit what one client may do.",
        subcommands = {QuotaWords.Ls.class, QuotaWords.Show.class, QuotaWords.Set.class, QuotaWords.Rm.class})
public final class QuotaWords {
    private static final List<String> COLUMNS = List.of("name", "produce", "consume", "inFlight", "use", "refused");

    private QuotaWords() {}

    /** {@code grape quota ls}. */
    @Command(name = "ls", description = "Lists the quotas with their use.")
    static final class Ls extends Word {
        Ls(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) {
            output().all(COLUMNS, grape.quotas().list().stream().map(StatusJson::of));
            return ExitCode.OK;
        }
    }

    /** A word for one quota. */
    abstract static class OfOne extends Word {
        @Parameters(
                index = "0",
                paramLabel = "NAME",
                description = "a token's name, user:NAME, an address or a network, or default")
        private String name = "";

        OfOne(Terminal terminal) {
            super(terminal);
        }

        final String name() {
            return name;
        }

        final GrapeException nothing() {
            return new GrapeException(ErrorCode.NOT_FOUND, "there is no quota '" + name + "'");
        }
    }

    /** {@code grape quota show}. */
    @Command(name = "show", description = "Shows a quota and its use.")
    static final class Show extends OfOne {
        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) {
            output().one(StatusJson.of(grape.quotas().get(name()).orElseThrow(this::nothing)));
            return ExitCode.OK;
        }
    }

    /** {@code grape quota set}. */
    @Command(name = "set", description = "Makes a quota, or replaces all of it. What is left out has no limit.")
    static final class Set extends OfOne {
        @Option(names = "--produce", paramLabel = "N", description = "produced jobs a second")
        private @Nullable Double produce;

        @Option(
                names = "--produce-burst",
                paramLabel = "N",
                description = "at once after a rest; default: one second's")
        private @Nullable Integer produceBurst;

        @Option(names = "--consume", paramLabel = "N", description = "delivered jobs a second")
        private @Nullable Double consume;

        @Option(
                names = "--consume-burst",
                paramLabel = "N",
                description = "at once after a rest; default: one second's")
        private @Nullable Integer consumeBurst;

        @Option(names = "--in-flight", paramLabel = "N", description = "leases and running calls at the same moment")
        private @Nullable Integer inFlight;

        Set(Terminal terminal) {
            super(terminal);
        }

        private static QuotaSettings.@Nullable Rate rate(String name, @Nullable Double rate, @Nullable Integer burst) {
            if (rate == null && burst != null) {
                throw new UsageException(name + "-burst: expected it with " + name + ", got it without");
            }
            return rate == null ? null : new QuotaSettings.Rate(rate, burst);
        }

        @Override
        protected int run(Grape grape) {
            QuotaSettings put = grape.quotas()
                    .put(
                            name(),
                            new QuotaSettings(
                                    rate("--produce", produce, produceBurst),
                                    rate("--consume", consume, consumeBurst),
                                    inFlight));
            output().one(SettingsJson.put(Output.item().put("name", name()), put));
            return ExitCode.OK;
        }
    }

    /** {@code grape quota rm}. */
    @Command(name = "rm", description = "Removes a quota.")
    static final class Rm extends OfOne {
        Rm(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) throws Exception {
            confirmation().ask("remove 1 quota, " + name());
            if (!grape.quotas().delete(name())) {
                throw nothing();
            }
            return ExitCode.OK;
        }
    }
}
