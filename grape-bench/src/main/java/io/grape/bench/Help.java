package io.grape.bench;

import io.grape.bench.scenario.OptionSpec;
import io.grape.bench.scenario.Scenario;
import java.util.List;

/** What {@code ./grape bench} alone says. */
final class Help {
    private Help() {}

    static String text(List<Scenario> scenarios) {
        StringBuilder text = new StringBuilder("usage: ./grape bench SCENARIO [options]\n\n");
        for (Scenario scenario : scenarios) {
            text.append(String.format("  %-10s %s%n", scenario.name(), scenario.purpose()));
            scenario.own().forEach(setting -> text.append(line(setting)));
        }
        text.append("  all        all of them, one after the other\n\nEach of them also takes (jmh only the first)\n");
        scenarios.stream()
                .flatMap(scenario -> scenario.settings().stream()
                        .filter(setting -> !scenario.own().contains(setting)))
                .distinct()
                .forEach(setting -> text.append(line(setting)));
        return text.append("\nHow it measures: docs/benchmarks.md\n").toString();
    }

    private static String line(OptionSpec setting) {
        String name = "--" + setting.name();
        return setting.kind() == OptionSpec.Kind.FLAG
                ? String.format("      %-30s %s%n", name, setting.meaning())
                : String.format("      %-30s %s%n", name + " " + shown(setting), setting.meaning());
    }

    private static String shown(OptionSpec setting) {
        return setting.fallback().isEmpty() ? "…" : setting.fallback();
    }
}
