package io.grape.cli.admin;

import io.grape.cli.call.ExitCode;
import io.grape.cli.terminal.Terminal;
import io.grape.client.Grape;
import picocli.CommandLine.Command;

/** {@code grape resume}. */
@Command(name = "resume", description = "Delivers the jobs of a paused tube again.")
public final class ResumeWord extends OfTube {
    /** A word of this terminal. */
    public ResumeWord(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Grape grape) {
        output().one(StatusJson.of(grape.tubes().resume(tube())));
        return ExitCode.OK;
    }
}
