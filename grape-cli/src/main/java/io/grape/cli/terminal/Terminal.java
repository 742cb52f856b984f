package io.grape.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a word reads and writes.
 *
 * @param env the environment variables
 * @param isInteractive whether a person reads and types
 */
public record Terminal(
        InputStream in, PrintStream out, PrintStream err, Map<String, String> env, boolean isInteractive) {

    /** The terminal of this process. Its output is buffered. */
    public static Terminal ofProcess() {
        return new Terminal(
                // Alone it would seek, which a pipe cannot.
                new BufferedInputStream(new FileInputStream(FileDescriptor.in)),
                new StandardOutput(new FileOutputStream(FileDescriptor.out)),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8),
                System.getenv(),
                isTerminal(System.console()));
    }

    /** From Java 22 on there may be a console that is no terminal. */
    private static boolean isTerminal(@Nullable Console console) {
        if (console == null) {
            return false;
        }
        try {
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    /** Why not all results could be written; empty: all were, or nobody reads them any more. */
    public Optional<String> outputFailure() {
        return out instanceof StandardOutput ofProcess ? ofProcess.failure() : Optional.empty();
    }

    /** Says something beside the results, in one line. */
    public void warn(String text) {
        err.println("grape: " + Plain.text(text.strip().replaceAll("\\s*\\R\\s*", " ")));
    }

    /** Whether colours may be used. */
    public boolean hasColour() {
        return isInteractive && env.getOrDefault("NO_COLOR", "").isEmpty() && !"dumb".equals(env.get("TERM"));
    }
}
