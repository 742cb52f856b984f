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
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** A round of chaos that a test can wait for. */
final class ShortRound {
    private static final int JOBS_PER_SECOND = 120;
    private static final int BROKERS = 2;
    private static final long SEED =
            Long.getLong("grape.seed", System.getenv("CI") == null ? new Random().nextLong() : 20_260_101);

    private ShortRound() {}

    static <S extends Deployment> Result run(Environment<S> ground, List<FaultType<S>> kinds) throws IOException {
        return run(ground, kinds, Collections.nCopies(BROKERS, program()));
    }

    private static <S extends Deployment> Result run(
            Environment<S> ground, List<FaultType<S>> kinds, List<List<String>> programs) throws IOException {
        System.out.println("chaos on " + ground.name() + ": repeat with -Dgrape.seed=" + SEED);
        try (S stage = ground.opener().apply(settings(ground.name(), programs))) {
            boolean isMixed = programs.stream().distinct().count() > 1;
            Round.Intensity intensity = new Round.Intensity(true, JOBS_PER_SECOND, isMixed);
            Result result = new Round<>(ground, stage, intensity, ground.name(), SEED).run(kinds);
            System.out.println(result.broken() + " " + result.verdict());
            return result;
        }
    }

    /** Skipped where some of it cannot be had, and nothing else is wrong. */
    static <S extends Deployment> void survives(Environment<S> ground, List<FaultType<S>> kinds) throws IOException {
        survives(ground, kinds, Collections.nCopies(BROKERS, program()));
    }

    /** The same with such brokers. */
    static <S extends Deployment> void survives(
            Environment<S> ground, List<FaultType<S>> kinds, List<List<String>> programs) throws IOException {
        Result result = run(ground, kinds, programs);
        assertThat(result.complaints()).isEmpty();
        assertThat(result.verdict().produced()).isPositive();
        assertThat(result.broken()).hasSize(kinds.size() - result.skipped().size());
        assumeThat(result.skipped()).isEmpty();
    }

    /** What is built here. */
    static List<String> program() {
        return List.of("-cp", System.getProperty("java.class.path"), Main.class.getName());
    }

    static Settings settings(String name, List<List<String>> programs) throws IOException {
        Path all = Files.createDirectories(Path.of("target", "chaos").toAbsolutePath());
        return new Settings(programs, Files.createTempDirectory(all, name + "-"));
    }
}
