package io.grape.cli.job;

import io.grape.cli.call.EventStream;
import io.grape.cli.call.ExitCode;
import io.grape.cli.call.Word;
import io.grape.cli.terminal.Plain;
import io.grape.cli.terminal.Terminal;
import io.grape.cli.terminal.UsageException;
import io.grape.client.Grape;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code grape tail}. */
@Command(
        name = "tail",
        description = "Prints a line whenever a tube, or all of them together, have changed, at most once a second.")
public final class TailWord extends Word {
    @Parameters(index = "0", arity = "0..1", paramLabel = "TUBE", description = "default: all tubes together")
    private @Nullable String tube;

    @Option(names = "--count", paramLabel = "N", description = "end after N lines; default: never")
    private long count = Long.MAX_VALUE;

    /** A word of this terminal. */
    public TailWord(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Grape grape) throws InterruptedException {
        if (count < 1) {
            throw new UsageException("--count: expected 1 or more, got " + count);
        }
        // The name is checked as everywhere.
        String topic = tube == null ? "overview" : "tube:" + RawTube.of(tube).name();
        EventStream events = new EventStream(
                options().brokers(terminal().env()), topic, options().timeout());
        if (options().isCurl()) {
            print(events.curl());
            return ExitCode.OK;
        }
        TailLines lines = new TailLines();
        events.read(data -> {
            print(output().isTable() ? lines.line(data) : Plain.text(data.toString()));
            count--;
            return count > 0 && !terminal().out().checkError();
        });
        return ExitCode.OK;
    }

    private void print(String line) {
        terminal().out().println(line);
        terminal().out().flush();
    }
}
