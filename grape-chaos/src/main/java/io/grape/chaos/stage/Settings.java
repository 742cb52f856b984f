package io.grape.chaos.stage;

import java.nio.file.Path;
import java.util.List;

/**
 * How a stage is set.
 *
 * @param program what stands behind {@code java} to run a broker
 * @param directory where all keep their files
 */
public record Settings(List<String> program, Path directory, int brokers) {
    public Settings {
        program = List.copyOf(program);
    }
}
