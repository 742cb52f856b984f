package io.grape.cli.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.cli.call.ExitCode;
import io.grape.cli.call.Word;
import io.grape.cli.terminal.Output;
import io.grape.cli.terminal.Terminal;
import io.grape.cli.terminal.UsageException;
import io.grape.client.Grape;
import io.grape.client.NewJob;
import io.grape.client.Produced;
import io.grape.client.Tube;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code grape produce}. */
@Command(name = "produce", description = "Produces a job, or one for each line that it reads.")
public final class ProduceWord extends Word {
    @Parameters(index = "0", paramLabel = "TUBE", description = "its tube")
    private String tube = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PAYLOAD",
            description = "the payload; - reads standard input, @FILE a file")
    private @Nullable String payload;

    @Option(names = "--id", paramLabel = "ID", description = "its id; default: a random one")
    private @Nullable String id;

    @Mixin
    private JobOptions job = new JobOptions();

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            description = "the content type; default: JSON if it is JSON, else text if it is UTF-8, else bytes")
    private @Nullable String type;

    @Option(names = "--lines", description = "read payloads, one a line")
    private boolean lines;

    @Option(names = "--ndjson", description = "read jobs, one a line: JSON objects with id, payload, delayMs, …")
    private boolean ndjson;

    /** A word of this terminal. */
    public ProduceWord(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Grape grape) throws IOException {
        if (!lines && !ndjson) {
            byte[] bytes = bytes();
            NewJob<byte[]> one = job.apply(NewJob.of(bytes));
            Produced produced = grape.produce(typed(RawTube.contentType(bytes)), id == null ? one : one.id(id));
            output().one(json(produced));
            return ExitCode.OK;
        }
        if ((lines && ndjson) || payload != null || id != null) {
            throw new UsageException("--lines, --ndjson: expected one of them, without a payload or --id");
        }
        return many(grape);
    }

    private byte[] bytes() throws IOException {
        if (payload == null) {
            throw new UsageException("PAYLOAD: expected one, - or @FILE, got nothing; '' is an empty one");
        }
        return PayloadText.bytes(payload, terminal());
    }

    private Tube<byte[]> typed(String usual) {
        return RawTube.of(tube, type == null ? usual : type);
    }

    private ObjectNode json(Produced produced) {
        ObjectNode json = Output.item()
                .put("id", produced.id())
                .put("tube", tube)
                .put("state", produced.state().wireName())
                .put("created", produced.created());
        if (produced.dueAt() != null) {
            json.put("dueAt", produced.dueAt().toString());
        }
        return json;
    }

    private int many(Grape grape) throws IOException {
        // What is wrong with all of them is told once.
        NewJob<byte[]> unused = line(lines ? "" : "{}").job();
        ProduceLines read = new ProduceLines(grape, this::line, terminal());
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(terminal().in(), UTF_8))) {
            read.all(in);
        }
        output().one(read.totals().put("tube", tube));
        return read.exitCode();
    }

    private ProduceLines.Line line(String text) {
        if (lines) {
            byte[] bytes = text.getBytes(UTF_8);
            return new ProduceLines.Line(typed(RawTube.contentType(bytes)), job.apply(NewJob.of(bytes)));
        }
        JobLine given = JobLine.of(text);
        return new ProduceLines.Line(typed(given.contentType()), given.apply(job.apply(NewJob.of(given.payload()))));
    }
}
