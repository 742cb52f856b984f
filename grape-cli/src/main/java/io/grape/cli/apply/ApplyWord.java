package io.grape.cli.apply;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.cli.call.ExitCode;
import io.grape.cli.call.Word;
import io.grape.cli.terminal.Terminal;
import io.grape.cli.terminal.UsageException;
import io.grape.client.Grape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code grape apply}. */
@Command(
        name = "apply",
        description =
                "Makes tubes, gates, schedules and quotas as a file says, and shows what differs. Sends only that.")
public final class ApplyWord extends Word {
    private static final String STDIN = "-";

    @Option(
            names = {"-f", "--file"},
            required = true,
            paramLabel = "FILE",
            description = "a YAML file; - reads standard input; may be repeated")
    private List<String> files = List.of();

    @Option(names = "--dry-run", description = "show what differs, and change nothing")
    private boolean dryRun;

    @Option(
            names = "--prune",
            description = "remove gates, schedules and quotas that are not in the sections of the files; never tubes")
    private boolean prune;

    /** A word of this terminal. */
    public ApplyWord(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Grape grape) throws Exception {
        DesiredReader reader = new DesiredReader();
        for (String file : files) {
            reader.read(file, text(file));
        }
        Plan plan = Plan.of(grape, reader.desired());
        List<Change> removals = prune ? plan.removals() : List.of();
        if (!dryRun && !removals.isEmpty()) {
            confirmation().ask(act(removals));
        }
        List<Change> all = new ArrayList<>(plan.changes());
        all.addAll(removals);
        try (ChangeOutput output = new ChangeOutput(terminal(), output(), !dryRun)) {
            for (Change change : all) {
                if (!dryRun) {
                    change.send();
                }
                output.add(change);
            }
            output.sum(all);
        }
        return ExitCode.OK;
    }

    private String text(String file) throws IOException {
        if (file.equals(STDIN)) {
            return new String(terminal().in().readAllBytes(), UTF_8);
        }
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            throw new UsageException(file + ": expected a text file that can be read: " + e.getMessage());
        }
    }

    private static String act(List<Change> removals) {
        return "remove " + removals.size() + ": "
                + removals.stream()
                        .map(change -> change.what() + " " + change.name())
                        .collect(Collectors.joining(", "));
    }
}
