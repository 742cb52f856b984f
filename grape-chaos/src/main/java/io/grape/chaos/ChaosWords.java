package io.grape.chaos;

import io.grape.command.WordSource;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The word {@code chaos}. */
public final class ChaosWords implements WordSource {
    @Override
    public List<CommandSpec> words() {
        return List.of(Arguments.word());
    }
}
