package io.grape.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;

/** Asks before something is destroyed. */
public final class Confirmation {
    private final Terminal terminal;
    private final boolean isGiven;

    /**
     * What asks on this terminal.
     *
     * @param isGiven by {@code --yes}
     */
    public Confirmation(Terminal terminal, boolean isGiven) {
        this.terminal = terminal;
        this.isGiven = isGiven;
    }

    /**
     * Returns once a person agreed. Without a terminal it fails with a {@link UsageException}.
     *
     * @param act with target and count, such as {@code delete 12 failed jobs of tube orders}
     */
    public void ask(String act) throws IOException {
        if (isGiven) {
            return;
        }
        if (!terminal.isInteractive()) {
            throw new UsageException(act + ": expected --yes, because there is no terminal to ask at");
        }
        terminal.err().print(Plain.text(act) + "? [y/N] ");
        terminal.err().flush();
        String reply = line().strip().toLowerCase(Locale.ROOT);
        if (!reply.equals("y") && !reply.equals("yes")) {
            throw new DeclinedException();
        }
    }

    /** No more than the line: what follows it is read by others. */
    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = terminal.in().read();
                next >= 0 && next != '\n';
                next = terminal.in().read()) {
            line.write(next);
        }
        return line.toString(UTF_8);
    }
}
