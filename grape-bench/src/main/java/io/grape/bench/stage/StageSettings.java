package io.grape.bench.stage;

import java.util.List;

/**
 * How brokers and Redis are run.
 *
 * @param program what stands behind {@code java} to run a broker
 * @param redis the URI of a Redis, empty = one of its own
 */
public record StageSettings(List<String> program, String redis) {
    public StageSettings {
        program = List.copyOf(program);
    }
}
