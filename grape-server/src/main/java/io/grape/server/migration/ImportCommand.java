package io.grape.server.migration;

import io.grape.command.Option;
import io.grape.command.ValueType;
import io.grape.command.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * The arguments of {@code ./grape import-grape13}.
 *
 * @param from the URI of the old Redis
 * @param namespace of the old broker, empty = none
 * @param act what to do
 */
public record ImportCommand(String from, String namespace, Act act) {
    /** Its name. */
    public static final String NAME = "import-grape13";

    /** The environment variable in place of {@code --from}: it hides a password from other users of the machine. */
    public static final String FROM_VARIABLE = "GRAPE_FROM";

    private static final Option<String> FROM =
            new Option<>("from", ValueType.text("URI", "the URI of the old Redis", ".+"), null, "the old Redis");
    private static final Option<String> NAMESPACE = new Option<>(
            "from-namespace",
            ValueType.text("NAME", "a text", ".*"),
            "",
            "broker.namespace of the old broker; default: none");
    private static final Option<Boolean> DRY_RUN =
            Option.flag("dry-run", "counts the tubes and jobs, and writes nothing");
    private static final Option<Boolean> FORGET =
            Option.flag("forget", "forgets which jobs were taken over, once nothing is left to import");

    /** What to do. */
    public enum Act {
        IMPORT,
        DRY_RUN,
        FORGET
    }

    /** The command, without the options for the new Redis. */
    public static CommandSpec word() {
        CommandSpec word = Words.set(
                CommandSpec.create().name(NAME),
                "takes over the tubes and jobs of a Grape 1.3; only reads its Redis",
                "Each job is taken over once, even if this runs several times or is interrupted.",
                "Stop the old brokers first: docs/migrating.md.");
        return Words.add(word, List.of(FROM, NAMESPACE, DRY_RUN, FORGET), option -> true);
    }

    /** Fails with BAD_REQUEST if the arguments do not match the help. */
    public static ImportCommand of(ParseResult read, Map<String, String> environment) {
        String from = FROM.find(read)
                .or(() -> Optional.ofNullable(environment.get(FROM_VARIABLE)))
                .orElseThrow(() -> Words.usage("--from: expected the URI of the old Redis, see --help"));
        boolean dryRun = DRY_RUN.get(read);
        boolean forget = FORGET.get(read);
        if (dryRun && forget) {
            throw Words.usage("--dry-run: expected alone, got --forget beside it");
        }
        return new ImportCommand(from, NAMESPACE.get(read), dryRun ? Act.DRY_RUN : forget ? Act.FORGET : Act.IMPORT);
    }
}
