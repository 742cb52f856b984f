package io.grape.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.grape.chaos.fault.Environment;
import io.grape.chaos.fault.FaultType;
import io.grape.chaos.stage.Deployment;
import io.grape.chaos.stage.Settings;
import io.grape.server.app.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** A round of chaos that a test can wait for. */
final class ShortRound {
    private static final Round.Pace SHORT = new Round.Pace(true, 120);
    private static final int BROKERS = 2;
    private static final long SEED =
            Long.getLong("grape.seed", System.getenv("CI") == null ? new Random().nextLong() : 20_260_101);

    private ShortRound() {}

    static <S extends Deployment> Result run(Environment<S> ground, List<FaultType<S>> kinds) throws IOException {
        System.out.println("chaos on " + ground.name() + ": repeat with -Dgrape.seed=" + SEED);
        try (S stage = ground.opener().apply(settings(ground.name()))) {
            Result result = new Round<>(ground, stage, SHORT, ground.name(), SEED).run(kinds);
            System.out.println(result.broken() + " " + result.verdict());
            return result;
        }
    }

    /** Skipped where some of it cannot be had, and nothing else is wrong. */
    static <S extends Deployment> void survives(Environment<S> ground, List<FaultType<S>> kinds) throws IOException {
        Result result = run(ground, kinds);
        assertThat(result.complaints()).isEmpty();
        assertThat(result.verdict().produced()).isPositive();
        assertThat(result.broken()).hasSize(kinds.size() - result.skipped().size());
        assumeThat(result.skipped()).isEmpty();
    }

    private static Settings settings(String name) throws IOException {
        Path all = Files.createDirectories(Path.of("target", "chaos").toAbsolutePath());
        List<String> program = List.of("-cp", System.getProperty("java.class.path"), Main.class.getName());
        return new Settings(program, Files.createTempDirectory(all, name + "-"), BROKERS);
    }
}
