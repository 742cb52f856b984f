package io.grape.cli.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.cli.terminal.Terminal;
import io.grape.cli.terminal.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A payload on the command line: itself, {@code @FILE}, or {@code -} for standard input. */
public final class PayloadText {
    private PayloadText() {}

    /** Its bytes. A file that cannot be read is a {@link UsageException}. */
    public static byte[] bytes(String text, Terminal terminal) throws IOException {
        if (text.equals("-")) {
            return terminal.in().readAllBytes();
        }
        return text.startsWith("@") ? file(text) : text.getBytes(UTF_8);
    }

    private static byte[] file(String text) {
        try {
            return Files.readAllBytes(Path.of(text.substring(1)));
        } catch (NoSuchFileException e) {
            throw new UsageException(text + ": expected a file, found none");
        } catch (IOException e) {
            throw new UsageException(text + ": expected a file that can be read: " + e.getMessage());
        }
    }
}
