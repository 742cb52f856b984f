package io.grape.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.cli.call.ExitCode;
import io.grape.cli.call.RequestPrinted;
import io.grape.cli.call.Word;
import io.grape.cli.terminal.Output;
import io.grape.cli.terminal.Terminal;
import io.grape.cli.terminal.UsageException;
import io.grape.client.ExportedJob;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.Produced;
import io.grape.client.Result;
import io.grape.client.TubeSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code grape import}. */
@Command(
        name = "import",
        description = {
            "Takes over the jobs of an export into a tube, which it creates if needed.",
            "A job whose id is live there stays as it is. What was cut off goes on where it was."
        })
public final class ImportWord extends Word {
    private static final int MOST_JOBS = 1000;
    private static final long MOST_BYTES = 4L << 20;
    private static final Path STDIN = Path.of("-");

    @Parameters(index = "0", paramLabel = "TUBE", description = "the tube")
    private String tube = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "an export; - = standard input")
    private Path file = STDIN;

    private final List<ExportedJob> chunk = new ArrayList<>();
    private long bytes;
    private long lines;
    private long created;
    private long existed;
    private long failed;
    private int exitCode = ExitCode.OK;

    /** A word of this terminal. */
    public ImportWord(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Grape grape) throws IOException {
        if (!file.equals(STDIN) && !Files.isReadable(file)) {
            throw new UsageException("FILE: expected an export, got " + file + ", which cannot be read");
        }
        if (grape.tubes().status(tube).isEmpty()) {
            grape.tubes().configure(tube, TubeSettings.UNCHANGED);
        }
        ImportPosition position = ImportPosition.of(file.equals(STDIN) ? Optional.empty() : Optional.of(file));
        long skipped = position.read();
        if (skipped > 0) {
            terminal().err().println("grape: goes on behind line " + skipped);
        }
        Optional<Mark> last;
        try (BufferedReader in = file.equals(STDIN)
                ? new BufferedReader(new InputStreamReader(terminal().in(), UTF_8))
                : Files.newBufferedReader(file)) {
            last = readAll(grape, in, skipped, position);
        }
        if (last.isPresent() && !last.get().isEnd()) {
            terminal().err().println("grape: " + file + " is no complete export: it ends before its last mark");
            exitCode = exitCode == ExitCode.OK ? ExitCode.ERROR : exitCode;
        } else {
            position.forget();
        }
        ObjectNode totals = Output.item().put("tube", tube).put("imported", created);
        output().one(totals.put("existed", existed).put("failed", failed));
        return exitCode;
    }

    private Optional<Mark> readAll(Grape grape, BufferedReader in, long skipped, ImportPosition position)
            throws IOException {
        Optional<Mark> last = Optional.empty();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            lines++;
            Optional<Mark> mark = Mark.read(line);
            last = mark.isPresent() ? mark : last;
            if (lines <= skipped || mark.isPresent() || line.isBlank()) {
                continue;
            }
            chunk.add(job(line));
            bytes += line.length();
            if (chunk.size() == MOST_JOBS || bytes > MOST_BYTES) {
                send(grape);
                position.write(lines);
            }
        }
        send(grape);
        position.write(lines);
        return last;
    }

    private ExportedJob job(String line) {
        try {
            return ExportedJob.parse(line);
        } catch (GrapeException e) {
            throw new UsageException(file + ", line " + lines + ": " + e.detail());
        }
    }

    private void send(Grape grape) {
        if (!chunk.isEmpty()) {
            grape.importAll(tube, List.copyOf(chunk)).forEach(this::count);
        }
        chunk.clear();
        bytes = 0;
    }

    private void count(Result<Produced> result) {
        GrapeException failure = result.failure();
        if (failure == null) {
            created += result.get().created() ? 1 : 0;
            existed += result.get().created() ? 0 : 1;
            return;
        }
        if (RequestPrinted.isCauseOf(failure)) {
            throw failure;
        }
        failed++;
        terminal().err().println("grape: " + failure.getMessage());
        exitCode = exitCode == ExitCode.OK ? ExitCode.of(failure) : exitCode;
    }
}
