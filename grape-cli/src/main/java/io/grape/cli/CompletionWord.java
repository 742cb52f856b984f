package io.grape.cli;

import io.grape.cli.terminal.Terminal;
import io.grape.cli.terminal.UsageException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code grape completion}. */
@Command(
        name = "completion",
        description = "Prints a script that completes words and options: source <(grape completion bash)")
final class CompletionWord implements Callable<Integer> {
    private static final List<String> SHELLS = List.of("bash", "zsh");

    private final Terminal terminal;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "bash or zsh")
    private String shell = "";

    CompletionWord(Terminal terminal) {
        this.terminal = terminal;
    }

    /** One script is for both: it tells them apart. */
    @Override
    public Integer call() {
        if (!SHELLS.contains(shell)) {
            throw new UsageException("SHELL: expected bash or zsh, got '" + shell + "'");
        }
        if (spec != null) {
            terminal.out().println(AutoComplete.bash("grape", spec.root().commandLine()));
        }
        return 0;
    }
}
