package io.grape.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A page of {@code docs/}. */
public final class DocsPage {
    private final Path file;

    private DocsPage(Path file) {
        this.file = file;
    }

    public static DocsPage of(String name) {
        return new DocsPage(Path.of("..", "docs", name));
    }

    /** The rows of the table behind a mark, without its head. */
    public List<String> table(String mark) {
        try {
            return Files.readAllLines(file).stream()
                    .dropWhile(line -> !line.startsWith("<!-- " + mark + ":"))
                    .takeWhile(line -> !line.equals("<!-- end -->"))
                    .skip(3)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
