package io.grape.bench.scenario;

import io.grape.bench.report.Report;
import io.grape.command.Option;
import java.util.List;
import java.util.stream.Stream;

/** Something that can be measured. */
public interface Scenario {
    /** One word. */
    String name();

    /** One line for the help. */
    String purpose();

    /** The options that only this one takes. */
    List<Option<?>> own();

    /** Measures, and adds each run to the report. */
    void run(ScenarioOptions given, Report report);

    /** All options that it takes. */
    default List<Option<?>> settings() {
        return Stream.<Option<?>>concat(own().stream(), Stream.of(CommonOptions.OUT))
                .toList();
    }
}
