package io.grape.chaos.stage;

import java.nio.file.Path;
import java.util.List;

/**
 * How a stage is set.
 *
 * @param programs for each broker what stands behind {@code java} to run it
 * @param directory where all keep their files
 */
public record Settings(List<List<String>> programs, Path directory) {
    public Settings {
        programs = List.copyOf(programs);
    }
}
