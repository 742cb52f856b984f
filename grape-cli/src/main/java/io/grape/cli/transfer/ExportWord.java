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
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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

    @Option(names = "--out", paramLabel = "FILE", description = "a new file; default: standard output")
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
        Optional<Mark> mark = file != null && resume && Files.exists(file) ? lastMark(file) : Optional.empty();
        long retained = status.counts().getOrDefault(JobState.RETAINED, 0L);
        if (retained > 0) {
            terminal().warn(retained + " retained jobs are ready where they are imported");
        }
        try (ExportFile out = new ExportFile(file == null ? terminal().out() : open(file))) {
            if (mark.isEmpty() || !mark.get().isEnd()) {
                write(grape, out, mark);
            }
        }
        jobs = Math.max(jobs, mark.map(Mark::jobs).orElse(0L));
        if (file != null) {
            output().one(Output.item().put("tube", tube).put("exported", jobs));
        }
        return exitCode;
    }

    private Optional<Mark> lastMark(Path of) throws IOException {
        if (!Files.isRegularFile(of)) {
            throw new UsageException("--resume: expected an export, got " + of + ", which is no file");
        }
        Optional<Mark> mark = ExportFile.lastMark(of);
        mark.filter(last -> !last.tube().equals(tube)).ifPresent(last -> {
            throw new UsageException("--resume: expected an export of tube " + tube + ", got one of " + last.tube());
        });
        return mark;
    }

    private OutputStream open(Path to) throws IOException {
        if (!resume && Files.exists(to)) {
            throw new UsageException("--out: expected a new file, or --resume with it, got " + to);
        }
        return Files.newOutputStream(to, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
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

    private void write(Grape grape, ExportFile out, Optional<Mark> mark) throws IOException {
        jobs = mark.map(Mark::jobs).orElse(0L);
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
