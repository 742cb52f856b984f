package io.grape.server.cluster;

import io.grape.command.WordSource;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The word {@code cluster}. */
public final class ClusterWords implements WordSource {
    @Override
    public List<CommandSpec> words() {
        return List.of(ClusterConfig.word());
    }
}
