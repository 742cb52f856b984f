package io.grape.bench;

import io.grape.bench.scenario.CommonOptions;
import io.grape.bench.scenario.Scenario;
import io.grape.bench.scenario.ScenarioOptions;
import io.grape.bench.scenario.Scenarios;
import io.grape.command.Words;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ParseResult;

/** What the command line asks for: scenarios, and the options that were given. */
record Arguments(List<Scenario> scenarios, ParseResult options) {
    /** Fails with BAD_REQUEST where no scenario knows that. */
    static Arguments read(List<String> arguments) {
        List<String> all = new ArrayList<>(arguments);
        all.add(0, BenchWords.NAME);
        // A URL behind the word is what a scenario with that option is about.
        if (all.size() > 2 && CommonOptions.URL.parse().apply(all.get(2)).isPresent()) {
            all.add(2, "--url");
        }
        ParseResult read = Words.last(Words.read(new BenchWords().words(), all));
        String name = read.commandSpec().name();
        List<Scenario> chosen = Scenarios.ALL.stream()
                .filter(scenario -> name.equals(BenchWords.ALL) || name.equals(scenario.name()))
                .toList();
        if (chosen.size() > 1 && read.hasMatchedOption("--out")) {
            throw Words.usage("--out: expected one scenario, got all of them");
        }
        return new Arguments(chosen, read);
    }

    /** The options of one scenario: those that were given, and the defaults of all others. */
    ScenarioOptions given(Scenario scenario) {
        return ScenarioOptions.of(scenario.settings(), options);
    }
}
