package io.grape.cli.admin;

import io.grape.cli.call.ExitCode;
import io.grape.cli.call.Word;
import io.grape.cli.terminal.Output;
import io.grape.cli.terminal.Terminal;
import io.grape.client.Grape;
import io.grape.client.JobState;
import io.grape.client.OperationPreview;
import io.grape.client.OperationSettings;
import io.grape.client.OperationStatus;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code grape redrive}. */
@Command(
        name = "redrive",
        description =
                "Makes the failed jobs of a tube ready again, or moves them to another tube. The broker does it in the"
                        + " background: Ctrl-C ends only the display.")
public final class RedriveWord extends Word {
    @Parameters(index = "0", paramLabel = "TUBE", description = "the tube of the failed jobs")
    private String tube = "";

    @Option(names = "--to", paramLabel = "TUBE", description = "move them to this tube")
    private @Nullable String to;

    @Option(names = "--reason", paramLabel = "SIGNATURE", description = "only jobs that failed for this reason")
    private @Nullable String reason;

    @Option(names = "--key", paramLabel = "KEY", description = "only jobs with this key")
    private @Nullable String key;

    @Option(names = "--label", paramLabel = "LABEL", description = "only jobs with this label")
    private @Nullable String label;

    @Option(names = "--limit", paramLabel = "N", description = "at most so many jobs; default: all")
    private @Nullable Long limit;

    @Option(names = "--rate", paramLabel = "N", description = "at most so many jobs a second")
    private @Nullable Integer rate;

    @Option(
            names = "--stop-after-failures",
            paramLabel = "N",
            description = "stop once so many jobs of the tube have failed since")
    private @Nullable Integer stopAfter;

    @Option(names = "--dry-run", description = "count the jobs, show some, and change nothing")
    private boolean dryRun;

    @Option(names = "--detach", description = "do not wait for the end")
    private boolean detach;

    /** A word of this terminal. */
    public RedriveWord(Terminal terminal) {
        super(terminal);
    }

    private OperationSettings settings() {
        OperationSettings all = to == null
                ? OperationSettings.kick(tube, JobState.FAILED)
                : OperationSettings.move(tube, JobState.FAILED, to);
        all = reason == null ? all : all.reason(reason);
        all = key == null ? all : all.key(key);
        all = label == null ? all : all.label(label);
        all = limit == null ? all : all.limit(limit);
        all = rate == null ? all : all.perSecond(rate);
        return stopAfter == null ? all : all.stopAfterFailures(stopAfter);
    }

    @Override
    protected int run(Grape grape) throws Exception {
        OperationSettings settings = settings();
        if (dryRun) {
            output().one(StatusJson.of(grape.operations().preview(settings)));
            return ExitCode.OK;
        }
        // The request to print is the one that changes something.
        if (!options().isCurl() && !options().isYes()) {
            OperationPreview preview = grape.operations().preview(settings);
            if (preview.isExact() && preview.matching() == 0) {
                output().one(StatusJson.of(preview));
                return ExitCode.OK;
            }
            confirmation().ask(act(preview));
        }
        OperationStatus begun = grape.operations().begin(settings);
        OperationStatus shown = detach ? begun : new OperationProgress(grape, terminal()).follow(begun.id());
        output().one(StatusJson.of(shown));
        return OperationProgress.exitCode(shown);
    }

    private String act(OperationPreview preview) {
        long most = limit == null ? preview.matching() : Math.min(limit, preview.matching());
        return (to == null ? "kick " : "move ") + (preview.isExact() ? "" : "at least ")
                + Output.counted(most, "failed job") + " of tube " + tube + (to == null ? "" : " to tube " + to);
    }
}
