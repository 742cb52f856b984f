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
        return lines(mark).stream().skip(2).toList();
    }

    /** The lines of the block behind a mark, without its fences. */
    public List<String> block(String mark) {
        return lines(mark).stream().filter(line -> !line.startsWith("```")).toList();
    }

    private List<String> lines(String mark) {
        try {
            return Files.readAllLines(file).stream()
                    .dropWhile(line -> !line.startsWith("<!-- " + mark + ":"))
                    .takeWhile(line -> !line.equals("<!-- end -->"))
                    .skip(1)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
