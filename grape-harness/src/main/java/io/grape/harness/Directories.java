package io.grape.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where processes keep their files. */
public final class Directories {
    private Directories() {}

    /** The one of that name, made if need be. */
    public static Path in(Path parent, String name) {
        try {
            return Files.createDirectories(parent.resolve(name).toAbsolutePath());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A new one where the build keeps its files. */
    public static Path ofBuild() {
        try {
            return Files.createTempDirectory(in(Path.of("target"), "redis"), "node-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
