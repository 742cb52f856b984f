package io.grape.cli.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.cli.call.ExitCode;
import io.grape.cli.call.Pages;
import io.grape.cli.call.Word;
import io.grape.cli.terminal.Output;
import io.grape.cli.terminal.Terminal;
import io.grape.client.Grape;
import io.grape.client.OperationPage;
import io.grape.client.OperationStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code grape operation}. */
@Command(
        name = "operation",
        description = "Operations kick, delete or move many jobs in the background.",
        subcommands = {
            OperationWords.Ls.class,
            OperationWords.Show.class,
            OperationWords.Pause.class,
            OperationWords.Resume.class,
            OperationWords.Cancel.class
        })
public final class OperationWords {
    private static final List<String> COLUMNS =
            List.of("id", "kind", "tube", "from", "state", "matching", "done", "skipped", "createdAt");

    private OperationWords() {}

    /** {@code grape operation ls}. */
    @Command(name = "ls", description = "Lists operations, the newest first.")
    static final class Ls extends Word {
        @Option(names = "--limit", paramLabel = "N", description = "at most so many; default: ${DEFAULT-VALUE}")
        private int limit = 100;

        Ls(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) {
            try (Output.Rows rows = output().rows(COLUMNS)) {
                Pages.each(limit, (size, cursor) -> page(grape, size, cursor), one -> rows.add(StatusJson.of(one)));
            }
            return ExitCode.OK;
        }

        private static Pages.Page<OperationStatus> page(Grape grape, int size, @Nullable String cursor) {
            OperationPage page = grape.operations().list(size, cursor);
            return new Pages.Page<>(page.operations(), page.next());
        }
    }

    /** A word for one operation. */
    abstract static class OfOne extends Word {
        @Parameters(index = "0", paramLabel = "ID", description = "its id")
        private String id = "";

        OfOne(Terminal terminal) {
            super(terminal);
        }

        final String id() {
            return id;
        }

        final int shown(OperationStatus operation) {
            ObjectNode json = StatusJson.of(operation);
            output().one(json);
            return ExitCode.OK;
        }
    }

    /** {@code grape operation show}. */
    @Command(name = "show", description = "Shows an operation.")
    static final class Show extends OfOne {
        @Option(names = "--follow", description = "wait for its end, and show how far it is")
        private boolean follow;

        Show(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) throws InterruptedException {
            if (!follow) {
                return shown(OperationProgress.get(grape, id()));
            }
            OperationStatus ended = new OperationProgress(grape, terminal()).follow(id());
            shown(ended);
            return OperationProgress.exitCode(ended);
        }
    }

    /** {@code grape operation pause}. */
    @Command(name = "pause", description = "Pauses an operation.")
    static final class Pause extends OfOne {
        Pause(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) {
            return shown(grape.operations().pause(id()));
        }
    }

    /** {@code grape operation resume}. */
    @Command(name = "resume", description = "Goes on with a paused operation.")
    static final class Resume extends OfOne {
        Resume(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) {
            return shown(grape.operations().resume(id()));
        }
    }

    /** {@code grape operation cancel}. */
    @Command(name = "cancel", description = "Ends an operation. What it did stays done.")
    static final class Cancel extends OfOne {
        Cancel(Terminal terminal) {
            super(terminal);
        }

        @Override
        protected int run(Grape grape) throws Exception {
            if (!options().isCurl() && !options().isYes()) {
                OperationStatus operation = OperationProgress.get(grape, id());
                confirmation()
                        .ask("cancel operation " + id() + ", which has done " + operation.done() + " of "
                                + operation.matching() + " jobs of tube "
                                + operation.settings().tube());
            }
            return shown(grape.operations().cancel(id()));
        }
    }
}
