package io.grape.server.app;

import io.grape.core.GrapeException;
import io.grape.embedded.EmbeddedRedis;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Where the embedded Redis keeps its files, as a word of the options: what is wrong with it is said under its name. */
public final class DataDirOption {
    private DataDirOption() {}

    /** Starts the embedded Redis there. Fails with BAD_REQUEST, naming the option, when the directory cannot be used. */
    static EmbeddedRedis durableRedis(Path directory) {
        try {
            return EmbeddedRedis.durable(directory);
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof FileSystemException failure && isAt(directory, failure)) {
                String expected = "a directory that can be made and written to (" + reason(failure) + ")";
                throw GrapeException.badValue("data-dir", expected, directory);
            }
            throw e;
        }
    }

    /** Redis itself is unpacked somewhere else. */
    private static boolean isAt(Path directory, FileSystemException failure) {
        if (failure.getFile() == null) {
            return false;
        }
        Path given = directory.toAbsolutePath().normalize();
        Path file = Path.of(failure.getFile()).toAbsolutePath().normalize();
        return file.startsWith(given) || given.startsWith(file);
    }

    /** The common ones have a class and no words. */
    private static String what(FileSystemException failure) {
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "it is a file";
        }
        if (failure instanceof NoSuchFileException) {
            return "it cannot be made";
        }
        return failure.getReason() == null ? failure.getClass().getSimpleName() : failure.getReason();
    }

    private static String reason(FileSystemException failure) {
        return failure.getFile() + ": " + what(failure);
    }
}
