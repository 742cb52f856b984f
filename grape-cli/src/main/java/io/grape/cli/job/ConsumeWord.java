package io.grape.cli.job;

import io.grape.cli.call.ExitCode;
import io.grape.cli.call.Word;
import io.grape.cli.terminal.Terminal;
import io.grape.cli.terminal.UsageException;
import io.grape.client.Acknowledged;
import io.grape.client.Acknowledgement;
import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.Job;
import io.grape.client.Result;
import io.grape.client.Tube;
import io.grape.client.TubeStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code grape consume}. */
@Command(
        name = "consume",
        description =
                "Takes ready jobs, prints them, and finishes them once they are printed. With --exec, a command works on each.")
public final class ConsumeWord extends Word {
    @Parameters(index = "0", paramLabel = "TUBE", description = "their tube")
    private String tube = "";

    @Option(names = "--max", paramLabel = "N", description = "print up to N jobs, 1 to 1000; default: 1")
    private @Nullable Integer max;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            description =
                    "for the first job, up to 1m; default: 0. With --exec: end when none came for so long; default: never")
    private @Nullable Duration wait;

    @Option(
            names = "--no-ack",
            description = "do not finish them: they come again when their leases end, unless somebody finishes them")
    private boolean noAck;

    @Option(names = "--raw", description = "print only the payloads, as they are, each with a line end")
    private boolean raw;

    @ArgGroup(exclusive = false, heading = "With a command:%n")
    private @Nullable ExecOptions exec;

    /** A word of this terminal. */
    public ConsumeWord(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Grape grape) throws Exception {
        if (exec != null) {
            return exec(grape, exec);
        }
        Tube<byte[]> of = RawTube.of(tube);
        if (wait != null && terminal().isInteractive() && !options().isCurl()) {
            grape.tubes().status(tube).ifPresent(status -> tellPause(status, terminal()));
        }
        List<Job<byte[]>> jobs = grape.consume(of, max == null ? 1 : max, wait == null ? Duration.ZERO : wait);
        print(jobs);
        if (terminal().out().checkError()) {
            acknowledge(
                    grape,
                    jobs,
                    job -> new Acknowledgement.HandBack(job.id(), job.lease().orElseThrow(), Duration.ZERO));
            throw new IOException("expected somebody to read the jobs, found nobody: they were handed back");
        }
        return noAck ? ExitCode.OK : acknowledge(grape, jobs, Acknowledgement::finish);
    }

    /** Whoever waits for jobs of a paused tube is to know. */
    static void tellPause(TubeStatus tube, Terminal terminal) {
        if (tube.paused() != null) {
            terminal.warn("tube " + tube.name() + " is paused: nothing is delivered until it is resumed");
        }
    }

    private int exec(Grape grape, ExecOptions how) throws Exception {
        if (max != null || noAck || raw || options().isCurl()) {
            throw new UsageException("--exec: expected it without --max, --no-ack, --raw and --curl, got one of them");
        }
        return new ExecWorker(
                        grape,
                        RawTube.of(tube),
                        how,
                        wait,
                        terminal(),
                        options().brokers(terminal().env()))
                .run();
    }

    /** A worker goes on while brokers fail, so somebody is to know. */
    @Override
    protected ClientEvents events() {
        return exec == null ? ClientEvents.NONE : new ExecEvents(terminal());
    }

    private void print(List<Job<byte[]>> jobs) {
        if (raw) {
            jobs.forEach(job -> printRaw(job.bytes()));
        } else {
            output().all(
                            noAck ? JobJson.LEASED_COLUMNS : JobJson.COLUMNS,
                            jobs.stream().map(JobJson::of));
        }
        terminal().out().flush();
    }

    /** The bytes, and a line end if they have none. */
    private void printRaw(byte[] bytes) {
        terminal().out().write(bytes, 0, bytes.length);
        if (bytes.length == 0 || bytes[bytes.length - 1] != '\n') {
            terminal().out().write('\n');
        }
    }

    private int acknowledge(Grape grape, List<Job<byte[]>> jobs, Function<Job<byte[]>, Acknowledgement> ack) {
        if (jobs.isEmpty()) {
            return ExitCode.OK;
        }
        int code = ExitCode.OK;
        for (Result<Acknowledged> result :
                grape.acknowledgeAll(tube, jobs.stream().map(ack).toList())) {
            GrapeException failure = result.failure();
            if (failure != null) {
                terminal().warn(String.valueOf(failure.getMessage()));
                code = ExitCode.of(failure);
            }
        }
        return code;
    }
}
