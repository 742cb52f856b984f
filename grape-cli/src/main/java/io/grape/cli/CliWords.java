package io.grape.cli;

import io.grape.cli.terminal.Terminal;
import io.grape.command.WordSource;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The words of this program, for the launcher's completion and man page. */
public final class CliWords implements WordSource {
    /** The launcher has one of its own. */
    private static final String COMPLETION = "completion";

    @Override
    public List<CommandSpec> words() {
        return GrapeCli.program(Terminal.ofProcess()).getSubcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(word -> !word.name().equals(COMPLETION))
                .map(CliWords::withoutHelp)
                .toList();
    }

    /** The launcher gives each word its own. */
    private static CommandSpec withoutHelp(CommandSpec word) {
        word.remove(word.findOption("--help"));
        word.subcommands().values().forEach(verb -> withoutHelp(verb.getCommandSpec()));
        return word;
    }
}
