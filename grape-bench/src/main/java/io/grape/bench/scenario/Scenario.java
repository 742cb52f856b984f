package io.grape.bench.scenario;

import io.grape.bench.report.Report;
import io.grape.command.Option;
import java.util.List;
import java.util.stream.Stream;

/** Something that can be measured. */
public abstract class Scenario {
    private final String name;
    private final String purpose;
    private final List<Option<?>> own;

    Scenario(String name, String purpose, Option<?>... own) {
        this.name = name;
        this.purpose = purpose;
        this.own = List.of(own);
    }

    /** One word. */
    public String name() {
        return name;
    }

    /** One line for the help. */
    public String purpose() {
        return purpose;
    }

    /** The options that only this one takes. */
    public List<Option<?>> own() {
        return own;
    }

    /** Measures, and adds each run to the report. */
    public abstract void run(ScenarioOptions given, Report report);

    /** All options that it takes. */
    public List<Option<?>> settings() {
        return Stream.<Option<?>>concat(own.stream(), Stream.of(CommonOptions.OUT))
                .toList();
    }
}
