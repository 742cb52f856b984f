package io.grape.server.migration;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * {@code ./grape import-grape13}, as it was called.
 *
 * @param from the URI of the old Redis
 * @param namespace of the old broker, empty = none
 * @param act what to do
 * @param options where the new Redis is: options of a broker
 */
public record ImportCommand(String from, String namespace, Act act, List<String> options) {
    /** How it is called. */
    public static final String NAME = "import-grape13";

    public static final String USAGE = """
            usage: ./grape import-grape13 --from redis://… [--from-namespace NAME] [--dry-run | --forget] [options]

            Takes over the tubes and jobs that a Grape 1.3 has in its Redis, which is read and not changed. Each job is taken over once,
            however often this is run, also when it was stopped half-way. Stop the old brokers first: docs/migrating.md.

              --from URI             the old Redis
              --from-namespace NAME  the old broker's own broker.namespace; default: none
              --dry-run              counts what there is, and writes nothing
              --forget               forgets which jobs were taken over, once nothing is left to import

            The options are those of a broker that say where its Redis is: --redis, --namespace, --data-dir, --config.
            """;

    /** What to do. */
    public enum Act {
        IMPORT,
        DRY_RUN,
        FORGET
    }

    /** Fails with BAD_REQUEST where that is not what the usage says. */
    public static ImportCommand of(List<String> args) {
        String from = "";
        String namespace = "";
        Set<Act> acts = new HashSet<>();
        List<String> options = new ArrayList<>();
        for (int at = 0; at < args.size(); at++) {
            String arg = args.get(at);
            int equals = arg.indexOf('=');
            String flag = equals < 0 ? arg : arg.substring(0, equals);
            switch (flag) {
                case "--dry-run" -> acts.add(Act.DRY_RUN);
                case "--forget" -> acts.add(Act.FORGET);
                case "--from" -> from = equals < 0 ? value(args, ++at) : arg.substring(equals + 1);
                case "--from-namespace" -> namespace = equals < 0 ? value(args, ++at) : arg.substring(equals + 1);
                default -> options.add(arg);
            }
        }
        if (from.isEmpty()) {
            throw new GrapeException(ErrorCode.BAD_REQUEST, "--from: expected the URI of the old Redis, see --help");
        }
        if (acts.size() > 1) {
            throw new GrapeException(ErrorCode.BAD_REQUEST, "--dry-run: expected alone, got --forget beside it");
        }
        return new ImportCommand(from, namespace, acts.stream().findFirst().orElse(Act.IMPORT), options);
    }

    private static String value(List<String> args, int at) {
        if (at >= args.size()) {
            throw new GrapeException(ErrorCode.BAD_REQUEST, args.get(at - 1) + ": expected a value, got none");
        }
        return args.get(at);
    }
}
