package io.grape.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FilterInputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a word reads and writes.
 *
 * @param env the environment variables
 * @param isInteractive whether a person reads and types
 */
public record Terminal(
        InputStream in, PrintStream out, PrintStream err, Map<String, String> env, boolean isInteractive) {

    private static final int BUFFER = 1 << 16;

    /** The terminal of this process. Its output is buffered. */
    public static Terminal ofProcess() {
        return new Terminal(
                new Sequential(new FileInputStream(FileDescriptor.in)),
                new PrintStream(
                        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER), false, UTF_8),
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

    /** Whether colours may be used. */
    public boolean hasColour() {
        return isInteractive && env.getOrDefault("NO_COLOR", "").isEmpty() && !"dumb".equals(env.get("TERM"));
    }

    /** A file's readAllBytes asks for its position, and a pipe has none. */
    private static final class Sequential extends FilterInputStream {
        Sequential(InputStream in) {
            super(in);
        }
    }
}
