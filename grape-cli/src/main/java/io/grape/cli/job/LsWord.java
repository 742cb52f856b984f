package io.grape.cli.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.cli.call.ExitCode;
import io.grape.cli.call.Pages;
import io.grape.cli.call.Word;
import io.grape.cli.terminal.Output;
import io.grape.cli.terminal.Terminal;
import io.grape.cli.terminal.UsageException;
import io.grape.client.Grape;
import io.grape.client.JobState;
import io.grape.client.Tube;
import io.grape.client.TubeStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code grape ls}. */
@Command(name = "ls", description = "Lists the tubes with their counts, or the jobs of a tube.")
public final class LsWord extends Word {
    private static final long USUAL = 100;
    private static final List<JobState> LIVE =
            List.of(JobState.READY, JobState.DELAYED, JobState.RETAINED, JobState.FAILED, JobState.GATED);
    private static final List<String> TUBE_COLUMNS =
            List.of("tube", "ready", "delayed", "retained", "failed", "gated", "paused");

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "TUBE",
            description = "list its jobs; default: list the tubes")
    private @Nullable String tube;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            completionCandidates = States.class,
            description = "${COMPLETION-CANDIDATES}; default: all but finished")
    private @Nullable JobState state;

    @Option(names = "--limit", paramLabel = "N", description = "how many at most; default: 100")
    private @Nullable Long limit;

    @Option(names = "--all", description = "without a limit")
    private boolean all;

    private long left;
    private boolean isRead = true;

    /** A word of this terminal. */
    public LsWord(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Grape grape) {
        if (all && limit != null) {
            throw new UsageException("--all: expected it without --limit, got both");
        }
        if (limit != null && limit < 1) {
            throw new UsageException("--limit: expected 1 or more, got " + limit);
        }
        if (tube == null && state != null) {
            throw new UsageException("--state: expected a TUBE with it, got none");
        }
        left = all ? Long.MAX_VALUE : limit == null ? USUAL : limit;
        if (tube == null) {
            output().each(TUBE_COLUMNS, rows -> tubes(grape, rows));
        } else {
            jobs(grape, RawTube.of(tube));
        }
        return ExitCode.OK;
    }

    private void jobs(Grape grape, Tube<byte[]> of) {
        List<JobState> states = state == null ? LIVE : List.of(state);
        output().each(JobJson.COLUMNS, rows -> states.forEach(each -> jobs(grape, of, each, rows)));
    }

    private void jobs(Grape grape, Tube<byte[]> of, JobState each, Output.Rows rows) {
        if (left > 0 && isRead) {
            left -= Pages.each(left, (size, cursor) -> Pages.jobs(grape, of, each, size, cursor), job -> {
                isRead = rows.add(JobJson.of(job));
                return isRead;
            });
        }
    }

    private void tubes(Grape grape, Output.Rows rows) {
        Pages.each(left, (size, cursor) -> Pages.tubes(grape, size, cursor), one -> rows.add(json(one)));
    }

    private static ObjectNode json(TubeStatus status) {
        ObjectNode json = Output.item().put("tube", status.name());
        LIVE.forEach(each -> json.put(each.wireName(), status.counts().getOrDefault(each, 0L)));
        json.put("kept", status.kept()).put("paused", status.paused() != null);
        if (status.oldestReady() != null) {
            json.put("oldestReadyMs", status.oldestReady().toMillis());
        }
        if (status.nextDueAt() != null) {
            json.put("nextDueAt", status.nextDueAt().toString());
        }
        return json;
    }
}
