package io.grape.chaos.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes directories. */
final class Directories {
    private Directories() {}

    static Path in(Path parent, String name) {
        try {
            return Files.createDirectories(parent.resolve(name).toAbsolutePath());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
