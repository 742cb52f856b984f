package io.grape.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** Keeps the position of an import in a file beside the export, until all is imported. Standard input has none. */
record PositionFile(Optional<Path> file) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** That of an export. */
    static PositionFile of(Optional<Path> export) {
        return new PositionFile(export.map(path -> path.resolveSibling(path.getFileName() + ".position")));
    }

    /** Empty: there is none that can be read. */
    Optional<ImportPosition> read() {
        if (file.isEmpty() || !Files.isRegularFile(file.get(), LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(MAPPER.readValue(file.get().toFile(), ImportPosition.class));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Replaces the file as a whole, so nobody finds half of it. */
    void write(ImportPosition position) throws IOException {
        if (file.isPresent()) {
            Path part = file.get().resolveSibling(file.get().getFileName() + ".part");
            // Of a run that was killed; or a link, which must not be followed.
            Files.deleteIfExists(part);
            try (FileChannel channel = PrivateFile.create(part)) {
                channel.write(ByteBuffer.wrap((MAPPER.writeValueAsString(position) + "\n").getBytes(UTF_8)));
            }
            Files.move(part, file.get(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    void delete() throws IOException {
        if (file.isPresent()) {
            Files.deleteIfExists(file.get());
        }
    }
}
