package io.grape.bench;

import io.grape.bench.scenario.OptionSpec;
import io.grape.bench.scenario.Scenario;
import io.grape.bench.scenario.ScenarioOptions;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the command line asks for: scenarios, and the options that were given. */
record Arguments(List<Scenario> scenarios, Map<String, String> options) {
    private static final String ALL = "all";

    /** Reads a command line that is not empty; refuses what none of its scenarios knows. */
    static Arguments read(List<String> arguments, List<Scenario> known) {
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
        return new Arguments(chosen, options);
    }

    private static void read(
            String argument, Iterator<String> rest, List<Scenario> chosen, Map<String, String> options) {
        String option = option(argument, chosen);
        int equals = option.indexOf('=');
        List<OptionSpec> settings = find(equals < 0 ? option : option.substring(0, equals), chosen);
        OptionSpec setting = settings.get(0);
        String value = equals < 0 ? value(setting, rest) : option.substring(equals + 1);
        settings.forEach(each -> check(each, value, equals >= 0));
        if (options.put(setting.name(), value) != null) {
            throw new UsageFailure("--" + setting.name() + ": given twice");
        }
    }

    /** The argument; one that is a URL is what a scenario with that option is about. */
    private static String option(String argument, List<Scenario> chosen) {
        if (argument.startsWith("--")) {
            return argument;
        }
        if (chosen.size() == 1 && OptionSpec.Kind.URL.accepts(argument)) {
            return "--url=" + argument;
        }
        throw new UsageFailure("expected an option, got " + argument);
    }

    private static void check(OptionSpec setting, String value, boolean givenByEquals) {
        boolean flag = setting.kind() == OptionSpec.Kind.FLAG;
        if (flag ? givenByEquals : !setting.kind().accepts(value)) {
            throw new UsageFailure(
                    "--" + setting.name() + ": expected " + setting.kind().wanted() + ", got " + value);
        }
    }

    /** The option as each of the scenarios has it. */
    private static List<OptionSpec> find(String option, List<Scenario> chosen) {
        List<OptionSpec> found = chosen.stream()
                .flatMap(scenario -> scenario.settings().stream())
                .filter(setting -> option.equals("--" + setting.name()))
                .toList();
        if (found.isEmpty()) {
            throw new UsageFailure("unknown option: " + option);
        }
        return found;
    }

    private static String value(OptionSpec setting, Iterator<String> rest) {
        if (setting.kind() == OptionSpec.Kind.FLAG) {
            return "true";
        }
        if (!rest.hasNext()) {
            throw new UsageFailure(
                    "--" + setting.name() + ": expected " + setting.kind().wanted() + ", got nothing");
        }
        return rest.next();
    }

    /** The options of one scenario: those that were given, and the defaults of all others. */
    ScenarioOptions given(Scenario scenario) {
        Map<String, String> values = new LinkedHashMap<>();
        scenario.settings()
                .forEach(setting ->
                        values.put(setting.name(), options.getOrDefault(setting.name(), setting.fallback())));
        return new ScenarioOptions(values);
    }
}
