package io.grape.cli.transfer;

import io.grape.cli.call.ExitCode;
import io.grape.cli.call.Word;
import io.grape.cli.terminal.Output;
import io.grape.cli.terminal.Terminal;
import io.grape.cli.terminal.UsageException;
import io.grape.client.Codec;
import io.grape.client.ErrorCode;
import io.grape.client.ExportedJob;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.Job;
import io.grape.client.JobPage;
import io.grape.client.JobState;
import io.grape.client.Tube;
import io.grape.client.TubeStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code grape export}. */
@Command(
        name = "export",
        description = {
            "Writes all jobs of a tube, one line of JSON each, with state, due time and attempts.",
            "Pause the tube first: while its jobs are consumed, an export is no picture of one instant."
        })
public final class ExportWord extends Word {
    private static final int PAGE = 1000;
    /** Jobs of a paused tube go from one of these to a later one, so none is missed. */
    private static final List<JobState> ORDER =
            List.of(JobState.RETAINED, JobState.GATED, JobState.DELAYED, JobState.READY, JobState.FAILED);

    private static final String FROM_THE_START = "";

    @Parameters(index = "0", paramLabel = "TUBE", description = "the tube")
    private String tube = "";

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "a new file, which only you can read; default: standard output")
    private @Nullable Path file;

    @Option(names = "--resume", description = "goes on where an export to this file was cut off")
    private boolean resume;

    private long jobs;
    private int exitCode = ExitCode.OK;

    /** A word of this terminal. */
    public ExportWord(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Grape grape) throws IOException {
        if (resume && file == null) {
            throw new UsageException("--resume: expected --out with it, got none");
        }
        TubeStatus status = grape.tubes()
                .status(tube)
                .orElseThrow(() -> new GrapeException(ErrorCode.TUBE_NOT_FOUND, "tube " + tube + " does not exist"));
        if (status.paused() == null) {
            terminal().warn("tube " + tube + " is not paused: jobs that move meanwhile may be missing or double");
        }
        long retained = status.counts().getOrDefault(JobState.RETAINED, 0L);
        if (retained > 0) {
            terminal().warn(retained + " retained jobs are ready where they are imported");
        }
        try (ExportFile out = open()) {
            jobs = out.begin().map(Mark::jobs).orElse(0L);
            if (out.begin().filter(Mark::isEnd).isEmpty()) {
                write(grape, out);
            }
        }
        if (file != null) {
            output().one(Output.item().put("tube", tube).put("exported", jobs));
        }
        return exitCode;
    }

    private ExportFile open() throws IOException {
        if (file == null) {
            return ExportFile.to(terminal().out());
        }
        return resume ? ExportFile.resume(file, tube) : ExportFile.create(file);
    }

    private void add(Job<byte[]> job, ExportFile out) throws IOException {
        if (job.isPayloadHidden()) {
            throw new GrapeException(
                    ErrorCode.FORBIDDEN,
                    "expected a token that may see payloads, got one without the right jobs.payload");
        }
        if (isUnreadable(job)) {
            terminal()
                    .warn("job " + job.id() + " cannot be read, so it is left out: "
                            + job.reason().orElse(""));
            exitCode = ExitCode.ERROR;
            return;
        }
        out.add(ExportedJob.of(job));
        jobs++;
    }

    /** So a broker shows what it cannot read. */
    private static boolean isUnreadable(Job<byte[]> job) {
        return job.createdAt().equals(Instant.EPOCH) && job.bytes().length == 0;
    }

    private void write(Grape grape, ExportFile out) throws IOException {
        Optional<Mark> mark = out.begin();
        if (mark.isEmpty()) {
            out.mark(new Mark(tube, ORDER.get(0), FROM_THE_START, 0, false));
        }
        String cursor = mark.map(Mark::next)
                .filter(next -> !next.equals(FROM_THE_START))
                .orElse(null);
        int at = mark.map(last -> ORDER.indexOf(last.state()) + (last.next() == null ? 1 : 0))
                .orElse(0);
        Tube<byte[]> of = Tube.of(tube, Codec.bytes());
        for (JobState state : ORDER.subList(at, ORDER.size())) {
            do {
                JobPage<byte[]> page = grape.list(of, state, PAGE, cursor);
                for (Job<byte[]> job : page.jobs()) {
                    add(job, out);
                }
                cursor = page.next();
                out.mark(new Mark(tube, state, cursor, jobs, cursor == null && state == ORDER.get(ORDER.size() - 1)));
            } while (cursor != null);
        }
    }
}
