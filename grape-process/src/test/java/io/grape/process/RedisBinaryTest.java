package io.grape.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisBinaryTest {
    @TempDir
    private Path directory;

    @Test
    void theBinaryIsUnpackedOnceAndRepairedWhenDamaged() throws IOException {
        Path binary = RedisBinary.unpack(directory);
        Object id = Files.getAttribute(binary, "unix:ino");
        assertThat(RedisBinary.unpack(directory)).isEqualTo(binary);
        assertThat(Files.getAttribute(binary, "unix:ino")).isEqualTo(id);

        long size = Files.size(binary);
        Files.writeString(binary, "damaged");
        RedisBinary.unpack(directory);
        assertThat(Files.size(binary)).isEqualTo(size);
        assertThat(directory).isDirectoryContaining(file -> file.equals(binary));
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(binary);
        }
    }
}
