package io.grape.cli.call;

import io.grape.cli.terminal.Confirmation;
import io.grape.cli.terminal.Output;
import io.grape.cli.terminal.Terminal;
import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.client.TubeSettings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A word that calls a broker. The program creates it with the terminal. */
public abstract class Word implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private CommonOptions options = new CommonOptions();

    protected Word(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public final Integer call() throws Exception {
        try (Grape grape = options.connect(terminal, events())) {
            return run(grape);
        }
    }

    /**
     * Does it. Fails with what the client throws, or with a {@link io.grape.cli.terminal.UsageException}.
     *
     * @return the exit code
     */
    protected abstract int run(Grape grape) throws Exception;

    /** Told of what the client does; default: nobody. */
    protected ClientEvents events() {
        return ClientEvents.NONE;
    }

    protected final Terminal terminal() {
        return terminal;
    }

    protected final CommonOptions options() {
        return options;
    }

    protected final Output output() {
        return new Output(terminal, options.output());
    }

    /**
     * Creates a tube unless it is there: for words that may be the first to use it.
     *
     * @return whether it was not there
     */
    protected final boolean createTube(Grape grape, String tube) {
        if (options.isCurl() || grape.tubes().status(tube).isPresent()) {
            return false;
        }
        grape.tubes().configure(tube, TubeSettings.UNCHANGED);
        return true;
    }

    /** Whether nothing is sent: then there is nothing to ask either. */
    protected final Confirmation confirmation() {
        return new Confirmation(terminal, options.isYes() || options.isCurl());
    }
}
