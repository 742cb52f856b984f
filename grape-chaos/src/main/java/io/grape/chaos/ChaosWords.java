package io.grape.chaos;

import io.grape.chaos.conformance.ConformanceWord;
import io.grape.command.WordSource;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The words {@code chaos} and {@code conformance}. */
public final class ChaosWords implements WordSource {
    @Override
    public List<CommandSpec> words() {
        return List.of(Arguments.word(), ConformanceWord.word());
    }
}
