package io.grape.cli.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.cli.call.ExitCode;
import io.grape.cli.call.RequestPrinted;
import io.grape.cli.terminal.Output;
import io.grape.cli.terminal.Terminal;
import io.grape.cli.terminal.UsageException;
import io.grape.cli.transfer.Mark;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.NewJob;
import io.grape.client.Produced;
import io.grape.client.Result;
import io.grape.client.Tube;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Produces a job for each line, in calls of up to 1000, for as long as there are brokers. */
final class ProduceLines {
    private static final int CHUNK = 1000;

    private final Grape grape;
    private final Reader reader;
    private final Terminal terminal;
    private long produced;
    private long created;
    private long failed;
    private int exitCode = ExitCode.OK;
    private boolean isUnreachable;

    ProduceLines(Grape grape, Reader reader, Terminal terminal) {
        this.grape = grape;
        this.reader = reader;
        this.terminal = terminal;
    }

    /** Makes a job of a line, or fails with a {@link UsageException}. */
    interface Reader {
        Line read(String text);
    }

    /** A job, and its tube with its content type. */
    record Line(Tube<byte[]> tube, NewJob<byte[]> job) {}

    void all(BufferedReader in) throws IOException {
        List<Line> chunk = new ArrayList<>();
        long number = 0;
        for (String text = in.readLine(); text != null && !isUnreachable; text = in.readLine()) {
            number++;
            // An export also has lines that say how far it was.
            if (!text.isBlank() && Mark.read(text).isEmpty()) {
                read(text, number).ifPresent(chunk::add);
            }
            // What writes the lines may be slow, and wait for what becomes of them.
            if (chunk.size() == CHUNK || !in.ready()) {
                produce(chunk);
                chunk.clear();
            }
        }
        produce(chunk);
    }

    private Optional<Line> read(String text, long number) {
        try {
            return Optional.of(reader.read(text));
        } catch (UsageException | IllegalArgumentException e) {
            fail("line " + number + ": " + e.getMessage(), ExitCode.USAGE);
            return Optional.empty();
        }
    }

    private void produce(List<Line> chunk) {
        Map<String, List<Line>> byType = new LinkedHashMap<>();
        chunk.forEach(line -> byType.computeIfAbsent(line.tube().codec().contentType(), type -> new ArrayList<>())
                .add(line));
        byType.values()
                .forEach(lines -> grape.produceAll(
                                lines.get(0).tube(),
                                lines.stream().map(Line::job).toList())
                        .forEach(this::count));
    }

    private void count(Result<Produced> result) {
        GrapeException failure = result.failure();
        if (failure == null) {
            produced++;
            created += result.get().created() ? 1 : 0;
            return;
        }
        if (RequestPrinted.isCauseOf(failure)) {
            throw failure;
        }
        fail(String.valueOf(failure.getMessage()), ExitCode.of(failure));
    }

    private void fail(String why, int code) {
        failed++;
        terminal.warn(why);
        exitCode = exitCode == ExitCode.OK ? code : exitCode;
        isUnreachable |= code == ExitCode.UNREACHABLE;
    }

    ObjectNode totals() {
        return Output.item().put("produced", produced).put("created", created).put("failed", failed);
    }

    /** That of the first job that failed; where the rest was not tried, says so. */
    int exitCode() {
        return isUnreachable ? ExitCode.UNREACHABLE : exitCode;
    }
}
