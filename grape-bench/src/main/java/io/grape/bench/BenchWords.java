package io.grape.bench;

import io.grape.bench.scenario.Scenario;
import io.grape.bench.scenario.Scenarios;
import io.grape.command.Option;
import io.grape.command.WordSource;
import io.grape.command.Words;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/** The word {@code bench}, which has a verb for each scenario. */
public final class BenchWords implements WordSource {
    static final String NAME = "bench";
    static final String ALL = "all";

    @Override
    public List<CommandSpec> words() {
        CommandSpec bench = CommandSpec.create().name(NAME);
        Map<String, Option<?>> all = new LinkedHashMap<>();
        for (Scenario scenario : Scenarios.ALL) {
            scenario.settings().forEach(setting -> all.putIfAbsent(setting.name(), setting));
            bench.addSubcommand(scenario.name(), verb(scenario.name(), scenario.purpose(), scenario.settings()));
        }
        bench.addSubcommand(ALL, verb(ALL, "all of them, one after the other", all.values()));
        Words.set(bench, "builds if needed, then measures").usageMessage().footer("", "How: docs/benchmarks.md");
        return List.of(bench);
    }

    private static CommandSpec verb(String name, String purpose, Collection<Option<?>> options) {
        return Words.add(Words.word(name, purpose), options, option -> true);
    }
}
