package io.grape.bench.scenario;

import io.grape.bench.report.Report;
import io.grape.bench.stage.Stage;
import io.grape.bench.stage.StageSettings;
import io.grape.command.Option;
import io.grape.harness.Programs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A scenario that needs a Redis and brokers. */
abstract class StagedScenario extends Scenario {
    StagedScenario(String name, String purpose, Option<?>... own) {
        super(name, purpose, own);
    }

    /** Measures, and adds each run to the report. */
    abstract void run(ScenarioOptions given, Stage stage, Report report);

    @Override
    public void run(ScenarioOptions given, Report report) {
        try (Stage stage = Stage.open(new StageSettings(program(given.text("jvm")), given.text("redis")))) {
            report.machine("redis", stage.redis().description());
            run(given, stage, report);
        }
    }

    @Override
    public List<Option<?>> settings() {
        return Stream.concat(super.settings().stream(), CommonOptions.OF_STAGES.stream())
                .toList();
    }

    /** How Java runs a broker. The launcher names the jar that it built; without it, the class path has one. */
    private static List<String> program(String jvm) {
        List<String> program = new ArrayList<>();
        if (!jvm.isEmpty()) {
            program.addAll(List.of(jvm.trim().split(" +", -1)));
        }
        String jar = System.getProperty("grape.server.jar");
        program.addAll(
                jar == null
                        ? List.of("-cp", System.getProperty("java.class.path"), "io.grape.server.app.Main")
                        : Programs.ofJar(Path.of(jar)));
        return program;
    }
}
