package io.grape.server.cluster;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A part of a cluster that does not come up. */
class ChildTest {
    private static final String NOBODY = "http://127.0.0.1:1";

    @TempDir
    Path directory = Path.of("");

    private Child child(String... command) {
        return new Child(new Child.Program("part", List.of(command), Map.of()), directory);
    }

    @Test
    void onePartThatIsNotReadyInTimeFailsTheStart() throws IOException {
        try (Child child = child("sleep", "600")) {
            child.start();
            assertThatThrownBy(() -> child.keepOnceReady(NOBODY, Duration.ofSeconds(1)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("part is not ready after 1 s, see " + directory.resolve("part.log"));
        }
    }

    @Test
    void onePartThatEndsBeforeItIsReadyFailsTheStart() throws IOException {
        try (Child child = child("sh", "-c", "exit 7")) {
            child.start();
            assertThatThrownBy(() -> child.keepOnceReady(NOBODY, Duration.ofMinutes(1)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("part ended with status 7, see " + directory.resolve("part.log"));
        }
    }
}
