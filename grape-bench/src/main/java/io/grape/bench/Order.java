package io.grape.bench;

import io.grape.bench.scenario.Given;
import io.grape.bench.scenario.Scenario;
import io.grape.bench.scenario.Setting;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the command line asks for: scenarios, and the options that were given. */
record Order(List<Scenario> scenarios, Map<String, String> options) {
    private static final String ALL = "all";

    /** Reads a command line that is not empty; refuses what none of its scenarios knows. */
    static Order read(List<String> arguments, List<Scenario> known) {
        String word = arguments.get(0);
        List<Scenario> chosen = known.stream()
                .filter(scenario -> word.equals(ALL) || word.equals(scenario.name()))
                .toList();
        if (chosen.isEmpty()) {
            throw new UsageFailure("unknown scenario: " + word);
        }
        Map<String, String> options = new LinkedHashMap<>();
        for (Iterator<String> rest = arguments.listIterator(1); rest.hasNext(); ) {
            read(rest.next(), rest, chosen, options);
        }
        if (word.equals(ALL) && options.containsKey("out")) {
            throw new UsageFailure("--out: expected one scenario, got all of them");
        }
        return new Order(chosen, options);
    }

    private static void read(
            String argument, Iterator<String> rest, List<Scenario> chosen, Map<String, String> options) {
        if (!argument.startsWith("--")) {
            throw new UsageFailure("expected an option, got " + argument);
        }
        int equals = argument.indexOf('=');
        Setting setting = find(equals < 0 ? argument : argument.substring(0, equals), chosen);
        String value = equals >= 0 ? argument.substring(equals + 1) : value(setting, rest);
        boolean refused = setting.kind() == Setting.Kind.FLAG
                ? equals >= 0
                : !setting.kind().accepts(value);
        if (refused) {
            throw new UsageFailure(
                    "--" + setting.name() + ": expected " + setting.kind().wanted() + ", got " + value);
        }
        if (options.put(setting.name(), value) != null) {
            throw new UsageFailure("--" + setting.name() + ": given twice");
        }
    }

    private static Setting find(String option, List<Scenario> chosen) {
        return chosen.stream()
                .flatMap(scenario -> scenario.settings().stream())
                .filter(setting -> option.equals("--" + setting.name()))
                .findFirst()
                .orElseThrow(() -> new UsageFailure("unknown option: " + option));
    }

    private static String value(Setting setting, Iterator<String> rest) {
        if (setting.kind() == Setting.Kind.FLAG) {
            return "true";
        }
        if (!rest.hasNext()) {
            throw new UsageFailure(
                    "--" + setting.name() + ": expected " + setting.kind().wanted() + ", got nothing");
        }
        return rest.next();
    }

    /** The options of one scenario: those that were given, and the defaults of all others. */
    Given given(Scenario scenario) {
        Map<String, String> values = new LinkedHashMap<>();
        scenario.settings()
                .forEach(setting ->
                        values.put(setting.name(), options.getOrDefault(setting.name(), setting.fallback())));
        return new Given(values);
    }
}
