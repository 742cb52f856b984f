package io.grape.cli.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** How many lines of an export were imported: in a file beside it, until all are. */
record ImportPosition(Optional<Path> file) {
    /** That of an export; standard input has none. */
    static ImportPosition of(Optional<Path> export) {
        return new ImportPosition(export.map(path -> path.resolveSibling(path.getFileName() + ".position")));
    }

    long read() throws IOException {
        if (file.isEmpty() || !Files.exists(file.get())) {
            return 0;
        }
        return Long.parseLong(Files.readString(file.get()).strip());
    }

    /** As a whole, so that nobody finds half of it. */
    void write(long lines) throws IOException {
        if (file.isPresent()) {
            Path part = file.get().resolveSibling(file.get().getFileName() + ".part");
            Files.writeString(part, Long.toString(lines));
            Files.move(part, file.get(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    void forget() throws IOException {
        if (file.isPresent()) {
            Files.deleteIfExists(file.get());
        }
    }
}
