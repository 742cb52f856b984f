package io.grape.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.command.Utf8;
import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;

/** Takes a password: never from an argument, which everybody on the machine sees. */
final class PasswordPrompt {
    private PasswordPrompt() {}

    /** Asks twice at a terminal; else reads the first line of stdin. */
    @SuppressWarnings("SystemConsoleNull") // The launcher asks for the console that is null where there is no terminal.
    static String read() {
        Console console = System.console();
        return console == null ? line() : asked(console);
    }

    private static String asked(Console console) {
        char[] first = console.readPassword("password: ");
        char[] again = console.readPassword("the same again: ");
        if (first == null || again == null || !new String(first).equals(new String(again))) {
            throw new GrapeException(ErrorCode.BAD_REQUEST, "password: expected the same one twice, got two");
        }
        Utf8.check(Utf8.encoding(), "password", new String(first));
        return new String(first);
    }

    private static String line() {
        try {
            String line = new BufferedReader(new InputStreamReader(System.in, UTF_8)).readLine();
            if (line == null) {
                throw new GrapeException(
                        ErrorCode.BAD_REQUEST, "password: expected a terminal, or a line on stdin, got neither");
            }
            Utf8.check(UTF_8.name(), "password", line);
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
