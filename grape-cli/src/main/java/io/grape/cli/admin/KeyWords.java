package io.grape.cli.admin;

import io.grape.cli.call.ExitCode;
import io.grape.cli.call.Pages;
import io.grape.cli.terminal.Output;
import io.grape.cli.terminal.Terminal;
import io.grape.cli.terminal.UsageException;
import io.grape.client.Grape;
import io.grape.client.KeyOverride;
import io.grape.client.KeyPage;
import io.grape.client.KeySort;
import io.grape.client.KeyStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code grape key}. */
@Command(
        name = "key",
        description = "The keys that share a tube.",
        subcommands = {KeyWords.Ls.class, KeyWords.Show.class, KeyWords.Set.class, KeyWords.Reset.class})
public final class KeyWords {
    private static final List<String> COLUMNS = List.of(
            "key",
            "waiting",
            "held",
            "oldestReadyMs",
            "weight",
            "concurrency",
            "perSecond",
            "burst",
            "maxJobs",
            "paused",
            "overridden");

    private KeyWords() {}

    /** {@code grape key ls}. */
    @Command(name = "ls", description = "Lists the keys that have jobs or values of their own.")
    static final class Ls extends OfTube {
        @Option(names = "--sort", paramLabel = "BY", description = "backlog, age or use; default: backlog")
        private String sort = "backlog";

        @Option(names = "--limit", paramLabel = "N", description = "at most so many; default: ${DEFAULT-VALUE}")
        private int limit = 100;

        Ls(Terminal terminal) {
            super(terminal);
        }

        private KeySort order() {
            for (KeySort one : KeySort.values()) {
                if (one.name().equalsIgnoreCase(sort)) {
                    return one;
                }
            }
            throw new UsageException("--sort: expected backlog, age or use, got '" + sort + "'");
        }

        @Override
        protected int run(Grape grape) {
            try (Output.Rows rows = output().rows(COLUMNS)) {
                Pages.each(limit, (size, cursor) -> page(grape, size, cursor), key -> rows.add(StatusJson.of(key)));
            }
            return ExitCode.OK;
        }

        private Pages.Page<KeyStatus> page(Grape grape, int size, @Nullable String cursor) {
            KeyPage page = grape.tubes().keys(tube()).list(order(), size, cursor);
            return new Pages.Page<>(page.keys(), page.next());
        }
    }

    /** A word for one key. */
    abstract static class OfOne extends OfTube {
        @Parameters(index = "1", paramLabel = "KEY", description = "the key")
        private String key = "";

        OfOne(Terminal terminal) {
            super(terminal);
        }

        final String key() {
            return key;
        }
    }

    /** {@code grape key show}. */
    @Command(name = "show", description = "Shows the values of a key, whether it has jobs or not.")
    static final class Show extends OfOne {
        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) {
            output().one(StatusJson.of(grape.tubes().keys(tube()).get(key())));
            return ExitCode.OK;
        }
    }

    /** {@code grape key set}. */
    @Command(
            name = "set",
            description =
                    "Gives a key values of its own, in place of all that it had. What is left out is as the tube says.")
    static final class Set extends OfOne {
        @Option(names = "--weight", paramLabel = "N", description = "its share beside other keys, 0.01 to 1000")
        private @Nullable Double weight;

        @Option(names = "--concurrency", paramLabel = "N", description = "leases at the same time")
        private @Nullable Integer concurrency;

        @Option(names = "--rate", paramLabel = "N", description = "deliveries a second")
        private @Nullable Double rate;

        @Option(names = "--burst", paramLabel = "N", description = "deliveries at the same moment after a rest")
        private @Nullable Integer burst;

        @Option(names = "--max-jobs", paramLabel = "N", description = "live jobs")
        private @Nullable Long maxJobs;

        @Option(names = "--paused", description = "deliver none of its jobs")
        private boolean paused;

        Set(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) {
            KeyOverride override = new KeyOverride(weight, concurrency, rate, burst, maxJobs, paused);
            if (override.equals(new KeyOverride(null, null, null, null, null, false))) {
                throw new UsageException("key set: expected a value, got none; grape key reset removes those it has");
            }
            output().one(StatusJson.of(grape.tubes().keys(tube()).put(key(), override)));
            return ExitCode.OK;
        }
    }

    /** {@code grape key reset}. */
    @Command(name = "reset", description = "Takes the values of its own from a key: it is as the tube says again.")
    static final class Reset extends OfOne {
        Reset(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) throws Exception {
            confirmation().ask("remove the values of 1 key, " + key() + " of tube " + tube());
            grape.tubes().keys(tube()).delete(key());
            return ExitCode.OK;
        }
    }
}
