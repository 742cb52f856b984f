package io.grape.cli.job;

import io.grape.cli.call.ExitCode;
import io.grape.cli.call.Pages;
import io.grape.cli.call.Word;
import io.grape.cli.terminal.Output;
import io.grape.cli.terminal.Terminal;
import io.grape.cli.terminal.UsageException;
import io.grape.client.Deleted;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.JobState;
import io.grape.client.Tube;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code grape delete}. */
@Command(name = "delete", description = "Deletes jobs, so no worker gets them, or a tube with all that it has.")
public final class DeleteWord extends Word {
    @Parameters(index = "0", paramLabel = "TUBE", description = "their tube")
    private String tube = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "ID",
            description = "their ids; - reads standard input, one a line")
    private List<String> given = new ArrayList<>();

    @Option(
            names = "--state",
            paramLabel = "STATE",
            completionCandidates = States.class,
            description = "all jobs of a state, instead of ids: ${COMPLETION-CANDIDATES}")
    private @Nullable JobState state;

    @Option(names = "--tube", description = "the tube with all its jobs, schedules and gates, instead of ids")
    private boolean isWhole;

    @Option(names = "--force", description = "also those that a worker holds; its lease is lost")
    private boolean force;

    private final Map<Deleted, Integer> counts = new EnumMap<>(Deleted.class);

    /** A word of this terminal. */
    public DeleteWord(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Grape grape) throws IOException {
        long ways = Stream.of(!given.isEmpty(), state != null, isWhole)
                .filter(Boolean::booleanValue)
                .count();
        if (ways != 1) {
            throw new UsageException(
                    "delete: expected IDs, --state or --tube, got " + (ways == 0 ? "none" : "several"));
        }
        if (isWhole) {
            return deleteTube(grape);
        }
        Tube<byte[]> of = RawTube.of(tube);
        if (state == null) {
            List<String> ids = Ids.of(given, terminal());
            confirmation().ask("delete " + Output.counted(ids.size(), "job") + " of tube " + tube);
            ids.forEach(id -> delete(grape, of, id));
        } else {
            ask(grape, state);
            deleteAll(grape, of, state);
        }
        output().one(Output.item()
                .put("tube", tube)
                .put("deleted", count(Deleted.DELETED))
                .put("notFound", count(Deleted.NOT_FOUND))
                .put("retained", count(Deleted.RETAINED)));
        return exitCode();
    }

    private int deleteTube(Grape grape) throws IOException {
        if (!options().isYes() && !options().isCurl()) {
            long count =
                    counts(grape).values().stream().mapToLong(Long::longValue).sum();
            confirmation().ask("delete tube " + tube + " with its " + Output.counted(count, "job"));
        }
        if (!grape.tubes().delete(tube)) {
            throw nothing();
        }
        output().one(Output.item().put("tube", tube).put("deleted", true));
        return ExitCode.OK;
    }

    private void ask(Grape grape, JobState of) throws IOException {
        if (!options().isYes() && !options().isCurl()) {
            long count = counts(grape).getOrDefault(of, 0L);
            confirmation().ask("delete " + Output.counted(count, of.wireName() + " job") + " of tube " + tube);
        }
    }

    private Map<JobState, Long> counts(Grape grape) {
        return grape.tubes().status(tube).orElseThrow(this::nothing).counts();
    }

    private GrapeException nothing() {
        return new GrapeException(ErrorCode.TUBE_NOT_FOUND, "there is no tube '" + tube + "'");
    }

    private void delete(Grape grape, Tube<byte[]> of, String id) {
        counts.merge(force ? grape.forceDelete(of, id) : grape.delete(of, id), 1, Integer::sum);
    }

    /** Page by page. What cannot be deleted stays in the list, so the next page begins behind it. */
    private void deleteAll(Grape grape, Tube<byte[]> of, JobState each) {
        Pages.each(Long.MAX_VALUE, (size, cursor) -> Pages.jobs(grape, of, each, size, cursor), job -> {
            delete(grape, of, job.id());
            return true;
        });
    }

    private int count(Deleted what) {
        return counts.getOrDefault(what, 0);
    }

    private int exitCode() {
        if (count(Deleted.RETAINED) > 0) {
            return ExitCode.CONFLICT;
        }
        // What has gone meanwhile is what was wanted, where all of a state were to go.
        return count(Deleted.NOT_FOUND) > 0 && state == null ? ExitCode.NOT_FOUND : ExitCode.OK;
    }
}
