package io.grape.cli.job;

import io.grape.cli.call.ExitCode;
import io.grape.cli.call.Word;
import io.grape.cli.terminal.Terminal;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.Job;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code grape peek}. */
@Command(name = "peek", description = "Shows a job, and changes nothing.")
public final class PeekWord extends Word {
    @Parameters(index = "0", paramLabel = "TUBE", description = "its tube")
    private String tube = "";

    @Parameters(index = "1", paramLabel = "ID", description = "its id")
    private String id = "";

    @Option(names = "--raw", description = "print only the payload, as it is")
    private boolean raw;

    /** A word of this terminal. */
    public PeekWord(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Grape grape) {
        Job<byte[]> job = grape.peek(RawTube.of(tube), id)
                .orElseThrow(() -> new GrapeException(
                        ErrorCode.JOB_NOT_FOUND, "there is no job '" + id + "' in tube '" + tube + "'"));
        if (raw) {
            terminal().out().write(job.bytes(), 0, job.bytes().length);
        } else {
            output().one(JobJson.of(job));
        }
        return ExitCode.OK;
    }
}
