package io.grape.cli.transfer;

import io.grape.cli.call.ExitCode;
import io.grape.cli.call.Word;
import io.grape.cli.terminal.Output;
import io.grape.cli.terminal.Terminal;
import io.grape.cli.terminal.UsageException;
import io.grape.client.ExportedJob;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code grape import}. */
@Command(
        name = "import",
        description = {
            "Takes over the jobs of an export into a tube, which it creates if needed.",
            "A job whose id is live there stays as it is. What was cut off goes on where it was: see FILE.position."
        })
public final class ImportWord extends Word {
    private static final Path STDIN = Path.of("-");

    @Parameters(index = "0", paramLabel = "TUBE", description = "the tube")
    private String tube = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "an export; - = standard input")
    private Path file = STDIN;

    private boolean isWarned;

    /** A word of this terminal. */
    public ImportWord(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Grape grape) throws IOException {
        if (!isStdin() && (!Files.isReadable(file) || Files.isDirectory(file))) {
            throw new UsageException("FILE: expected an export, got " + file + ", which cannot be read");
        }
        boolean isNew = createTube(grape, tube);
        PositionFile positions = PositionFile.of(isStdin() ? Optional.empty() : Optional.of(file));
        ImportPosition position = positionOf(positions, isNew);
        Import jobs = new Import(grape, tube, position.refused(), this::warn);
        boolean isComplete;
        try (ExportLines lines = lines()) {
            isComplete = readAll(lines, jobs, positions, position);
        }
        if (isComplete && jobs.refused().isEmpty()) {
            positions.delete();
        }
        output().one(Output.item()
                .put("tube", tube)
                .put("imported", jobs.created())
                .put("existed", jobs.existed())
                .put("failed", jobs.refused().size()));
        return jobs.failure().map(ExitCode::of).orElse(isComplete ? ExitCode.OK : ExitCode.ERROR);
    }

    private boolean isStdin() {
        return file.equals(STDIN);
    }

    private ExportLines lines() throws IOException {
        return isStdin()
                ? new ExportLines("standard input", terminal().in())
                : new ExportLines(file.toString(), Files.newInputStream(file));
    }

    private void warn(String text) {
        terminal().warn(text);
    }

    /** Where an import of this export to this target was cut off, or the start. */
    private ImportPosition positionOf(PositionFile positions, boolean isNew) throws IOException {
        ImportPosition start =
                ImportPosition.start(options().brokers(terminal().env()).urls(), tube);
        Optional<ImportPosition> found = positions.read();
        if (found.isEmpty()) {
            return start;
        }
        ImportPosition position = found.get();
        if (!position.hasTargetOf(start)) {
            warn(positions.file().orElseThrow() + " is of an import into tube " + position.tube() + " at "
                    + position.brokers() + ": begins anew");
            return start;
        }
        if (isNew) {
            warn(positions.file().orElseThrow() + " is of a tube that is no more: begins anew");
            return start;
        }
        if (!isOfFile(position)) {
            warn(positions.file().orElseThrow() + " is of another export: begins anew");
            return start;
        }
        String again = position.refused().isEmpty()
                ? ""
                : ", and tries " + position.refused().size() + " refused jobs again";
        warn("goes on behind line " + position.lines() + again);
        return position;
    }

    private boolean isOfFile(ImportPosition position) throws IOException {
        try (ExportLines lines = lines()) {
            while (lines.count() < position.lines() && lines.nextBytes().isPresent()) {}
            return lines.count() == position.lines() && lines.checksum() == position.checksum();
        }
    }

    /** Sends what the position leaves. Returns whether all of a complete export was sent. */
    private boolean readAll(ExportLines lines, Import jobs, PositionFile positions, ImportPosition begin)
            throws IOException {
        Completeness complete = new Completeness();
        ImportPosition before = begin;
        ImportPosition atMark = begin;
        for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
            if (complete.isJob(line.get()) && begin.leaves(lines.count())) {
                Optional<ExportedJob> job = job(jobs, lines.count(), line.get());
                if (jobs.isNoExport()) {
                    throw new UsageException(file + ": expected an export, got too many lines that are no jobs");
                }
                if (job.filter(jobs::isFullWith).isPresent() && !send(jobs, positions, before)) {
                    warn("stops behind line " + before.lines() + ": all jobs of a call were refused");
                    return false;
                }
                job.ifPresent(one -> jobs.add(lines.count(), one));
            }
            before = begin.at(lines.count(), lines.checksum());
            atMark = complete.isAtMark() ? before : atMark;
        }
        send(jobs, positions, complete.isCutOff() ? atMark : before);
        complete.flaw().ifPresent(flaw -> warn(file + " is no complete export: " + flaw));
        return complete.flaw().isEmpty();
    }

    /** Returns whether to go on. */
    private boolean send(Import jobs, PositionFile positions, ImportPosition position) {
        boolean goesOn = jobs.send();
        try {
            positions.write(position.with(jobs.refused()));
        } catch (IOException e) {
            if (!isWarned) {
                warn("cannot keep how far it is: " + e);
            }
            isWarned = true;
        }
        return goesOn;
    }

    private static Optional<ExportedJob> job(Import jobs, long number, String line) {
        try {
            return Optional.of(ExportedJob.parse(line));
        } catch (GrapeException e) {
            jobs.refuse(number, e);
            return Optional.empty();
        }
    }
}
