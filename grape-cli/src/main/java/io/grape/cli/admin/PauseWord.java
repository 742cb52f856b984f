package io.grape.cli.admin;

import io.grape.cli.call.ExitCode;
import io.grape.cli.terminal.Terminal;
import io.grape.client.Grape;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code grape pause}. */
@Command(name = "pause", description = "Stops the deliveries of a tube. Everything else goes on, leases too.")
public final class PauseWord extends OfTube {
    @Option(names = "--for", paramLabel = "TIME", description = "how long, such as 15m; else until a resume")
    private @Nullable Duration time;

    @Option(names = "--reason", paramLabel = "TEXT", description = "for people")
    private @Nullable String reason;

    /** A word of this terminal. */
    public PauseWord(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Grape grape) {
        output().one(StatusJson.of(grape.tubes().pause(tube(), time, reason)));
        return ExitCode.OK;
    }
}
